/** The option of every command that writes a project. */
import { Option } from "commander";

export const packageOption = () =>
  new Option(
    "--package <spec>",
    "how a new project depends on this package: a version, or file:... (default: as this command was installed)",
  );
