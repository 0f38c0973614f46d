/** The options of commands that write a project. */
import { Option } from "commander";

export const packageOption = () =>
  new Option("--package <spec>", "version of this package, or file:... (default: as installed)");

/** How a program reaches the provider other than by the classes of `pulumi-registrar`. */
export type Front = "plugin" | "yaml";

export const frontOption = () =>
  new Option(
    "--front <front>",
    "program that uses the plugin, in TypeScript or YAML (default: TypeScript classes)",
  ).choices(["plugin", "yaml"]);
