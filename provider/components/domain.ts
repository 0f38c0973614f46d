/** `Domain`: all resources of a domain as one component. Its children are ordinary resources of this package. */
import * as pulumi from "@pulumi/pulumi";
import * as classes from "../fronts/dynamic/classes.generated.ts";
import type { RecordPart, RecordsByKey, TtlsByKey } from "../fronts/dynamic/recordParts.ts";
import { withJoinedRecords } from "../fronts/dynamic/recordParts.ts";

/** The classes of one way to use the package. */
type Classes = typeof classes;

/** Arguments of `Domain` that have the same type in every language. */
export interface DomainParts {
  /** Fully qualified domain name, such as `example.com`. */
  domain: pulumi.Input<string>;
  /** The list of a `Nameservers`. Records, forwards, DNSSEC and contacts depend on it. */
  nameservers?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** The TTL of the records, except those of `ttls`. Default: the registrar's. */
  ttl?: pulumi.Input<number> | undefined;
  /** `true` turns DNSSEC on. Default: DNSSEC isn't managed. */
  dnssec?: pulumi.Input<boolean> | undefined;
  /** Adds a `DomainLock` that depends on all others, so that it is deleted first. Default: `false`. */
  lock?: boolean | undefined;
  /** Former names or URNs of children, by their keys. Moves existing resources into the component. */
  aliases?: Record<string, string> | undefined;
}

/** Arguments of `Domain`. A child's name is the component's name and the child's key: `shop-www`, `shop-lock`. */
export interface DomainArgs extends DomainParts {
  /** A `DomainRegistration`. All others depend on it. */
  registration?: Omit<classes.DomainRegistrationArgs, "domain"> | undefined;
  /** Values by owner name and type, `"www A"`, or a list of parts, as in a `DnsZone`: a `DnsRecordSet` for each key. */
  records?: RecordsByKey | readonly RecordPart[] | undefined;
  /** TTLs by key of `records`, in place of `ttl`. */
  ttls?: TtlsByKey | undefined;
  /** `UrlForward`s by key. A key without a value declares none. */
  forwards?: Record<string, classes.UrlForwardWithoutDomain | undefined> | undefined;
  settings?: Omit<classes.DomainSettingsArgs, "domain"> | undefined;
  contacts?: Omit<classes.DomainContactsArgs, "domain"> | undefined;
}

/** `DomainArgs` in languages that have no unions. */
export type DomainInputs = DomainParts & { [K in Exclude<keyof DomainArgs, keyof DomainParts>]?: object | undefined };

/** The arguments of the sets, by key. @throws pulumi.RunError for a key without a type, and for a TTL of no key */
function setsOf(name: string, args: DomainInputs): object {
  const { ttl, records = {}, ttls = {} }: DomainInputs = withJoinedRecords(args);
  if (pulumi.Output.isInstance(records)) return records;
  const unused = Object.keys(ttls).find((key) => !Object.hasOwn(records, key));
  if (unused !== undefined)
    throw new pulumi.RunError(
      `the Domain ${name} has a TTL of ${JSON.stringify(unused)}, which is not a key of \`records\``,
    );
  const sets = Object.entries(records).flatMap(([key, values]): [string, object][] => {
    const [found, owner, type] = /^(\S+) (\S+)$/.exec(key) ?? [];
    if (found === undefined)
      throw new pulumi.RunError(
        `the Domain ${name} has a key ${JSON.stringify(key)}: write the name and the type, such as "www A"`,
      );
    const isEmpty = values === undefined || (Array.isArray(values) && values.length === 0);
    return isEmpty ? [] : [[key, { name: owner, type, values, ttl: Reflect.get(ttls, key) ?? ttl }]];
  });
  return Object.fromEntries(sets);
}

/** Declares the children of a component. Each depends on the children that must precede it. */
export function declareDomain(
  children: Classes,
  parent: pulumi.ComponentResource,
  name: string,
  args: DomainInputs,
): void {
  const { domain, nameservers, dnssec, lock, aliases = {} } = args;
  const child = (type: keyof Classes, key: string, given: object | false | undefined, dependsOn: pulumi.Resource[]) => {
    if (!given) return [];
    const former = aliases[key];
    const alias = former?.startsWith("urn:") ? former : { name: former, parent: pulumi.rootStackResource };
    const options = { parent, dependsOn, aliases: former === undefined ? [] : [alias] };
    const made: pulumi.Resource = Reflect.construct(children[type], [`${name}-${key}`, { ...given, domain }, options]);
    return [made];
  };
  const bought = child("DomainRegistration", "registration", args.registration, []);
  const served = [...bought, ...child("Nameservers", "nameservers", nameservers && { nameservers }, bought)];
  const each = (type: keyof Classes, given: object = {}) => {
    if (!pulumi.Output.isInstance(given))
      return Object.entries(given).flatMap(([key, one]) => child(type, key, one, served));
    throw new pulumi.RunError(
      `the ${type}s of the Domain ${name} are a secret or an output, but must be a plain object, since its keys ` +
        "name resources: use outputs and secrets inside it",
    );
  };
  const others = [
    ...child("DomainSettings", "settings", args.settings, bought),
    ...child("DomainContacts", "contacts", args.contacts, served),
    ...child("Dnssec", "dnssec", dnssec !== undefined && { enabled: dnssec }, served),
    ...each("DnsRecordSet", setsOf(name, args)),
    ...each("UrlForward", args.forwards),
  ];
  child("DomainLock", "lock", lock && {}, [...served, ...others]);
}

/** All resources of a domain, in the right order: the lock comes last, and is deleted first. */
export class Domain extends pulumi.ComponentResource {
  protected static readonly children: Classes = classes;

  constructor(name: string, args: DomainArgs, options?: pulumi.ComponentResourceOptions) {
    super("registrar:components:Domain", name, {}, options);
    declareDomain(new.target.children, this, name, args);
    this.registerOutputs();
  }
}
