/** Prints the record types as plain types for programs, without internal types. */
import { recordTypeNames, recordTypes } from "../../provider/dns/index.ts";
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
