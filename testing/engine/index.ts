export * from "../shared/errors.ts";
export { chooseEngine, openStack } from "./choose.ts";
export { type PulumiCli, pulumiStack } from "./cli.ts";
export { localStack } from "./local.ts";
export type * from "./types.ts";
