export { chooseEngine, type EngineChoice, EngineChoiceError, openStack } from "./choose.ts";
export { CliError, type PulumiCli, pulumiStack } from "./cli.ts";
export {
  EngineError,
  NotSupportedError,
  ProcessError,
  ProjectError,
  SdkError,
  StackLockedError,
  StateError,
} from "./errors.ts";
export { ImportFileError } from "./importer.ts";
export { localStack } from "./local.ts";
export type * from "./types.ts";
