/** The generated files, as text by path. */
import { readFileSync } from "node:fs";
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
import { moneyPage, moneyPagePath } from "./generated/moneyPage.ts";
import { nativeClassesText, providerText } from "./generated/nativeClasses.ts";
import { namespaces } from "./generated/owner.ts";
import { liveRecordsText, recordDataText, recordTypesText } from "./generated/plainRecords.ts";
import { pluginSchema } from "./generated/pluginSchema.ts";
import { resourcesPage } from "./generated/resourcesPage.ts";
import { verifiedPage } from "./generated/verifiedPage.ts";

const file = (path: string) => readFileSync(join(__dirname, "..", path), "utf8");
const page = (name: string) => file(join("docs", name));

/** How to install what the Registry shows: the version of the release. */
const installationPage = () =>
  page("installation-configuration.md")
    .replace(/(registrar[@ ])\d+\.\d+\.\d+/g, `$1${version}`)
    .replace(/(add package )\w+/, `$1${namespaces.dotnet}`);

/** The first page at the Registry: its programs in C# and Java name the packages of the owner. */
const registryPage = () =>
  page("_index.md")
    .replace(/^using \w+\.Registrar;$/m, `using ${namespaces.dotnet}.Registrar;`)
    .replace(/^import io\.github\.\w+\./gm, `import ${namespaces.java}.`);

export function generatedFiles(): Record<string, string> {
  return {
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
    [moneyPagePath]: moneyPage(file(moneyPagePath)),
    "docs/_index.md": registryPage(),
    "docs/installation-configuration.md": installationPage(),
    "docs/reference/checks.md": renderChecksPage(conflictChecks),
    ...Object.fromEntries(Object.entries(diagrams).map(([name, image]) => [`docs/images/${name}`, image])),
  };
}
