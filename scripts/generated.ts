/** The generated files, as text by path. */

import { programChecks } from "../provider/resources/declarations.ts";
import { resources } from "../provider/resources/index.ts";
import { renderChecksPage } from "./generated/checksPage.ts";
import { classesText } from "./generated/classes.ts";
import { resourcesPage } from "./generated/resourcesPage.ts";
import { verifiedPage } from "./generated/verifiedPage.ts";

export function generatedFiles(): Record<string, string> {
  return {
    "provider/pulumi/classes.generated.ts": classesText(resources),
    "docs/resources.md": resourcesPage(resources),
    "docs/verified.md": verifiedPage(resources),
    "docs/checks.md": renderChecksPage(programChecks),
  };
}
