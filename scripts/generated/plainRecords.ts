/** Prints the record types as plain types for programs, without internal types. */
import * as z from "zod";
import { forwardFields } from "../../provider/api/forward.ts";
import { recordTypeNames, recordTypes } from "../../provider/dns/index.ts";
import { dialects } from "../../testing/sandbox/dialects/index.ts";
import profiles from "../../testing/sandbox/profiles.json";

const head = "// Generated from the record types by `npm run generate`. Do not edit.";
const union = (members: readonly string[]) => members.map((member) => `  | ${member}`).join("\n");
const article = (type: string) => (/^[AEFHILMNORSX]/.test(type) ? "An" : "A");

/** Describes a field for all types that have it. */
function fieldText(key: string, brief: string | undefined): string {
  const types = recordTypeNames.filter((type) => Object.hasOwn(recordTypes[type].fields, key)).join(", ");
  return key === "content"
    ? `The data of ${types} records.`
    : `Of ${types} records${brief === undefined ? "" : `: ${brief}`}.`;
}

/** The members of a live record, which lookups and their schema explain. */
function liveMembersOf(type: (typeof recordTypeNames)[number]): string[] {
  const fields = Object.entries(recordTypes[type].fields).map(
    ([key, { kind, brief }]) => `  /** ${fieldText(key, brief)} */\n  ${key}: ${kind === "number" ? "Integer" : kind};`,
  );
  return [`  /** The record type. */\n  type: "${type}";`, ...fields];
}

/** The types and their fields, for the sandbox and its page, which loads nothing else of the package. */
export function recordTypesText(): string {
  const kinds = Object.assign({}, ...recordTypeNames.map((type) => recordTypes[type].argumentKinds));
  const { name: _, ...fields } = kinds;
  const types = recordTypeNames.map((type) => JSON.stringify(type)).join(", ");
  const members = Object.entries(fields).map(([key, kind]) => `  ${key}: "${kind}",`);
  return `${head}

export const recordTypes = [${types}] as const;

/** Fields of all types, with their kinds. */
export const recordFields = {
${members.join("\n")}
} as const;
`;
}

/** The names of the sandbox's profiles. */
export const profileNamesText = (): string => `${head.replace("the record types", "profiles.json")}

export type ProfileName =
${union(Object.keys(profiles).map((name) => JSON.stringify(name)))};

/** Every profile. Some take a number: \`page-cap:3\`. */
export const profileNames: readonly ProfileName[] = [
${Object.keys(profiles)
  .map((name) => `  ${JSON.stringify(name)},\n`)
  .join("")}];

/** Services whose dialect the sandbox speaks. */
export type DialectName =
${union(Object.keys(dialects).map((name) => JSON.stringify(name)))};
/** The name of a profile, with or without its number; a service, or its rows alone; or a JSON file. */
export type ProfileChoice =
  | ProfileName
  | \`\${ProfileName}:\${number}\`
  | DialectName
  | \`\${DialectName}-rows\`
  | \`\${string}.json\`;
`;

/** Records as they are live, for lookups. */
export function liveRecordsText(): string {
  const interfaces = recordTypeNames.map(
    (type) => `/** ${article(type)} ${type} record: ${recordTypes[type].holds}. */
export interface Live${type}Record extends LiveRecordBase {
${liveMembersOf(type).join("\n")}
}`,
  );
  return `${head}

/** An integer in the plugin's schema, and in languages that have one. */
export type Integer = number;

/** The record types. Specification, "DNS record". */
export type DnsRecordType = ${recordTypeNames.map((type) => JSON.stringify(type)).join(" | ")};

/** Fields of every record. */
interface LiveRecordBase {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** Owner name, relative to the domain, in A-labels and lower case; \`@\` for the domain itself. */
  name: string;
  /** Seconds; absent if the registrar does not show it. */
  ttl?: Integer | undefined;
  /** Free text; absent if there is none. */
  comment?: string | undefined;
}

${interfaces.join("\n")}

/** A record as it is live, in the form that \`DnsRecord\` takes as its arguments. */
export type LiveDnsRecord =
${union(recordTypeNames.map((type) => `Live${type}Record`))};

/** A URL forward as it is live, in the form that \`UrlForward\` takes as its arguments. */
export interface LiveUrlForward {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
${Object.entries(forwardFields).map(forwardMember).join("\n")}
}
`;
}

function forwardMember([name, { schema, shown }]: [string, { schema: z.ZodType; shown: string }]): string {
  const type = String(z.toJSONSchema(schema, { io: "input" }).type);
  return `  /** ${shown} */\n  ${name}${schema instanceof z.ZodOptional ? `?: ${type} | undefined` : `: ${type}`};`;
}
