/** The options of commands that write a project. */
import { Option } from "commander";

export const packageOption = () =>
  new Option("--package <spec>", "version of this package, or file:... (default: as installed)");

/** Languages of a program. Those but the first two use the plugin. */
export type Language = "typescript" | "javascript" | "yaml" | "python" | "go";

export const languageOption = (languages: readonly Language[]) =>
  new Option("--language <language>", "language of the program").choices(languages).default("typescript");

export const pluginOption = () =>
  new Option("--plugin", "use the plugin in TypeScript and JavaScript (default: dynamic providers)");
