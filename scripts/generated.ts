/** The generated files, as text by path. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { registrarProgram } from "../cli/program.ts";
import { version } from "../package.json";
import { conflictChecks } from "../provider/fronts/shared/declarations.ts";
import { resources } from "../provider/resources/index.ts";
import { renderChecksPage } from "./generated/checksPage.ts";
import { classesText } from "./generated/classes.ts";
import { commandLinePage } from "./generated/commandLinePage.ts";
import { diagrams } from "./generated/diagrams.ts";
import { errorsPage } from "./generated/errorsPage.ts";
import { functionsPage } from "./generated/functionsPage.ts";
import { lookupsText } from "./generated/lookupSchema.ts";
import { nativeClassesText, providerText } from "./generated/nativeClasses.ts";
import { ordersPage } from "./generated/ordersPage.ts";
import { namespaces } from "./generated/owner.ts";
import { liveRecordsText, recordDataText, recordTypesText } from "./generated/plainRecords.ts";
import { pluginSchema } from "./generated/pluginSchema.ts";
import { resourcesPage } from "./generated/resourcesPage.ts";
import { verifiedPage } from "./generated/verifiedPage.ts";

const root = join(__dirname, "..");

/** Names of the packages in C# and Java follow from the repository's owner, wherever a page has them. */
const withNamespaces = (text: string) =>
  text
    .replace(/(using (?:\w+ = )?|add package )\w+(\.Registrar\b)/g, `$1${namespaces.dotnet}$2`)
    .replace(/^import io\.github\.\w+\./gm, `import ${namespaces.java}.`);

/** Pages that are written by hand, but for these names and for the version that they install. */
function pages(): Record<string, string> {
  const files = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((file) => file.endsWith(".md"))
    .map((file) => [`docs/${file.replaceAll("\\", "/")}`, readFileSync(join(root, "docs", file), "utf8")] as const);
  const named = texts.filter(([, text]) => /\.Registrar\b|^import io\.github\./m.test(text));
  return Object.fromEntries(
    named.map(([path, text]) => [path, withNamespaces(text).replace(/(registrar[@ ])\d+\.\d+\.\d+/g, `$1${version}`)]),
  );
}

export function generatedFiles(): Record<string, string> {
  return {
    ...pages(),
    "provider/fronts/dynamic/classes.generated.ts": classesText(resources),
    "provider/fronts/dynamic/explicitProvider.generated.ts": providerText(),
    "provider/fronts/dynamic/native.generated.ts": nativeClassesText(resources),
    "provider/fronts/dynamic/lookups.generated.ts": lookupsText(),
    "provider/fronts/plugin/schema.generated.json": pluginSchema(resources),
    "provider/dns/recordData.generated.ts": recordDataText(),
    "provider/lookups/records.generated.ts": liveRecordsText(),
    "testing/sandbox/recordTypes.generated.ts": recordTypesText(),
    "docs/reference/resources.md": resourcesPage(resources),
    "docs/reference/functions.md": functionsPage(),
    "docs/background/verified.md": verifiedPage(),
    "docs/reference/command-line.md": commandLinePage(registrarProgram()),
    "docs/reference/errors.md": errorsPage(),
    "docs/maintainers/orders.md": ordersPage(),
    "docs/reference/checks.md": renderChecksPage(conflictChecks),
    ...Object.fromEntries(Object.entries(diagrams).map(([name, image]) => [`docs/images/${name}`, image])),
  };
}
