/**
 * For tests of programs that use this package, without an account and without a Pulumi CLI: a registrar on localhost,
 * and an engine that runs the program against it.
 */
export * from "./engine/index.ts";
export * from "./sandbox/index.ts";
export { openTestStack, type TestStack, type TestStackOptions } from "./testStack.ts";
