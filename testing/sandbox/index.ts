/** A registrar on localhost: stateful, strict about the specification, with awkward dialects on request. */

export * from "../shared/errors.ts";
export type { Sandbox, WholeSandbox } from "./control.ts";
export type { Dashboard } from "./dashboard.ts";
export { type Fault, type FaultHandle, type FaultRule, namedFaults } from "./faults.ts";
export { firstContact, serviceNameservers } from "./fixtures.ts";
export { type ProfileChoice, type ProfileName, profileNames } from "./profileNames.generated.ts";
export { dialectNames, profiles, workableProfiles } from "./profiles.ts";
export type { Rate } from "./rate.ts";
export type { LogEntry, LogFilter, RequestLog } from "./requestLog.ts";
export { type AnyOptions, type SandboxOptions, startSandbox } from "./sandbox.ts";
export type * from "./state.ts";
