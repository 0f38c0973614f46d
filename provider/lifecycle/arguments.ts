/** Arguments and outputs that several resources share, and how findings about them are reported. */
import * as z from "zod";
import {
  checks,
  type Finding,
  fullName,
  InvalidNameError,
  ifValid,
  normaliseDomain,
  recordOwner,
  recordSchemas,
  unionOfTypes,
} from "../dns/index.ts";
import type { CheckContext, CheckFailure, Computed } from "./definition.ts";
import { areRecordsSecret, isSecretArgument } from "./redactionScope.ts";

/** A registered domain name. */
export const domainArgument = z
  .string()
  .superRefine((value, context) => {
    try {
      if (!normaliseDomain(value).includes(".")) {
        context.addIssue({ code: "custom", message: "must be a full domain name such as `example.com`" });
      }
    } catch (error) {
      if (!(error instanceof InvalidNameError)) throw error;
      context.addIssue({ code: "custom", message: `must be a domain name such as \`example.com\`: ${error.message}` });
    }
  })
  .meta({
    description: "Domain name, such as `example.com`; may be internationalised. A change replaces the resource.",
  });

let records: ReturnType<typeof unionOfTypes> | undefined;

/** A record without its domain, told apart by `type`. Few resources take one, and to make it takes long. */
export function recordArgument() {
  records ??= unionOfTypes((type) =>
    z
      .strictObject(recordSchemas[type].shape)
      .meta({ id: `${type}Record`, description: `A record of type ${type}, without its domain.` }),
  );
  return records;
}

/** What a resource does with what exists already and is not its own. */
export type Adopt = "none" | "matching" | "overwrite";

export const adoptArgument = (description: string, byDefault = "Default: `none`.") =>
  z
    .enum(["none", "matching", "overwrite"] satisfies Adopt[], { error: 'must be "none", "matching" or "overwrite"' })
    .optional()
    .meta({ description: `${description} ${byDefault}` });

/** Of what is one item. */
export const itemAdoptArgument = (description: string) =>
  adoptArgument(`${description} Used on create, and when a change makes it another row.`);

export const ignoreChecksArgument = z
  .array(z.string())
  .optional()
  .meta({ description: "IDs of checks to switch off for this resource (see the page on checks). Default: none." });

export const fqdnOutput = {
  fqdn: z.string().meta({
    description:
      "Full owner name, such as `www.example.com`: A-labels, lower case, no trailing dot. For SRV, with service and protocol.",
  }),
};

/** The same, from the arguments of a record or a set. */
export const fqdn: Computed = {
  of: ["domain", "type", "name", "service", "protocol"],
  from: ({ name, type, ...args }) =>
    typeof name === "string" && typeof type === "string"
      ? ifValid(() => fullName(recordOwner({ ...args, name, type }, domainOf(args)), domainOf(args)))
      : undefined,
};

/** Strict findings that are not switched off by ID. Best practice is reported as a warning. */
export function failuresOf(
  findings: readonly Finding[],
  { ignoreChecks, advise }: Pick<CheckContext, "ignoreChecks" | "advise">,
): CheckFailure[] {
  return findings.flatMap(({ check, set, property, reason, reference }): CheckFailure[] => {
    if (ignoreChecks.includes(check)) return [];
    const text = `${toldReason(check, reason, property)} [${check}${reference === undefined ? "" : `, ${reference}`}]`;
    if (set === "strict") return [{ ...(property !== undefined && { property }), reason: text }];
    advise(check, property === undefined ? text : `${property}: ${text}`);
    return [];
  });
}

/** What a check says; of a secret argument what the check is about, since its words quote the value. */
function toldReason(check: string, reason: string, property: string | undefined): string {
  const isSecret = areRecordsSecret() || (property !== undefined && isSecretArgument(property));
  return isSecret ? ruleOf(check) : reason;
}

/** What a check demands, whatever the value. */
export function ruleOf(check: string): string {
  return checks.find(({ id }) => id === check)?.description ?? "is not valid";
}

/** The domain of arguments or a state, in canonical form. @throws InvalidNameError */
export function domainOf({ domain }: { domain?: unknown }): string {
  return normaliseDomain(String(domain));
}

/** Do two texts name the same domain, in whatever spelling? */
export function sameDomain(a: unknown, b: unknown): boolean {
  const meaning = (domain: unknown) => ifValid(() => normaliseDomain(String(domain))) ?? domain;
  return meaning(a) === meaning(b);
}
