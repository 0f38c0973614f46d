/** `Domain`: everything that a domain has, as one component, whose children are ordinary resources of this package. */
import * as pulumi from "@pulumi/pulumi";
import * as classes from "../fronts/dynamic/classes.generated.ts";

/** The classes of one way to use the package. */
type Classes = typeof classes;

/** Arguments of `Domain` that have the same type in every language. */
export interface DomainParts {
  /** Fully qualified domain name, such as `example.com`. */
  domain: pulumi.Input<string>;
  /** The list of a `Nameservers`. Records, sets, forwards, DNSSEC and contacts wait for it. */
  nameservers?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Whether DNSSEC is on. Default: it is not managed. */
  dnssec?: pulumi.Input<boolean> | undefined;
  /** Adds a `DomainLock` that waits for all others, so that it is deleted first. Default: `false`. */
  lock?: boolean | undefined;
  /** Moves resources into the component: by a child's key, the name or URN that it had outside of it. */
  aliases?: Record<string, string> | undefined;
}

/** Arguments of `Domain`. A child is named from the component's name and its key, such as `shop-www` or `shop-lock`. */
export interface DomainArgs extends DomainParts {
  /** A `DomainRegistration`. All others wait for it. */
  registration?: Omit<classes.DomainRegistrationArgs, "domain"> | undefined;
  /** `DnsRecord`s by their key. A key without a value declares none, as in the two below. */
  records?: Record<string, classes.DnsRecordWithoutDomain | undefined> | undefined;
  /** `DnsRecordSet`s by their key. */
  sets?: Record<string, Omit<classes.DnsRecordSetArgs, "domain"> | undefined> | undefined;
  /** `UrlForward`s by their key. */
  forwards?: Record<string, classes.UrlForwardWithoutDomain | undefined> | undefined;
  settings?: Omit<classes.DomainSettingsArgs, "domain"> | undefined;
  contacts?: Omit<classes.DomainContactsArgs, "domain"> | undefined;
}

/** `DomainArgs` in languages that have no unions. */
export type DomainInputs = DomainParts & { [K in Exclude<keyof DomainArgs, keyof DomainParts>]?: object | undefined };

/** Declares the children of a component, in an order in which each finds what it needs. */
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
      `the ${type}s of the Domain ${name} are secret or unknown as a whole, but their keys name resources: give outputs and secrets to single arguments`,
    );
  };
  const others = [
    ...child("DomainSettings", "settings", args.settings, bought),
    ...child("DomainContacts", "contacts", args.contacts, served),
    ...child("Dnssec", "dnssec", dnssec !== undefined && { enabled: dnssec }, served),
    ...each("DnsRecord", args.records),
    ...each("DnsRecordSet", args.sets),
    ...each("UrlForward", args.forwards),
  ];
  child("DomainLock", "lock", lock && {}, [...served, ...others]);
}

/** Everything that a domain has, in the right order: the lock comes last, and is deleted first. */
export class Domain extends pulumi.ComponentResource {
  protected static readonly children: Classes = classes;

  constructor(name: string, args: DomainArgs, options?: pulumi.ComponentResourceOptions) {
    super("registrar:components:Domain", name, {}, options);
    declareDomain(new.target.children, this, name, args);
    this.registerOutputs();
  }
}
