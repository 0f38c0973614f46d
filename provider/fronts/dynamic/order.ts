/**
 * The order among the resources of one domain. Some of it only works one way: a domain has to be bought before anything
 * of it is written, records need the service's nameservers, and a locked domain takes no other contacts. The classes add
 * what a program would otherwise say with `dependsOn`, to what was declared before: that cannot wait for what comes after
 * it. The engine deletes in the reverse order: a lock that refuses to go refuses before anything else of the domain is
 * deleted.
 */
import * as pulumi from "@pulumi/pulumi";
import { perProgram } from "./program.ts";

const orders = ["DomainRegistration", "DomainTransfer"];
const served = [...orders, "Nameservers"];

/** By type: the types of the same domain that come first. */
const after: Readonly<Record<string, readonly string[]>> = {
  Nameservers: orders,
  DomainSettings: orders,
  DnsRecord: served,
  DnsRecordSet: served,
  DnsZone: served,
  UrlForward: served,
  Dnssec: served,
  DomainContacts: served,
  DomainLock: [...served, "DomainContacts", "DnsRecord", "DnsRecordSet", "DnsZone", "UrlForward"],
};

interface Entry {
  type: string;
  name: string;
  domain: unknown;
  /** Once its constructor has finished. */
  resource?: pulumi.CustomResource;
  /** May it wait for what is not declared yet? A component stands for all its children, a promise or a transform for anything. */
  isOpen: boolean;
  /** The components that it is in. */
  around: readonly unknown[];
  /** What should have been declared after it. */
  late?: Entry | undefined;
}

/** Everything of this package that one program declares. */
class Order {
  readonly #byDomain = new Map<unknown, Map<string, Entry[]>>();
  /** What a resource shows as its `domain`: whoever is given that is of the same domain. */
  readonly #domains = new WeakMap<object, unknown>();
  readonly #entries = new WeakMap<object, Entry>();
  readonly #warned = new Set<string>();

  /** @returns what comes before it */
  declare(type: string, name: string, args: object, options: pulumi.CustomResourceOptions): pulumi.CustomResource[] {
    const domain = this.#domainOf(Reflect.get(args, "domain"));
    const others = this.#byDomain.get(domain) ?? new Map<string, Entry[]>();
    this.#byDomain.set(domain, others);
    const { dependsOn = [], parent, deletedWith, transforms = [], transformations = [] } = options;
    const explicit: unknown[] = [dependsOn].flat();
    const isChanged = transforms.length + transformations.length > 0;
    const isOpen = isChanged || !explicit.every((each) => pulumi.CustomResource.isInstance(each));
    const around = componentsAround(parent);
    const isFree = (other: Entry) =>
      ![...explicit, parent, deletedWith].includes(other.resource) && !isApart(around, other.around);
    const late = isOpen
      ? undefined
      : laterTypes(type)
          .flatMap((each) => others.get(each) ?? [])
          .find(isFree);
    const entry = { type, name, domain, isOpen, around, late };
    this.#entries.set(args, entry);
    const same = others.get(type);
    if (same === undefined) others.set(type, [entry]);
    else same.push(entry);
    const first = (after[type] ?? []).flatMap((each) => others.get(each) ?? []);
    const settled = first.filter((other) => !other.isOpen && !isApart(around, other.around));
    return settled.flatMap(({ resource }) => resource ?? []);
  }

  made(args: object, resource: pulumi.CustomResource): void {
    const entry = this.#entries.get(args);
    if (entry === undefined) return;
    entry.resource = resource;
    const shown: unknown = Reflect.get(resource, "domain");
    if (typeof shown === "object" && shown !== null) this.#domains.set(shown, entry.domain);
    if (entry.late !== undefined) this.#warn(entry, entry.late, resource);
  }

  /** Once for all of these types. */
  #warn({ type, name }: Entry, late: Entry, resource: pulumi.Resource): void {
    const pair = `${late.type} ${type}`;
    if (this.#warned.has(pair)) return;
    this.#warned.add(pair);
    void pulumi.log.warn(
      `the ${late.type} ${late.name} is declared before the ${type} ${name} of its domain, and has to come after it: swap the two in the program. Only what is declared before is waited for.`,
      resource,
    );
  }

  #domainOf(domain: unknown): unknown {
    // Loads no table of names: a name that is written in two ways is only not seen as one.
    if (typeof domain === "string") return domain.toLowerCase().replace(/\.$/, "");
    return (typeof domain === "object" && domain !== null && this.#domains.get(domain)) || domain;
  }
}

/** The types that come after this one. */
const laterTypes = (type: string) => Object.keys(after).filter((later) => after[later]?.includes(type));

function componentsAround(parent: unknown): unknown[] {
  if (!pulumi.Resource.isInstance(parent)) return [];
  const above = componentsAround(Reflect.get(parent, "__parentResource"));
  const isStack = Reflect.get(parent, "__pulumiType") === "pulumi:pulumi:Stack";
  return pulumi.CustomResource.isInstance(parent) || isStack ? above : [parent, ...above];
}

/** Is each in a component without the other? One component may wait for all of the other, which nobody can see. */
const isApart = (around: readonly unknown[], others: readonly unknown[]) =>
  around.some((each) => !others.includes(each)) && others.some((each) => !around.includes(each));

const order = perProgram(() => new Order());

/** The program's options, with what comes before this resource among those of its domain. */
export function orderedOptions(
  type: string,
  name: string,
  args: object,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const before = order().declare(type, name, args, options);
  return before.length === 0 ? options : pulumi.mergeOptions(options, { dependsOn: before });
}

/** The constructor has finished: now others can wait for the resource. */
export function noteMade(args: object, resource: pulumi.CustomResource): void {
  order().made(args, resource);
}
