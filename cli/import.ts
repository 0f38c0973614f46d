/** `pulumi-registrar import`: a program and an import file for what the account has already. */
import { Command, Option } from "commander";
import { InvalidNameError, normaliseDomain } from "../provider/dns/index.ts";
import { pluginRow } from "../provider/fronts/shared/state.ts";
import type { Run } from "../provider/lifecycle/run.ts";
import { openAccount } from "./account.ts";
import { ExitCode } from "./exitCode.ts";
import { assertFresh, assertProject, freeName, writeNewFiles } from "./import/files.ts";
import { type Import, planImport } from "./import/plan.ts";
import { importLine, writeProgram } from "./import/program.ts";
import { leftOutLines } from "./leftOut.ts";
import { counted, oneLine, print, shellWord, warn } from "./output.ts";
import { languageOption, packageOption, pluginOption, verboseOption } from "./project/option.ts";
import { packageSource, packedFile } from "./project/source.ts";
import { paragraph } from "./table.ts";

interface Options {
  all?: boolean;
  out?: string;
  into?: string;
  as: "records" | "zone";
  language: "typescript" | "yaml";
  plugin?: boolean;
  package?: string;
  verbose?: boolean;
}

/** Pulumi writes programs in every language, for types of the plugin. */
const inOtherLanguages =
  "Write a new project with --out and --language yaml. Then run `pulumi import --file NEW/import.json --out FILE` here: " +
  "with the plugin, it imports the resources, and writes their declarations in the language of this project.";

async function run(targets: readonly string[], options: Options, command: Command): Promise<void> {
  const { all = false, out, into, as, language, plugin, verbose } = options;
  if (all === targets.length > 0) command.error("error: name domains, or use --all for every domain of the account");
  const folder = out ?? into;
  if (folder === undefined || (out !== undefined && into !== undefined)) {
    command.error("error: name the folder with --out (a new project) or --into (an existing one)");
  }
  if (language === "yaml" && into !== undefined) {
    command.error("error: a program in YAML is one file, which is never changed: use --out, and copy from there");
  }
  if (out === undefined) assertProject(folder, inOtherLanguages);
  else assertFresh(folder);
  const source = packageSource(options.package);
  // An import only reads, and waits for no stale list.
  const run = openAccount({ settings: { staleMs: 0 }, log: () => undefined });
  const found = all ? await everyDomain(run) : { domains: [...targets], unread: [] };
  const planned = await planImport(found.domains, run, { as, skipUnread: all });
  // Single records can be imported several times, each into a file of its own; a complete domain only once.
  const complete = new Set(
    found.domains.filter((target) => !target.includes("/")).map((name) => normaliseDomain(name)),
  );
  const domains = planned.plan.domains.map((each) =>
    into === undefined || complete.has(each.domain)
      ? each
      : { ...each, file: freeName(folder, "domains", each.domain, ".ts") },
  );
  const importFile = into === undefined ? "import.json" : `${freeName(folder, "", "import", ".json")}.json`;
  const files = {
    ...writeProgram({ ...planned.plan, domains, parts: into !== undefined, language, plugin }, source.spec),
    [importFile]: `${JSON.stringify({ resources: plugin || language === "yaml" ? planned.rows.map(pluginRow) : planned.rows }, undefined, 2)}\n`,
  };
  writeNewFiles(folder, { ...files, ...(into === undefined && packedFile(source)) });
  const added = into === undefined ? undefined : domains.map((domain) => importLine(domain).trim());
  const unread = [...found.unread, ...planned.unread];
  report({ ...planned, unread }, folder, Object.keys(files), { added, importFile, verbose });
  if (unread.length > 0) throw new ExitCode(1);
}

/** The account's domains; a row without a name of a domain stops none of the others. */
async function everyDomain({ api }: Run): Promise<{ domains: string[]; unread: string[] }> {
  const { rows, proof } = await api.domains.list();
  const domains: string[] = [];
  const unread =
    proof.why === undefined
      ? []
      : [`domains of the account: some may be missing, because nothing proves the list complete (${proof.why})`];
  for (const { domain_name: name } of rows) {
    try {
      domains.push(normaliseDomain(name ?? ""));
    } catch (error) {
      if (!(error instanceof InvalidNameError)) throw error;
      unread.push(`a domain of the account: ${error.message}`);
    }
  }
  return { domains, unread };
}

/** Says what was written and what to do next; what is left out goes to stderr. */
function report({ plan, rows, leftOut, unread }: Import, folder: string, files: readonly string[], how: Steps): void {
  const { verbose = false } = how;
  const printLine = (text = "") => print(`${paragraph(text)}\n`);
  const warnOf = (title: string, lines: readonly string[]) =>
    warn(`\n${[title, ...lines.map((line) => `  ${oneLine(line)}`)].map((line) => paragraph(line, 4)).join("\n")}\n`);
  printLine(`${counted(rows.length, "resource")} of ${counted(plan.domains.length, "domain")}, written to ${folder}:`);
  for (const file of files) printLine(`  ${file}`);
  if (leftOut.length > 0)
    warnOf(`Left out${verbose ? "" : " (--verbose lists the rows)"}:`, leftOutLines(leftOut, verbose));
  if (unread.length > 0) {
    warnOf("Not readable, so the account may hold more than the program declares (exit code 1):", unread);
  }
  printLine();
  printLine("Next, with the same REGISTRAR_BASE_URL and REGISTRAR_API_TOKEN (Pulumi CLI 3.254 or newer):");
  printLine();
  // To be copied, so never folded.
  for (const step of steps(folder, how)) print(`  ${step}\n`);
  printLine();
  printLine("The last command changes the state only. None of these commands writes to the registrar.");
  printLine(
    "Until it has run, the imported resources are protected: Pulumi refuses to delete them. With " +
      "--protect=false, `pulumi up` deletes every imported resource that your program doesn't declare. An " +
      "imported lock stays protected, by its option `protect: true`.",
  );
}

interface Steps {
  verbose?: boolean | undefined;
  /** Lines to add to the program of an existing project. */
  added: readonly string[] | undefined;
  importFile: string;
}

function steps(folder: string, { added, importFile }: Steps): string[] {
  const take = [
    `pulumi import --file ${importFile} --generate-code=false --yes`,
    "pulumi preview --expect-no-changes",
    "pulumi up --yes",
  ];
  const go = folder === "." ? [] : [`cd ${shellWord(folder)}`];
  if (added === undefined) return [...go, "npm install", "pulumi stack select --create dev", ...take];
  return [...go, `# add to the program: ${added.join(" ")}`, ...take];
}

export function importCommand(): Command {
  return new Command("import")
    .summary("Write a program from the account")
    .description(
      "Write a Pulumi program for existing domains, and a file to import them into a stack. It never writes to the registrar.",
    )
    .argument("[targets...]", "domains, or rows such as example.com/www/CNAME")
    .option("--all", "every domain of the account")
    .option("--out <folder>", "write a new project here")
    .option("--into <folder>", "write new files into a TypeScript project")
    .addOption(
      new Option("--as <resources>", "DnsRecord and DnsRecordSet, or one DnsZone for each domain")
        .choices(["records", "zone"])
        .default("records"),
    )
    .addOption(languageOption(["typescript", "yaml"]))
    .addOption(pluginOption())
    .addOption(packageOption())
    .addOption(verboseOption())
    .action((targets: string[], options: Options, command: Command) => run(targets, options, command));
}
