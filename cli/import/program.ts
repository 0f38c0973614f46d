/** Writes a Pulumi program for existing resources, as a person would. */

import type { HandlerName } from "../../provider/imports/capture.ts";
import type { Properties } from "../../provider/lifecycle/definition.ts";
import { resources } from "../../provider/resources/index.ts";
import { classesOf, frameOf } from "../project/manifest.ts";
import type { Language } from "../project/option.ts";
import { printCall, printYaml } from "./print.ts";

export interface Declaration {
  handler: HandlerName;
  /** Its name in the stack, unique in the program. */
  name: string;
  /** Arguments in the order they are written; a `domain` equal to the plan's is written by its constant. */
  args: Properties;
  comment?: string;
  /** Heading above neighbours of one group, such as an owner name. */
  group?: string;
}

/** The resources of one domain, in the order they are written. */
export interface PlannedDomain {
  domain: string;
  found: readonly Declaration[];
  /** Name of its file without the ending; default: the domain. */
  file?: string;
  /** First line of the file. Default: that it is as the account has it. */
  heading?: string;
  remarks?: readonly string[];
}

export interface ProgramPlan {
  /** Name of the Pulumi project: letters, digits, `-`, `_` and `.`. */
  project: string;
  description: string;
  domains: readonly PlannedDomain[];
  /** `true`: only the files of the domains, for a project that is there already. Default: `false`. */
  parts?: boolean;
  language: Extract<Language, "typescript" | "yaml">;
  /** Does a program in TypeScript use the plugin? Default: `false`. */
  plugin?: boolean | undefined;
}

/**
 * The files of a program: path to text. One domain is in `index.ts`; several domains, or parts for an existing project, have
 * `domains/<domain>.ts` each.
 * @param dependency where a new project takes this package from, as its package.json says it
 */
export function writeProgram(plan: ProgramPlan, dependency: string): Record<string, string> {
  const { project, description, domains, parts = false, language, plugin } = plan;
  const frame = frameOf({ project, description, dependency, language, plugin });
  if (language === "yaml") {
    const program = `${frame["Pulumi.yaml"]}resources:\n${domains.map(writeYamlDomain).join("\n")}`;
    return { ...frame, "Pulumi.yaml": program };
  }
  const [only] = domains;
  const isOne = domains.length === 1 && only !== undefined && !parts;
  const index = isOne ? writeDomain(only, plugin) : domains.map(importLine).join("");
  const files: Record<string, string> = parts ? {} : { ...frame, "index.ts": index };
  if (!isOne) for (const planned of domains) files[`domains/${fileOf(planned)}.ts`] = writeDomain(planned, plugin);
  return files;
}

/** How another file of the program takes the file of a domain in. */
export function importLine(planned: Pick<PlannedDomain, "domain" | "file">): string {
  return `import "./domains/${fileOf(planned)}";\n`;
}

const fileOf = ({ domain, file = domain }: Pick<PlannedDomain, "domain" | "file">) => file;

function writeDomain(planned: PlannedDomain, isPlugin: boolean | undefined): string {
  const { domain, found } = planned;
  const used = [...new Set(found.map(({ handler }) => resources[handler].type))].sort();
  const heading = headingOf(planned).map(comment).join("\n");
  if (used.length === 0) return `${heading}\nexport {};\n`;
  const contacts = waitedFor(found);
  const options = contacts === undefined ? "{ protect: true }" : "{ dependsOn: contacts, protect: true }";
  const blocks = blocksOf(found, comment, ({ handler, name, args }) => {
    const { type } = resources[handler];
    const call = printCall(type, name, args, { domain }, type === "DomainLock" ? options : undefined);
    return name === contacts ? `const contacts = ${call}` : call;
  });
  const constant = `const domain = ${JSON.stringify(domain)};\n`;
  return `${[importOf(used, classesOf(isPlugin)), heading, constant, blocks.join("\n\n")].join("\n")}\n`;
}

const headingOf = ({ domain, heading = `${domain}, as the account has it.`, remarks = [] }: PlannedDomain) => [
  heading,
  ...remarks,
];

/** Declarations with their comments, a block for each group. */
function blocksOf(
  found: readonly Declaration[],
  commented: (text: string) => string,
  print: (declaration: Declaration) => string,
): string[] {
  const blocks: string[][] = [];
  found.forEach((each, index) => {
    if (index === 0 || each.group !== found[index - 1]?.group) blocks.push(each.group ? [commented(each.group)] : []);
    const above = each.comment === undefined ? "" : `${commented(each.comment)}\n`;
    blocks.at(-1)?.push(`${above}${print(each)}`);
  });
  return blocks.map((lines) => lines.join("\n"));
}

function importOf(classes: readonly string[], from: string): string {
  const line = `import { ${classes.join(", ")} } from "${from}";\n`;
  if (line.length - 1 <= 120) return line;
  return `import {\n${classes.map((name) => `  ${name},\n`).join("")}} from "${from}";\n`;
}

/** The members of `resources` in a program without code: no constant, no file of its own. */
function writeYamlDomain(planned: PlannedDomain): string {
  const commented = (text: string) => `  ${comment(text).replace("//", "#")}`;
  const contacts = waitedFor(planned.found);
  const blocks = blocksOf(planned.found, commented, ({ name, handler, args }) => {
    const { type } = resources[handler];
    const isLock = type === "DomainLock";
    const declared = { type: `registrar:${type}`, properties: args, ...(isLock && { options: { protect: true } }) };
    // A reference keeps its dollar; in a string, dollars are doubled.
    const waits = isLock && contacts !== undefined ? `      dependsOn:\n        - \${${contacts}}\n` : "";
    return `${printYaml({ [name]: declared }, "  ")}${waits}`.trimEnd();
  });
  return `${[...headingOf(planned).map(commented), ...blocks].join("\n")}\n`;
}

/** Name of the contacts of a locked domain. They cannot change while it is locked, so the lock depends on them. */
function waitedFor(found: readonly Declaration[]): string | undefined {
  const isLocked = found.some(({ handler }) => handler === "domainLock");
  return isLocked ? found.find(({ handler }) => handler === "domainContacts")?.name : undefined;
}

/** A comment of one line, whatever the text holds. */
function comment(text: string): string {
  return `// ${text.replace(/\s+/g, " ").trim()}`;
}
