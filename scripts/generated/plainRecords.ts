/** Prints the record types as plain types for programs, without internal types. */
import { forwardTypes } from "../../provider/api/forward.ts";
import { recordTypeNames, recordTypes } from "../../provider/dns/index.ts";
import { zoneModes } from "../../provider/lifecycle/records/zone.ts";
import { dialects } from "../../testing/sandbox/dialects/index.ts";
import profiles from "../../testing/sandbox/profiles.json";

const head = "// Generated from the record types by `npm run generate`. Do not edit.";
const union = (members: readonly string[]) => members.map((member) => `  | ${member}`).join("\n");

/** The types and their fields, for the sandbox and its page, which loads nothing else of the package. */
export function recordTypesText(): string {
  const kinds = Object.assign({}, ...recordTypeNames.map((type) => recordTypes[type].argumentKinds));
  const { name: _, ...fields } = kinds;
  const types = recordTypeNames.map((type) => JSON.stringify(type)).join(", ");
  const members = Object.entries(fields).map(([key, kind]) => `  ${key}: "${kind}",`);
  const forms = recordTypeNames.map((type) => {
    const { fields: data, order, owner } = recordTypes[type];
    const keys = [...Object.keys(owner.arguments), ...order];
    return `  ${type}: { ${keys.map((key) => `${key}: ${data[key]?.range?.[1] ?? '"string"'}`).join(", ")} },`;
  });
  return `${head}

export const recordTypes = [${types}] as const;

/** Fields of all types, with their kinds. */
export const recordFields = {
${members.join("\n")}
} as const;

/** Fields of each type, in the order of zone files: the highest number, or a string. */
export const fieldsOfTypes: Readonly<Record<string, Readonly<Record<string, number | "string">>>> = {
${forms.join("\n")}
};
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

/** Words as constants and as their type, as the packages that Pulumi generates have them. */
function wordsOf(text: string, name: string, words: readonly string[], others = ""): string {
  const members = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${JSON.stringify(word)}`);
  return `/** ${text} */
export const ${name} = { ${members.join(", ")} } as const;
export type ${name} = (typeof ${name})[keyof typeof ${name}]${others};
`;
}

/** The words of arguments, for programs. */
export const wordsText = (): string =>
  [
    head,
    wordsOf("The record types.", "DnsRecordType", recordTypeNames),
    wordsOf("Which records a zone manages.", "DnsZoneMode", zoneModes),
    wordsOf(
      'The kind of a forward. Another word of the contract file: `"moved" as UrlForwardType`.',
      "UrlForwardType",
      forwardTypes,
      " | (string & { readonly isContractWord: true })",
    ),
  ].join("\n\n");
