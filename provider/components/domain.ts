/** `Domain`: all resources of a domain as one component. Its children are ordinary resources of this package. */
import * as pulumi from "@pulumi/pulumi";
import * as classes from "../fronts/dynamic/classes.generated.ts";
import { componentType } from "../fronts/shared/state.ts";

/** The classes of one way to use the package. */
type Classes = Omit<typeof classes, "DnsRecord">;

/** Arguments of `Domain` that have the same type in every language. */
export interface DomainParts {
  /** Fully qualified domain name, such as `example.com`. Default: the component's name. */
  domain?: pulumi.Input<string> | undefined;
  /** The list of a `Nameservers`. Records, forwards, DNSSEC and contacts depend on it. */
  nameservers?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** The TTL of the records in seconds, except those of `ttls`. Default: the registrar's. */
  ttl?: pulumi.Input<number> | undefined;
  /** `additive`: leaves alone records that aren't in `records`. `authoritative`: deletes them. Default: `additive`. */
  mode?: pulumi.Input<string> | undefined;
  /** As in a `DnsZone`: most existing records that one run may change or delete. Default: 30 % of 10 or more records. */
  maxChanges?: pulumi.Input<number> | undefined;
  /** As in a `DnsZone`: most records that one run may delete or overwrite although `records` never had them. Default: 0. */
  maxUnlistedDeletes?: pulumi.Input<number> | undefined;
  /** As in a `DnsZone`: patterns of records that are never touched, such as `"*.dyn TXT"`. Default: none. */
  ignoreRecords?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** `true` turns DNSSEC on. Default: DNSSEC isn't managed. */
  dnssec?: pulumi.Input<boolean> | undefined;
  /** Adds a `DomainLock` that depends on all others, so that it is deleted first. Default: `false`. */
  lock?: boolean | undefined;
  /** Former names or URNs of children by their keys, such as `zone`. Records and sets need none: the zone adopts their rows. */
  aliases?: Record<string, string> | undefined;
}

/** A `UrlForward` under its key. `source` defaults to the key. */
type Forward = Omit<classes.UrlForwardArgs, "domain" | "source"> & Partial<Pick<classes.UrlForwardArgs, "source">>;

/** Arguments of `Domain`. A child's name is the component's name and the child's key: `shop-zone`, `shop-lock`. */
export interface DomainArgs extends DomainParts {
  mode?: classes.DnsZoneArgs["mode"];
  /** A `DomainRegistration`. All others depend on it. */
  registration?: Omit<classes.DomainRegistrationArgs, "domain"> | undefined;
  /** The records of a `DnsZone`: values by owner name and type, `"www A"`, or a list of parts. */
  records?: classes.DnsZoneArgs["records"] | undefined;
  /** TTLs in seconds by key of `records`, in place of `ttl`. */
  ttls?: classes.DnsZoneArgs["ttls"];
  /** `UrlForward`s by their source, or by any key if they have a `source`. A key without a value declares none. */
  forwards?: Record<string, Forward | undefined> | undefined;
  settings?: Omit<classes.DomainSettingsArgs, "domain"> | undefined;
  contacts?: Omit<classes.DomainContactsArgs, "domain"> | undefined;
}

/** `DomainArgs` in languages that have no unions. */
export type DomainInputs = DomainParts & { [K in Exclude<keyof DomainArgs, keyof DomainParts>]?: object | undefined };

/** The arguments of the zone, without its domain; `undefined` if there are no records to manage. */
function zoneOf({ mode, records, ttl, ttls, maxChanges, maxUnlistedDeletes, ignoreRecords }: DomainInputs) {
  if (records === undefined && mode === undefined) return undefined;
  return { records: records ?? {}, ttl, ttls, mode, maxChanges, maxUnlistedDeletes, ignoreRecords };
}

/** Full owner names by key of the records. They aren't secret, even if a value is: messages show them, too. */
function namesIn(zone: Partial<classes.DnsZone> = {}): Domain["records"] {
  const keys = pulumi.unsecret(pulumi.output(zone.records).apply((records) => Object.keys({ ...records })));
  return pulumi.all([zone.domain, keys]).apply(async ([domain = "", names]) => {
    const { fullName, ownerName } = await import("../dns/names.ts");
    const fqdn = (key: string) => fullName(ownerName(key.replace(/ \S*$/, ""), domain), domain);
    return Object.fromEntries(names.map((key) => [key, { fqdn: fqdn(key) }]));
  });
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
  const made = {
    registration,
    nameservers: delegation,
    settings: child("DomainSettings", "settings", args.settings, [registration]),
    contacts: child("DomainContacts", "contacts", args.contacts, served),
    dnssec: child("Dnssec", "dnssec", dnssec !== undefined && { enabled: dnssec }, served),
    zone: child("DnsZone", "zone", zoneOf(args), served),
  };
  const { forwards: given = {} } = args;
  if (pulumi.Output.isInstance(given))
    throw new pulumi.RunError(
      `the forwards of the Domain ${name} are a secret or an output, but must be a plain object, since its keys name ` +
        "resources: use outputs and secrets inside it",
    );
  const forwards = Object.fromEntries(
    Object.entries<object | undefined>({ ...given }).flatMap(([source, one]) => {
      const forward = child("UrlForward", source, one && { source, ...one }, served);
      return forward === undefined ? [] : [[source, forward] as const];
    }),
  );
  const all = [...Object.values(made), ...Object.values(forwards)];
  return { ...made, records: namesIn(made.zone), forwards, lock: child("DomainLock", "lock", lock && {}, all) };
}

/** The outputs of a `Domain`, the same in every language. */
export const outputsOf = ({ registration, dnssec, records }: DomainChildren) => ({
  records,
  ...(registration && { registration: { expiresAt: registration.expiresAt } }),
  ...(dnssec && { dnssec: { dsRecords: dnssec.dsRecords } }),
});

/** The type of the component in every language, so that a stack can change its language. */
export const domainType = componentType;

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
  /** The zone of `records`. */
  declare readonly zone: classes.DnsZone | undefined;
  /** Full names of the records by their keys: `records["www A"].fqdn`. Waits for the zone. */
  declare readonly records: pulumi.Output<Readonly<Record<string, { readonly fqdn: string }>>>;
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
