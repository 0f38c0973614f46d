import { PolicyPack, validateResourceOfType } from "@pulumi/policy";
import * as classes from "pulumi-registrar";
import * as plugin from "pulumi-registrar/plugin";

/** The most that one order may cost, in the account's currency. */
const most = 50;

// Programs use the classes or, in any language, the plugin: a resource is of one type or the other.
new PolicyPack("domains", {
  policies: [
    {
      name: "locked-and-private",
      description: "Each domain has a registrar lock, and WHOIS privacy.",
      enforcementLevel: "mandatory",
      validateStack: ({ resources }, report) => {
        const ours = resources.filter(({ type }) => /^(registrar:index|pulumi-nodejs:dynamic\/registrar):/.test(type));
        const domainsOf = (name: string, isFit = (_: Record<string, unknown>) => true) =>
          new Set(
            ours.filter(({ type, props }) => type.endsWith(name) && isFit(props)).map(({ props }) => props["domain"]),
          );
        const [locked, isPrivate] = [
          domainsOf(":DomainLock"),
          domainsOf(":DomainSettings", ({ privacy }) => privacy === true),
        ];
        for (const domain of domainsOf("")) {
          if (typeof domain !== "string") continue; // A contact is of none.
          if (!locked.has(domain)) report(`${domain} has no DomainLock.`);
          if (!isPrivate.has(domain)) report(`${domain} has no DomainSettings with \`privacy: true\`.`);
        }
      },
    },
    {
      name: "price-limits",
      description: `An order costs ${most} at most.`,
      enforcementLevel: "mandatory",
      validateResource: [
        ...[classes.DomainRegistration, plugin.DomainRegistration].map((kind) =>
          validateResourceOfType(kind, ({ maxPrice, renewUntil, maxRenewalPrice }, _, report) => {
            if (maxPrice === undefined || maxPrice > most) report(`Set \`maxPrice\` to ${most} or less.`);
            if (renewUntil !== undefined && (maxRenewalPrice ?? most + 1) > most)
              report(`Set \`maxRenewalPrice\` to ${most} or less.`);
          }),
        ),
        ...[classes.DomainTransfer, plugin.DomainTransfer].map((kind) =>
          validateResourceOfType(kind, ({ maxPrice = most + 1 }, _, report) => {
            if (maxPrice > most) report(`Set \`maxPrice\` to ${most} or less.`);
          }),
        ),
      ],
    },
    {
      name: "no-wildcard",
      description: "A record for every name hides mistakes.",
      enforcementLevel: "advisory",
      validateResource: [classes.DnsRecord, plugin.DnsRecord].map((kind) =>
        validateResourceOfType(kind, ({ name }, _, report) => {
          if (name?.startsWith("*")) report("Declare the names that are used.");
        }),
      ),
    },
  ],
});
