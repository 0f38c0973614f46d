/**
 * For tests of programs that use this package, without an account and without a Pulumi CLI: a registrar on localhost,
 * and an engine that runs the program against it. Other exports of these folders are internal.
 */
import type { Sandbox } from "./sandbox/control.ts";
import { type SandboxOptions, startSandbox as start } from "./sandbox/sandbox.ts";

export { openStack } from "./engine/choose.ts";
export type * from "./engine/types.ts";
export type { Dashboard } from "./sandbox/dashboard.ts";
export type { Fault, FaultHandle, FaultRule } from "./sandbox/faults.ts";
export { type ProfileChoice, type ProfileName, profileNames } from "./sandbox/profileNames.generated.ts";
export type { Rate } from "./sandbox/rate.ts";
export type { LogEntry, LogFilter, RequestLog } from "./sandbox/requestLog.ts";
export type * from "./sandbox/state.ts";
export * from "./shared/errors.ts";
export { openTestStack, type TestStack, type TestStackOptions } from "./testStack.ts";
export type { Sandbox, SandboxOptions };

/**
 * Starts a registrar on loopback.
 *
 * @throws StateInUseError, UnreadableStateError, UnknownProfileError or ConflictingProfilesError; what node:net throws if a port is taken
 */
export const startSandbox: (options?: SandboxOptions) => Promise<Sandbox> = start;
