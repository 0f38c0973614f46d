/** `pulumi-registrar init`: a first project, with a program, its test and a CI job. */
import { basename, join, relative, resolve } from "node:path";
import { Command } from "commander";
import { version } from "../package.json";
import { normaliseDomain } from "../provider/dns/index.ts";
import { writeNewFiles } from "./import/files.ts";
import { projectFiles } from "./init/templates.ts";
import { print, shellWord } from "./output.ts";
import { projectName } from "./project/manifest.ts";
import { type Language, languageOption, packageOption, pluginOption } from "./project/option.ts";
import { packageRoot, packageSource, packedFile } from "./project/source.ts";
import { paragraph } from "./table.ts";

interface Options {
  domain: string;
  language: Language;
  plugin?: boolean | undefined;
  name?: string;
  package?: string;
}

function init(folder: string, options: Options): void {
  const { language, plugin, name, package: wanted } = options;
  const domain = normaliseDomain(options.domain);
  const source = packageSource(wanted);
  const files = projectFiles({
    project: projectName(name ?? basename(resolve(folder))),
    dependency: source.spec,
    language,
    plugin,
    domain,
    node: Math.max(22, Number.parseInt(process.versions.node, 10)),
  });
  const written = { ...files, ...("package.json" in files && packedFile(source)) };
  writeNewFiles(folder, written);
  print(text(folder, Object.keys(written), { ...options, domain }));
}

/** A path of this package from a project, for a command line. The project itself may have no copy of the package. */
const pathFrom = (folder: string, ...path: string[]) =>
  shellWord(relative(resolve(folder), join(packageRoot(), ...path)));

function text(folder: string, files: readonly string[], { domain, language, plugin }: Options): string {
  const named = domain === "example.com" ? "" : ` --domain ${domain}`;
  const commands = `  npx pulumi-registrar try${named}
  npm test

${paragraph(
  "`pulumi-registrar try` applies the program to a registrar on this machine, and `npm test` tests it there: no account, " +
    "no Pulumi CLI.",
)}
`;
  const isPackaged = language !== "python" && language !== "go";
  const isTested = !plugin && isPackaged && language !== "yaml";
  // Pulumi writes the package of the language from the plugin.
  const others = `  pulumi plugin install resource registrar ${version} --file ${pathFrom(folder, "exe")}
  pulumi package add registrar\n`;
  const sandbox = isPackaged ? "npx pulumi-registrar" : `node ${pathFrom(folder, "dist", "cli.js")}`;
  return `Written:
${files.map((file) => `  ${file}`).join("\n")}

Next:

${folder === "." ? "" : `  cd ${shellWord(folder)}\n`}${isPackaged ? "  npm install\n" : others}${isTested ? commands : ""}
${paragraph("With the Pulumi CLI, against a registrar on this machine. In a second terminal:")}

  ${sandbox} sandbox --state sandbox.json --domain ${domain}

${paragraph('Copy the two lines with "export" that it prints into the first terminal, then:')}

  export PULUMI_CONFIG_PASSPHRASE=any-text   # encrypts secrets; keep it
  export PULUMI_BACKEND_URL=file://~          # keeps the state on this machine
  pulumi stack select --create dev
  pulumi up

${paragraph("For a real account, set the same two variables, REGISTRAR_BASE_URL and REGISTRAR_API_TOKEN, to its values.")}
`;
}

export function initCommand(): Command {
  return new Command("init")
    .summary("Write a first project")
    .description("Write a first project: a program with one domain, its test, and a CI job. Never overwrites a file.")
    .argument("[folder]", "folder of the project", ".")
    .option("--domain <domain>", "domain of the program", "example.com")
    .addOption(languageOption(["typescript", "javascript", "yaml", "python", "go"]))
    .addOption(pluginOption())
    .option("--name <name>", "name of the project (default: the folder's)")
    .addOption(packageOption())
    .action((folder: string, options: Options) => init(folder, options));
}
