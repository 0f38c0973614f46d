/** Exports for the command, the scripts and the tests of this project. The package doesn't export them. */
export * from "./engine/index.ts";
export * from "./sandbox/index.ts";
export { openTestStack } from "./testStack.ts";
