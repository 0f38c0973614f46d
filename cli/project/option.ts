/** The options of commands that write a project. */
import { Option } from "commander";

export const packageOption = () =>
  new Option(
    "--package <spec>",
    "how a new project depends on this package: a version, or file:... (default: as this command was installed)",
  );

/** How a program reaches the provider other than by the classes of `pulumi-registrar`. */
export type Front = "plugin" | "yaml";

export const frontOption = () =>
  new Option(
    "--front <front>",
    "use the plugin: `plugin` for a program in TypeScript or JavaScript, `yaml` for one in YAML (default: the classes, without the plugin)",
  ).choices(["plugin", "yaml"]);
