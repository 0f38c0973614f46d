/** Arguments and outputs that several resources share, and how findings about them are reported. */
import * as z from "zod";
import {
  checks,
  type Finding,
  fullName,
  InvalidNameError,
  ifValid,
  normaliseDomain,
  normaliseHost,
  recordOwner,
  recordSchemas,
  unionOfTypes,
} from "../dns/index.ts";
import type { CheckContext, CheckFailure, Computed } from "./definition.ts";
import { areRecordsSecret, isSecretArgument } from "./redactionScope.ts";

/** Adds an issue if a name can't be normalised, or has only one label. */
const checkName =
  (normalise: (name: string) => string, what: string) =>
  (name: string, context: z.RefinementCtx): void => {
    try {
      if (!normalise(name).includes(".")) throw new InvalidNameError(name, "it has only one label");
    } catch (error) {
      if (!(error instanceof InvalidNameError)) throw error;
      context.addIssue({ code: "custom", message: `must be ${what}: ${error.message}` });
    }
  };

/** A registered domain name. */
export const domainArgument = z
  .string()
  .superRefine(checkName(normaliseDomain, "a full domain name such as `example.com`"))
  .meta({
    description: "Domain name, such as `example.com`; may be internationalised. A change replaces the resource.",
  });

const twoNames = "must name at least 2 different nameservers (RFC 1034 4.1)";
/** 2 to 13 nameservers. */
export const nameserversArgument = z
  .array(z.string().superRefine(checkName(normaliseHost, "full host names such as `ns1.example.net`")))
  .min(2, { message: twoNames })
  .max(13, { message: "must name at most 13 nameservers, as registries accept them" })
  .refine((names) => canonicalHosts(names).length >= 2, { message: twoNames });

/** A set of host names as one comparable list. */
export const canonicalHosts = (names: readonly string[] = []): string[] =>
  [...new Set(names.map((name) => ifValid(() => normaliseHost(name)) ?? name.toLowerCase()))].sort();

let records: ReturnType<typeof unionOfTypes> | undefined;

/** A record without its domain, a union by `type`. Made at first use, since that takes long. */
export function recordArgument() {
  records ??= unionOfTypes((type) =>
    z
      .strictObject(recordSchemas[type].shape)
      .meta({ id: `${type}Record`, description: `A record of type ${type}, without its domain.` }),
  );
  return records;
}

/** The contacts of a domain, by role. */
export const contactRoles = (byDefault: string) => {
  const handle = (role: string) =>
    z
      .string()
      .regex(/^[^\s@]+$/, { message: "must be a contact's handle, such as `CONTACT_1-67890`" })
      .optional()
      .meta({ description: `Handle of the ${role}. ${byDefault}` });
  return {
    registrant: handle(
      "registrant, such as the `handle` of a `Contact`. The owner may have to approve a change by e-mail",
    ),
    admin: handle("administrative contact"),
    tech: handle("technical contact"),
    billing: handle("billing contact"),
  };
};

/** The consent to adopt existing rows. */
export const adoptArgument = (description: string, byDefault = "Default: `false`.") =>
  z
    .boolean({ error: "must be true or false" })
    .optional()
    .meta({ description: `${description} ${byDefault}` });

/** {@link adoptArgument} of a resource with one row. */
export const rowAdoptArgument = (description: string) =>
  adoptArgument(`${description} Used on create, and when an update needs another row.`);

export const skipChecksArgument = z.array(z.string()).optional().meta({
  description: "IDs of checks to switch off for this resource (see the page on checks). Default: none.",
  tsType: "pulumi.Input<pulumi.Input<CheckId>[]>",
});

/** The 60-day restriction of transfers. Specification, lock status record. */
export const restrictionOutputs = {
  icannTransferLock: z
    .boolean()
    .optional()
    .meta({ description: "True during the 60-day transfer restriction after a registration or inbound transfer." }),
  icannTransferLockExpiresAt: z
    .string()
    .optional()
    .meta({ description: "End of that restriction, in the registrar's format." }),
};

export const fqdnOutput = {
  fqdn: z.string().meta({
    description:
      "Full owner name, such as `www.example.com`: A-labels, lower case, no trailing dot. An SRV's includes service and protocol.",
  }),
};

/** The owner name, from the arguments of a record or a set. */
export const fqdn: Computed = {
  of: ["domain", "type", "name", "service", "protocol"],
  from: ({ domain, type, name, service, protocol }) =>
    typeof name === "string" && typeof type === "string"
      ? ifValid(() =>
          fullName(recordOwner({ type, name, service, protocol }, domainOf({ domain })), domainOf({ domain })),
        )
      : undefined,
};

/** Strict findings that aren't switched off. Best-practice findings are logged as warnings. */
export function failuresOf(
  findings: readonly Finding[],
  { skipChecks, advise }: Pick<CheckContext, "skipChecks" | "advise">,
): CheckFailure[] {
  return findings.flatMap(({ check, set, property, reason, reference }): CheckFailure[] => {
    if (skipChecks.includes(check)) return [];
    const text = `${toldReason(check, reason, property)} [${check}${reference === undefined ? "" : `, ${reference}`}]`;
    if (set === "strict") return [{ ...(property !== undefined && { property }), reason: text }];
    advise(check, property === undefined ? text : `${property}: ${text}`);
    return [];
  });
}

/** The reason of a finding, which may quote the value. For a secret argument, it is the rule of the check. */
function toldReason(check: string, reason: string, property: string | undefined): string {
  const isSecret = areRecordsSecret() || (property !== undefined && isSecretArgument(property));
  return isSecret ? ruleOf(check) : reason;
}

/** The rule of a check, without a value. */
export function ruleOf(check: string): string {
  return checks.find(({ id }) => id === check)?.description ?? "is not valid";
}

/** The domain of arguments or a state, in canonical form. @throws InvalidNameError */
export function domainOf({ domain }: { domain?: unknown }): string {
  return normaliseDomain(String(domain));
}

/** Do two strings name the same domain, in any spelling? */
export function sameDomain(a: unknown, b: unknown): boolean {
  const meaning = (domain: unknown) => ifValid(() => normaliseDomain(String(domain))) ?? domain;
  return meaning(a) === meaning(b);
}
