/** Makes the state of an existing row: the resource's definition reads it. */
import {
  ConfigurationError,
  DomainForbiddenError,
  DomainNotHeldError,
  isOfConnection,
  RegistrarError,
  UnauthorizedError,
  UnexpectedShapeError,
} from "../api/index.ts";
import { mapOf } from "../dns/index.ts";
import { checkShape, domainOf, managedKeys, managedText } from "../lifecycle/arguments.ts";
import { type CheckFailure, type Properties, type Resource, undeclared } from "../lifecycle/definition.ts";
import { entryOf, writtenIn } from "../lifecycle/records/lists.ts";
import { newId } from "../lifecycle/rows/read.ts";
import type { Run } from "../lifecycle/run.ts";
import { resources } from "../resources/index.ts";

export type HandlerName = keyof typeof resources;

/** A resource as a stack would know it. */
export interface Captured {
  id: string;
  args: Properties;
  state: Properties;
}

/** A row that can't be declared. */
export interface Refused {
  reason: string;
  /** Would a declaration change the row? */
  changes?: true;
  /** Is the row unreadable? */
  unread?: true;
}

/**
 * Reads a row as a refresh would, from a state that has the arguments. @param given arguments, to be filled in
 * @param run read-only, and without polling of lists @param rowId the registrar's ID, to choose among several rows
 */
export async function capture(
  handler: HandlerName,
  given: Properties,
  run: Run,
  rowId?: string,
): Promise<Captured | Refused> {
  const resource: Resource = resources[handler];
  const checked = check(handler, given, run);
  if ("reason" in checked) return checked;
  const { args } = checked;
  const domain = domainOf(args);
  const id = resource.part === undefined && rowId === undefined ? newId(domain) : `${domain}/${resource.part ?? rowId}`;
  const managed = managedText(managedKeys(args, resource.controls));
  try {
    const state = await resource.read(id, { ...args, managed, recordId: rowId, forwardId: rowId }, run);
    if (state === undefined) return { reason: "the registrar doesn't show it any more" };
    const [change] = resource.diff(state, args);
    if (change !== undefined)
      return {
        reason: `the registrar shows another \`${change.path}\`, which \`pulumi up\` would change`,
        changes: true,
      };
    return { id, args, state };
  } catch (error) {
    if (isRefusal(error)) return { reason: error.what, ...(isUnreadable(error) && { unread: true }) };
    throw error;
  }
}

/** Fills in arguments, and checks them as a preview would. Checks that fail are switched off in `skipChecks`. */
function check(handler: HandlerName, args: Properties, run: Run): Pick<Captured, "args"> | Refused {
  const resource: Resource = resources[handler];
  const filled = (given: Properties) => ({ ...given, ...resource.fill?.(given, undeclared) });
  const shape = checkShape(resource, filled(args), undeclared.known);
  if (shape.length > 0) return { reason: reasonsOf(shape) };
  const failuresOf = (given: Properties) =>
    resource
      .checks(filled(given), { ...undeclared, skipChecks: [...run.configuration.skipChecks, ...ignoredBy(given)] })
      .ofArguments();
  const failures = failuresOf(args);
  const ids = [...new Set(failures.flatMap(({ check: id }) => id ?? []))].sort();
  const written = ids.length === 0 ? args : { ...args, skipChecks: [...ignoredBy(args), ...ids] };
  const left = ids.length === 0 ? failures : failuresOf(written);
  if (left.length > 0) return { reason: reasonsOf(left) };
  return { args: filled(written) };
}

/** IDs of the checks that the arguments switch off. */
export const ignoredBy = ({ skipChecks }: Properties): string[] =>
  Array.isArray(skipChecks) ? skipChecks.map(String) : [];

/** The arguments of a zone of single records. A check that one record switches off is off for all. */
export function recordsOfZone(singly: readonly Properties[]): Properties {
  const skipChecks = [...new Set(singly.flatMap(ignoredBy))].sort();
  return {
    ...mapOf(
      singly.map(({ domain, ...record }) => {
        const entry = entryOf(record, String(domain));
        return { key: entry.key, ...writtenIn(entry) };
      }),
    ),
    ...(skipChecks.length > 0 && { skipChecks }),
  };
}

const reasonsOf = (failures: readonly CheckFailure[]) =>
  failures.map(({ property, reason }) => (property === undefined ? reason : `${property} ${reason}`)).join("; ");

/** Errors of the account, after which other rows can't be read, either. */
const ofAccount = [UnauthorizedError, DomainNotHeldError, DomainForbiddenError, ConfigurationError];

/** Is it an error of one row, so that the import can continue with others? */
export function isRefusal(error: unknown): error is RegistrarError {
  const isFatal = isOfConnection(error) || ofAccount.some((kind) => error instanceof kind);
  return error instanceof RegistrarError && !isFatal;
}

export const isUnreadable = (error: unknown): boolean => error instanceof UnexpectedShapeError;
