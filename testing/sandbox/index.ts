/** A registrar on localhost: stateful, strict about the specification, and as awkward as asked for. */
export { Dashboard, UnknownItemError } from "./dashboard.ts";
export { type DigResult, type DigType, dig, NoDnsAnswerError } from "./dns/dig.ts";
export { type Fault, type FaultHandle, type FaultRule, namedFaults } from "./faults.ts";
export { firstContact, serviceNameservers } from "./fixtures.ts";
export {
  ConflictingProfilesError,
  conflictsWith,
  type Profile,
  profileNames,
  profiles,
  UnknownProfileError,
  workableProfiles,
} from "./profiles.ts";
export type { Rate } from "./rate.ts";
export { type Visit, visit } from "./redirects.ts";
export type { LogEntry, LogFilter, RequestLog } from "./requestLog.ts";
export { type Sandbox, type SandboxOptions, startSandbox } from "./sandbox.ts";
export type {
  Charge,
  ContactRole,
  PendingApproval,
  SandboxContact,
  SandboxDomain,
  SandboxForward,
  SandboxRecord,
  SandboxRecordType,
} from "./state.ts";
export { type Change, UnreadableStateError } from "./store.ts";
