/** `pulumi-registrar init`: a first project, with a program, its test and a CI job. */
import { basename, resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { homepage } from "../package.json";
import { normaliseDomain } from "../provider/dns/index.ts";
import { print, reportWidth, shellWord } from "./output.ts";
import { type Front, frontOption, packageOption } from "./project/option.ts";
import { paragraph } from "./table.ts";

interface Options {
  domain: string;
  language: "typescript" | "javascript";
  front?: Front;
  name?: string;
  package?: string;
}

async function init(folder: string, { domain: given, language, front, name, package: wanted }: Options): Promise<void> {
  const domain = normaliseDomain(given);
  const [{ writeNewFiles }, { projectName }, { packageSource, packedFile }, { projectFiles }] = await Promise.all([
    import("./import/files.ts"),
    import("./project/manifest.ts"),
    import("./project/source.ts"),
    import("./init/templates.ts"),
  ]);
  const source = packageSource(wanted);
  const files = projectFiles({
    project: projectName(name ?? basename(resolve(folder))),
    dependency: source.spec,
    language,
    front,
    domain,
    node: Math.max(22, Number.parseInt(process.versions.node, 10)),
  });
  const written = { ...files, ...packedFile(source) };
  writeNewFiles(folder, written);
  print(text(folder, Object.keys(written), domain, front));
}

function text(folder: string, files: readonly string[], domain: string, front: Front | undefined): string {
  const width = reportWidth();
  const wrapped = (line: string) => paragraph(line, { width });
  const named = domain === "example.com" ? "" : ` --domain ${domain}`;
  const without = `  npx pulumi-registrar try${named}
  npm test

${wrapped(
  "`pulumi-registrar try` applies the program to a registrar on this machine, and `npm test` tests it there: no account, " +
    "no Pulumi CLI.",
)}
`;
  return `Written:
${files.map((file) => `  ${file}`).join("\n")}

Next:

${folder === "." ? "" : `  cd ${shellWord(folder)}\n`}  npm install
${front === undefined ? without : "\n"}${wrapped("With the Pulumi CLI, against a registrar on this machine. In a second terminal:")}

  npx pulumi-registrar sandbox --state sandbox.json --domain ${domain}

${wrapped('Copy the two lines with "export" that it prints into the first terminal, then:')}

  export PULUMI_CONFIG_PASSPHRASE=any-text   # encrypts secrets; keep it
  export PULUMI_BACKEND_URL=file://~          # keeps the state on this machine
  pulumi stack select --create dev
  pulumi up

${wrapped("For a real account, set the same two variables, REGISTRAR_BASE_URL and REGISTRAR_API_TOKEN, to its values.")}
`;
}

const languages = ["typescript", "javascript"];

/** Programs in other languages need no file of this command: `pulumi package add` writes their package. */
function languageIn(text: string): string {
  if (languages.includes(text)) return text;
  if (text === "yaml") throw new InvalidArgumentError("For YAML, use --front yaml.");
  const page = `${homepage.replace(/#.*/, "")}/blob/main/docs/guides/get-started.md`;
  throw new InvalidArgumentError(`It must be ${languages.join(" or ")}. For other languages, see ${page}.`);
}

export function initCommand(): Command {
  return new Command("init")
    .summary("Write a first project")
    .description("Write a first project: a program with one domain, its test, and a CI job. Never overwrites a file.")
    .argument("[folder]", "folder of the project", ".")
    .option("--domain <domain>", "domain of the program", "example.com")
    .addOption(
      new Option("--language <language>", "language of the program")
        .choices(languages)
        .argParser(languageIn)
        .default("typescript"),
    )
    .addOption(frontOption())
    .option("--name <name>", "name of the project (default: the folder's)")
    .addOption(packageOption())
    .action((folder: string, options: Options) => init(folder, options));
}
