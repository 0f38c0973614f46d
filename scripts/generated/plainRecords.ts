/** Prints the record types as plain types for programs, without internal types. */
import { forwardTypes } from "../../provider/api/forward.ts";
import { recordTypeNames, recordTypes } from "../../provider/dns/index.ts";
import { zoneModes } from "../../provider/lifecycle/records/zone.ts";
import { dialects } from "../../testing/sandbox/dialects/index.ts";
import profiles from "../../testing/sandbox/profiles.json";
import { capital } from "./schema.ts";

const head = "// Generated from the record types by `npm run generate`. Do not edit.";

/** The types and their fields, for the sandbox and its page, which loads nothing else of the package. */
export function recordTypesText(): string {
  const all = Object.values(recordTypes);
  const fields = new Map(all.flatMap(({ owner, fields }) => Object.entries({ ...owner.arguments, ...fields })));
  const types = recordTypeNames.map((type) => JSON.stringify(type)).join(", ");
  const members = [...fields].map(([key, { kind }]) => `  ${key}: "${kind}",`);
  const forms = recordTypeNames.map((type) => {
    const { fields: data, inOrder, owner } = recordTypes[type];
    const keys = [...Object.keys(owner.arguments), ...inOrder.map(([key]) => key)];
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

/** Every profile. Some take a number: \`page-cap:3\`. */
export const profileNames = [
${Object.keys(profiles)
  .map((name) => `  ${JSON.stringify(name)},\n`)
  .join("")}] as const;

export type ProfileName = (typeof profileNames)[number];
/** Services whose dialect the sandbox speaks. */
export type DialectName = ${Object.keys(dialects)
  .map((name) => JSON.stringify(name))
  .join(" | ")};
/** The name of a profile, with or without its number; a service, or its rows alone; or a JSON file. */
export type ProfileChoice =
  | ProfileName
  | \`\${ProfileName}:\${number}\`
  | DialectName
  | \`\${DialectName}-rows\`
  | \`\${string}.json\`;
`;

interface Words {
  description: string;
  words: readonly string[];
  /** How a program in TypeScript passes another word, and the type of one. */
  others?: readonly [hint: string, type: string];
}

/** The words of arguments, by the name of their type. */
export const wordTypes: Readonly<Record<string, Words>> = {
  DnsRecordType: { description: "The record types.", words: recordTypeNames },
  DnsZoneMode: { description: "Which records a zone manages.", words: zoneModes },
  UrlForwardType: {
    description: "The kinds of a forward. A contract file may have further words.",
    words: forwardTypes,
    others: [': `"moved" as UrlForwardType`.', " | (string & { readonly isContractWord: true })"],
  },
};

/** Words as constants and as their type, as the packages that Pulumi generates have them. */
export const wordsText = (): string =>
  Object.entries(wordTypes).reduce((text, [name, { description, words, others: [hint, type] = [".", ""] }]) => {
    const members = words.map((word) => `${capital(word)}: ${JSON.stringify(word)}`);
    return `${text}
/** ${description.replace(/\.$/, hint)} */
export const ${name} = { ${members.join(", ")} } as const;
export type ${name} = (typeof ${name})[keyof typeof ${name}]${type};
`;
  }, `${head}\n`);
