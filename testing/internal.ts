/** What the command, the scripts and the tests of this project use of these folders. Nobody can import it from the package. */
export * from "./engine/index.ts";
export * from "./sandbox/index.ts";
export { openTestStack } from "./testStack.ts";
