/** Writes a Pulumi program in TypeScript for resources that are known already, as a person would have written it. */
import { classesOf, packageJson, pulumiYaml, tsconfigJson } from "../project/manifest.ts";
import type { Front } from "../project/option.ts";
import { printCall, printYaml } from "./print.ts";

/** One resource to declare. */
export interface PlannedResource {
  /** Its name in the stack, unique in the program. */
  name: string;
  /** Class of the package, such as `DnsRecord`. */
  class: string;
  /** Arguments in the order they are written; a `domain` equal to the plan's is written by its constant. */
  args: Record<string, unknown>;
  /** Pulumi's options of it. */
  options?: Record<string, unknown>;
  /** A line of its own above the declaration. */
  comment?: string;
  /** What it belongs to, such as an owner name: neighbours of one group stand together under this heading. */
  group?: string;
}

/** The resources of one domain, in the order they are written. */
export interface PlannedDomain {
  domain: string;
  resources: readonly PlannedResource[];
  /** Name of its file without the ending; default: the domain. */
  file?: string;
  /** First line of the file. Default: that it is as the account has it. */
  heading?: string;
  /** Lines below the heading of the file. */
  remarks?: readonly string[];
}

export interface ProgramPlan {
  /** Name of the Pulumi project: letters, digits, `-`, `_` and `.`. */
  project: string;
  description: string;
  domains: readonly PlannedDomain[];
  /** `true`: only the files of the domains, for a project that is there already. Default: `false`. */
  parts?: boolean;
  /** How the program reaches the provider. Default: by the classes of the package. */
  front?: Front | undefined;
}

/**
 * The files of a program: path to text. One domain stands in `index.ts`; several, or parts for an existing project, in
 * `domains/<domain>.ts` each.
 * @param dependency where a new project takes this package from, as its package.json says it
 */
export function writeProgram(plan: ProgramPlan, dependency: string): Record<string, string> {
  const { project, description, domains, parts = false, front } = plan;
  if (front === "yaml") {
    const program = `${pulumiYaml(project, description, "yaml", front)}resources:\n${domains.map(writeYamlDomain).join("\n")}`;
    return { "Pulumi.yaml": program, "package.json": packageJson({ project, dependency, language: "yaml" }) };
  }
  const [only] = domains;
  const isOne = domains.length === 1 && only !== undefined && !parts;
  const files: Record<string, string> = {};
  if (!parts) {
    files["Pulumi.yaml"] = pulumiYaml(project, description, "typescript", front);
    files["package.json"] = packageJson({ project, dependency });
    files["tsconfig.json"] = tsconfigJson();
    files["index.ts"] = isOne ? writeDomain(only, front) : domains.map(importLine).join("");
  }
  if (!isOne) for (const planned of domains) files[`domains/${fileOf(planned)}.ts`] = writeDomain(planned, front);
  return files;
}

/** How another file of the program takes the file of a domain in. */
export function importLine(planned: Pick<PlannedDomain, "domain" | "file">): string {
  return `import "./domains/${fileOf(planned)}";\n`;
}

const fileOf = ({ domain, file = domain }: Pick<PlannedDomain, "domain" | "file">) => file;

function writeDomain(planned: PlannedDomain, front: Front | undefined): string {
  const { domain, resources, heading: title = `${domain}, as the account has it.`, remarks = [] } = planned;
  const classes = [...new Set(resources.map((resource) => resource.class))].sort();
  const heading = [title, ...remarks].map(comment).join("\n");
  if (classes.length === 0) return `${heading}\nexport {};\n`;
  const constants = { domain };
  const blocks: string[] = [];
  let group: string | undefined;
  let lines: string[] = [];
  const close = () => {
    if (lines.length > 0) blocks.push(lines.join("\n"));
    lines = [];
  };
  for (const resource of resources) {
    if (resource.group !== group) {
      close();
      if (resource.group !== undefined) lines.push(comment(resource.group));
      group = resource.group;
    }
    if (resource.comment !== undefined) lines.push(comment(resource.comment));
    lines.push(printCall(resource.class, resource.name, resource.args, constants, resource.options));
  }
  close();
  return [
    importOf(classes, classesOf(front)),
    heading,
    `const domain = ${JSON.stringify(domain)};\n`,
    blocks.join("\n\n"),
  ]
    .join("\n")
    .concat("\n");
}

function importOf(classes: readonly string[], from: string): string {
  const line = `import { ${classes.join(", ")} } from "${from}";\n`;
  if (line.length - 1 <= 120) return line;
  return `import {\n${classes.map((name) => `  ${name},\n`).join("")}} from "${from}";\n`;
}

/** The members of `resources` in a program without code: no constant, no file of its own. */
function writeYamlDomain({ domain, resources, heading, remarks = [] }: PlannedDomain): string {
  const lines = [heading ?? `${domain}, as the account has it.`, ...remarks].map(
    (line) => `  ${comment(line).replace("//", "#")}\n`,
  );
  let group: string | undefined;
  for (const { name, class: type, args, options, comment: remark, group: own } of resources) {
    for (const above of [own !== group && own, remark])
      if (above) lines.push(`  ${comment(above).replace("//", "#")}\n`);
    group = own;
    lines.push(
      printYaml({ [name]: { type: `registrar:${type}`, properties: args, ...(options && { options }) } }, "  "),
    );
    // A lock waits for nothing by itself in a program without the classes; references are no texts, in which dollars are doubled.
    const others = resources.filter((other) => other.name !== name).map((other) => `        - \${${other.name}}\n`);
    if (type === "DomainLock" && options !== undefined && others.length > 0)
      lines.push(`      dependsOn:\n${others.join("")}`);
  }
  return lines.join("");
}

/** A comment of one line, whatever the text holds. */
function comment(text: string): string {
  return `// ${text.replace(/\s+/g, " ").trim()}`;
}
