/** `Domain`: all resources of a domain as one component. Its children are ordinary resources of this package. */
import * as pulumi from "@pulumi/pulumi";
import * as classes from "../fronts/dynamic/classes.generated.ts";
import { type RecordPart, type RecordsByKey, type TtlsByKey, withJoinedRecords } from "../fronts/dynamic/records.ts";

/** The classes of one way to use the package. */
type Classes = Omit<typeof classes, "DnsRecord">;

/** Arguments of `Domain` that have the same type in every language. */
export interface DomainParts {
  /** Fully qualified domain name, such as `example.com`. Default: the component's name. */
  domain?: pulumi.Input<string> | undefined;
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

/** A `UrlForward` under its key. `source` defaults to the key. */
type Forward = Omit<classes.UrlForwardArgs, "domain" | "source"> & Partial<Pick<classes.UrlForwardArgs, "source">>;

/** Arguments of `Domain`. A child's name is the component's name and the child's key: `shop-www A`, `shop-lock`. */
export interface DomainArgs extends DomainParts {
  /** A `DomainRegistration`. All others depend on it. */
  registration?: Omit<classes.DomainRegistrationArgs, "domain"> | undefined;
  /** Values by owner name and type, `"www A"`, or a list of parts, as in a `DnsZone`: a `DnsRecordSet` for each key. */
  records?: RecordsByKey | readonly RecordPart[] | undefined;
  /** TTLs by key of `records`, in place of `ttl`. */
  ttls?: TtlsByKey | undefined;
  /** `UrlForward`s by their source, or by any key if they have a `source`. A key without a value declares none. */
  forwards?: Record<string, Forward | undefined> | undefined;
  settings?: Omit<classes.DomainSettingsArgs, "domain"> | undefined;
  contacts?: Omit<classes.DomainContactsArgs, "domain"> | undefined;
}

/** `DomainArgs` in languages that have no unions. */
export type DomainInputs = DomainParts & { [K in Exclude<keyof DomainArgs, keyof DomainParts>]?: object | undefined };

/** The arguments of the sets, by key. @throws pulumi.RunError for a key without a type, and for a TTL of no key */
function setsOf(name: string, args: DomainInputs): object {
  const { ttl, records = {}, ttls = {} }: DomainInputs = withJoinedRecords(args);
  if (pulumi.Output.isInstance(records)) return records;
  const own = new Map<string, unknown>(Object.entries(ttls));
  const unused = [...own.keys()].find((key) => !Object.hasOwn(records, key));
  if (unused !== undefined)
    throw new pulumi.RunError(
      `the Domain ${name} has a TTL of ${JSON.stringify(unused)}, which is not a key of \`records\``,
    );
  const sets = Object.entries<unknown>({ ...records }).flatMap(([key, values]): [string, object][] => {
    const [found, owner, type] = /^(\S+) (\S+)$/.exec(key) ?? [];
    if (found === undefined)
      throw new pulumi.RunError(
        `the Domain ${name} has a key ${JSON.stringify(key)}: write the name and the type, such as "www A"`,
      );
    return values === undefined ? [] : [[key, { name: owner, type, values, ttl: own.get(key) ?? ttl }]];
  });
  return Object.fromEntries(sets);
}

type DomainChildren = Omit<Domain, keyof pulumi.ComponentResource>;

type Instance<T extends keyof Classes> = Classes[T] extends new (...args: never) => infer R ? R : never;

/** Declares the children of a component. Each depends on the children that must precede it. */
export function declareDomain(
  children: Classes,
  parent: pulumi.ComponentResource,
  name: string,
  args: DomainInputs,
): DomainChildren {
  const { domain = name, nameservers, dnssec, lock, aliases = {} } = args;
  const child = <T extends keyof Classes>(
    type: T,
    key: string,
    given: unknown,
    before: readonly (pulumi.Resource | undefined)[],
  ) => {
    if (!given) return undefined;
    const former = aliases[key];
    const alias = former?.startsWith("urn:") ? former : { name: former, parent: pulumi.rootStackResource };
    const dependsOn = before.filter((resource) => resource !== undefined);
    const options = { parent, dependsOn, aliases: former === undefined ? [] : [alias] };
    const made: Instance<T> = Reflect.construct(children[type], [`${name}-${key}`, { ...given, domain }, options]);
    return made;
  };
  const registration = child("DomainRegistration", "registration", args.registration, []);
  const delegation = child("Nameservers", "nameservers", nameservers && { nameservers }, [registration]);
  const served = [registration, delegation];
  const each = <T extends keyof Classes>(type: T, given: object = {}, byDefault = (_key: string) => ({})) => {
    if (pulumi.Output.isInstance(given))
      throw new pulumi.RunError(
        `the ${type}s of the Domain ${name} are a secret or an output, but must be a plain object, since its keys ` +
          "name resources: use outputs and secrets inside it",
      );
    const made = Object.entries<object | undefined>({ ...given }).flatMap(([key, one]) => {
      const resource = child(type, key, one && { ...byDefault(key), ...one }, served);
      return resource === undefined ? [] : [[key, resource] as const];
    });
    return Object.fromEntries(made);
  };
  const made = {
    registration,
    nameservers: delegation,
    settings: child("DomainSettings", "settings", args.settings, [registration]),
    contacts: child("DomainContacts", "contacts", args.contacts, served),
    dnssec: child("Dnssec", "dnssec", dnssec !== undefined && { enabled: dnssec }, served),
    records: each("DnsRecordSet", setsOf(name, args)),
    forwards: each("UrlForward", args.forwards, (source) => ({ source })),
  };
  const { records: sets, forwards: redirects, ...single } = made;
  const all = [...Object.values(single), ...Object.values(sets), ...Object.values(redirects)];
  return { ...made, lock: child("DomainLock", "lock", lock && {}, all) };
}

/** The outputs of a `Domain`, the same in every language. */
export const outputsOf = ({ registration, dnssec, records }: DomainChildren) => ({
  records: Object.fromEntries(Object.entries(records).map(([key, { fqdn }]) => [key, { fqdn }])),
  ...(registration && { registration: { expiresAt: registration.expiresAt } }),
  ...(dnssec && { dnssec: { dsRecords: dnssec.dsRecords } }),
});

/** The type of the component in every language, so that a stack can change its language. */
export const domainType = "registrar-components:index:Domain";

/** Options of `Domain` over the classes of the plugin. */
export type ComponentOptions = pulumi.ComponentResourceOptions;

/** All resources of a domain, in the right order: the lock comes last, and is deleted first. */
export class Domain extends pulumi.ComponentResource {
  protected static readonly children: Classes = classes;

  declare readonly registration: classes.DomainRegistration | undefined;
  declare readonly nameservers: classes.Nameservers | undefined;
  declare readonly settings: classes.DomainSettings | undefined;
  declare readonly contacts: classes.DomainContacts | undefined;
  declare readonly dnssec: classes.Dnssec | undefined;
  /** The sets by their keys, such as `records["www A"].fqdn`. */
  declare readonly records: Readonly<Record<string, classes.DnsRecordSet>>;
  /** The forwards by their keys. */
  declare readonly forwards: Readonly<Record<string, classes.UrlForward>>;
  declare readonly lock: classes.DomainLock | undefined;

  constructor(
    name: string,
    args: DomainArgs,
    options?: Omit<pulumi.ComponentResourceOptions, "provider" | "providers">,
  ) {
    super(domainType, name, {}, options);
    const children = declareDomain(new.target.children, this, name, args);
    Object.assign(this, children);
    this.registerOutputs(outputsOf(children));
  }
}
