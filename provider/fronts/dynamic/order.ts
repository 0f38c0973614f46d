/**
 * The order among the resources of one domain. Some of it only works one way: a domain has to be bought before anything
 * of it is written, records need the service's nameservers, and a locked domain takes no other contacts. The program's
 * process sees them all, so the classes add what a program would otherwise say with `dependsOn`. The engine deletes in
 * the reverse order: a lock that refuses to go refuses before anything else of the domain is deleted.
 */
import * as pulumi from "@pulumi/pulumi";
import { isPlain } from "./known.ts";
import { perProgram } from "./programs.ts";

const orders = ["DomainRegistration", "DomainTransfer"];
const served = [...orders, "Nameservers"];

/** By type: the types of the same domain that come first. No two wait for each other, by whatever way. */
const after: Readonly<Record<string, readonly string[]>> = {
  Nameservers: orders,
  DomainSettings: orders,
  DnsRecord: served,
  DnsZone: served,
  UrlForward: served,
  Dnssec: served,
  DomainContacts: served,
  DomainLock: [...served, "DomainContacts", "DnsRecord", "DnsZone", "UrlForward"],
};

interface Entry {
  type: string;
  domain: unknown;
  /** The domain as the program wrote it. */
  given: unknown;
  place: number;
  /** Once its constructor has finished. */
  resource?: pulumi.CustomResource;
  parent: unknown;
  dependsOn: unknown;
  /** Are all arguments but the domain plain values, which come from no other resource? */
  isPlain: boolean;
}

/** Everything of this package that one program declares. */
class Order {
  readonly #byDomain = new Map<unknown, Map<string, Entry[]>>();
  /** What a resource shows as its `domain`: whoever is given that is of the same domain. */
  readonly #domains = new WeakMap<object, unknown>();
  readonly #entries = new WeakMap<object, Entry>();
  #count = 0;
  #tick: Promise<void> | undefined;

  declare(type: string, args: object, { parent, dependsOn }: pulumi.CustomResourceOptions): Entry {
    const { domain: given, ...rest }: { domain?: unknown } = args;
    const domain = this.#domainOf(given);
    const entry = { type, domain, given, place: this.#count++, parent, dependsOn, isPlain: isPlain(rest) };
    this.#entries.set(args, entry);
    const ofDomain = this.#byDomain.get(domain) ?? new Map<string, Entry[]>();
    this.#byDomain.set(domain, ofDomain);
    const ofType = ofDomain.get(type);
    if (ofType === undefined) ofDomain.set(type, [entry]);
    else ofType.push(entry);
    return entry;
  }

  made(args: object, resource: pulumi.CustomResource): void {
    const entry = this.#entries.get(args);
    if (entry === undefined) return;
    entry.resource = resource;
    const shown: unknown = Reflect.get(resource, "domain");
    if (typeof shown === "object" && shown !== null) this.#domains.set(shown, entry.domain);
  }

  /** What comes before this one, of all that is declared by the end of this turn of the event loop. */
  async before(entry: Entry): Promise<pulumi.Resource[]> {
    this.#tick ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#tick = undefined;
        resolve();
      });
    });
    await this.#tick;
    const ofDomain = this.#byDomain.get(entry.domain);
    return (after[entry.type] ?? []).flatMap((type) =>
      (ofDomain?.get(type) ?? []).flatMap((other) =>
        other.resource !== undefined && mayWaitFor(entry, other) ? [other.resource] : [],
      ),
    );
  }

  #domainOf(domain: unknown): unknown {
    // Loads no table of names: a name that is written in two ways is only not seen as one.
    if (typeof domain === "string") return domain.toLowerCase().replace(/\.$/, "");
    return (typeof domain === "object" && domain !== null && this.#domains.get(domain)) || domain;
  }
}

/**
 * Is it certain that the other one does not wait for this one? Two that wait for each other would wait for ever. What was
 * declared before cannot know of this one; what was declared after must take nothing from any resource.
 */
function mayWaitFor({ place, parent, given }: Entry, other: Entry): boolean {
  const explicit = other.dependsOn === undefined ? [] : [other.dependsOn].flat();
  // A component stands for all its children, also for those that it does not have yet.
  if (other.place < place) return explicit.every((each) => pulumi.CustomResource.isInstance(each));
  const isFree = typeof other.given === "string" || other.given === given;
  return isFree && explicit.length === 0 && other.isPlain && other.parent === parent;
}

const order = perProgram(() => new Order());

/** The program's `dependsOn`, and what comes before this resource among those of its domain. */
export function orderedOptions(
  type: string,
  args: object,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const program = order();
  const entry = program.declare(type, args, options);
  if (after[type] === undefined) return options;
  const before = program.before(entry);
  const given: unknown = options.dependsOn;
  return { ...options, dependsOn: isReady(given) ? listed(given, before) : awaited(given, before) };
}

type List = pulumi.Input<pulumi.Resource>[];

const isResource = (value: unknown): value is pulumi.Resource => pulumi.Resource.isInstance(value);
// The elements of an array are what the SDK takes, since the whole is.
const isReady = (given: unknown): given is undefined | pulumi.Resource | List =>
  given === undefined || isResource(given) || Array.isArray(given);

async function listed(given: undefined | pulumi.Resource | List, before: Promise<pulumi.Resource[]>): Promise<List> {
  return [...(given === undefined ? [] : [given].flat()), ...(await before)];
}

function awaited(given: unknown, before: Promise<pulumi.Resource[]>): pulumi.Output<pulumi.Resource[]> {
  const known: pulumi.Output<unknown> = pulumi.output(given);
  return pulumi.all([known, before]).apply(([own, others]) => [...[own].flat().filter(isResource), ...others]);
}

/** The constructor has finished: now others can wait for the resource. */
export function noteMade(args: object, resource: pulumi.CustomResource): void {
  order().made(args, resource);
}
