/** Options of several commands. */
import { type Command, Option } from "commander";

export const packageOption = () =>
  new Option("--package <spec>", "version of this package, or file:... (default: as installed)");

/** Languages of a program. Those but the first two use the plugin. */
export type Language = "typescript" | "javascript" | "yaml" | "python" | "go";

export const languageOption = (languages: readonly Language[]) =>
  new Option("--language <language>", "language of the program").choices(languages).default("typescript");

export const pluginOption = () =>
  new Option("--plugin", "use the plugin in TypeScript and JavaScript (default: dynamic providers)");

export const verboseOption = () => new Option("--verbose", "list each row that is left out");

/** The options of the Pulumi CLI that name a stack as the user named it for this command. */
export const placeOf = ({ stack, cwd }: { stack?: string | undefined; cwd?: string | undefined }): string[] => [
  ...(stack === undefined ? [] : ["--stack", stack]),
  ...(cwd === undefined ? [] : ["--cwd", cwd]),
];

/** Adds the options that say where the state of a stack is. */
export const addStateOptions = (command: Command) =>
  command
    .option("--stack <name>", "name of the stack (default: the selected one)")
    .option("--cwd <folder>", "folder of the Pulumi project")
    .option("--export <file>", "stack export or checkpoint to read instead of the stack");
