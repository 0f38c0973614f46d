/** Reads every resource of a state as `pulumi refresh` does, and compares it with the program's arguments. */
import { isDeepStrictEqual } from "node:util";
import pMap from "p-map";
import { UnauthorizedError } from "../../provider/api/errors.ts";
import { isObject } from "../../provider/api/response.ts";
import { identityIn, nameIn, typeIn } from "../../provider/fronts/shared/state.ts";
import type { Change, Properties, Resource } from "../../provider/lifecycle/definition.ts";
import { PreconditionError } from "../../provider/lifecycle/errors.ts";
import type { Run } from "../../provider/lifecycle/run.ts";
import { resources } from "../../provider/resources/index.ts";
import { parsePath } from "../../testing/engine/paths.ts";
import { type LeftOut, leftElsewhere } from "../leftOut.ts";
import { countDone } from "../output.ts";
import { domainOfRow, type StackState, StateError, type StateRow } from "../state.ts";
import { remedies } from "./remedies.ts";
import {
  type Cover,
  covered,
  covering,
  failureOf,
  grouped,
  type Met,
  type PropertyDrift,
  type Report,
  type ResourceDrift,
} from "./report.ts";
import { findUnmanaged, type Seen } from "./unmanaged.ts";

export interface CompareOptions {
  /** Also look for unmanaged rows. */
  unmanaged: boolean;
  /** A list that cannot be read for that is an error, not a note. */
  strict: boolean;
  /** Options of the Pulumi CLI that name the stack, as the user did. */
  where: readonly string[];
}

const byType = new Map<string, Resource>(Object.values(resources).map((resource) => [resource.type, resource]));

type Drift = Omit<ResourceDrift, "repair" | "keep">;

/** The report of a state before its rows are compared. */
export function emptyReport({ stack, project, rows, pending }: StackState): Report {
  const interrupted = `${pending} operations were interrupted: rows that they created may be missing from the state. The next \`pulumi up\` checks this.`;
  const notes = [
    ...(pending > 0 ? [interrupted] : []),
    ...(rows.length === 0 ? ["The state holds no resources of this package."] : []),
  ];
  return { stack, project, resources: rows.length, drift: [], errors: [], unmanaged: [], waiting: [], notes };
}

/**
 * Adds the comparison of one account's rows to the report.
 * @param run read-only
 * @returns live rows that can't be compared
 */
export async function compare(
  rows: StateRow[],
  run: Run,
  report: Report,
  options: CompareOptions,
): Promise<readonly LeftOut[]> {
  const waiting: string[] = [];
  const failures: Met[] = [];
  /** The refusal of the token. After it, no other request is sent. */
  let refused: UnauthorizedError | undefined;
  const cover = covering(rows, byType);
  for (const row of rows) byType.get(row.type)?.claim?.(row.id, row.outputs, run.claims, row.inputs);
  const tellDone = countDone("Read", rows.length, "resources");
  const found: { row: StateRow; live: Properties | undefined; drift: Drift }[] = [];
  const look = async (row: StateRow): Promise<Seen> => {
    const resource = byType.get(row.type);
    let live: Properties | undefined;
    try {
      if (resource === undefined) throw unknownType(row);
      if (refused !== undefined) throw refused;
      live = await resource.read(row.id, row.outputs, run);
      const waits = live && resource.waiting?.(row.id, live);
      if (waits !== undefined) waiting.push(waits);
      const drift = differences(row, live, resource, cover);
      if (drift !== undefined) found.push({ row, live, drift });
    } catch (error) {
      if (error instanceof UnauthorizedError) refused ??= error;
      failures.push(failureOf(await explainElsewhere(error, row, run), [nameIn(identityIn(row.urn))], cover));
    } finally {
      tellDone();
    }
    return { row, live };
  };
  // Bounded for its memory, and so that a refused token ends it: most resources wait for the same list.
  const seen = await pMap(rows, look, { concurrency: 64 });
  // A state is in the order of creation.
  const inOrder = new Intl.Collator("en", { numeric: true });
  const remedied = ({ row, live, drift }: (typeof found)[number]) =>
    remedies(drift, row, live, rows, options.where, found.length > 1);
  const all = found.map((each): ResourceDrift => ({ ...each.drift, ...remedied(each) }));
  all.sort((a, b) => inOrder.compare(`${a.type} ${a.name}`, `${b.type} ${b.name}`));
  report.drift = [...report.drift, ...all];
  report.waiting = [...report.waiting, ...waiting.sort()];
  let left: readonly LeftOut[] = [];
  if (options.unmanaged && refused === undefined) {
    const { unmanaged, leftOut, notes, errors } = await findUnmanaged(seen, run, { strict: options.strict, cover });
    left = leftOut;
    report.unmanaged = [...report.unmanaged, ...unmanaged];
    report.notes = [...new Set([...report.notes, ...notes])];
    for (const each of errors) failures.push(each);
  }
  report.errors = [...report.errors, ...grouped(failures)];
  return left;
}

function differences(row: StateRow, live: Properties | undefined, resource: Resource, cover: Cover): Drift | undefined {
  const { urn, id } = row;
  const identity = identityIn(urn);
  // Those of the `Domain` for its zone.
  const [type, name] = [typeIn(identity, row.type), nameIn(identity)];
  if (live === undefined) return { urn, type, name, id, kind: "gone", changes: [] };
  const changes = resource.diff(live, row.inputs);
  if (changes.length === 0) return undefined;
  const drifts = changes.flatMap((change) => propertyDrifts(change, row, live, resource, cover));
  return { urn, type, name, id, kind: "changed", changes: drifts };
}

/** The properties that differ. For an object, and for a list of one element (a record of a zone), the members that differ. */
function propertyDrifts(
  { path, kind }: Change,
  row: StateRow,
  live: Properties,
  resource: Resource,
  cover: Cover,
): PropertyDrift[] {
  const key = /^[^.[]+/.exec(path)?.[0] ?? path;
  const isSecret = [...row.secrets, ...(resource.secretInputs ?? []), ...(resource.secretOutputs ?? [])].includes(key);
  const hidden = resource.personal?.includes(key) ? "[personal]" : isSecret ? "[secret]" : undefined;
  // An element of a list is at this place in one of the two only.
  // A lock is declared by the resource itself, without an argument.
  const declared = kind === "delete" ? undefined : valueAt(key in row.inputs ? row.inputs : row.outputs, path);
  const now = kind === "add" ? undefined : valueAt(live, path);
  const inside = hidden === undefined ? differingMembers(declared, now) : [""];
  return inside.map((member) => {
    const at = (value: unknown) => (member === "" ? value : valueAt(value, member));
    const show = (value: unknown) => (value === undefined ? undefined : (hidden ?? value));
    const [before, after] = [show(at(declared)), show(covered(at(now), cover))];
    const inner = `${path}${member}`;
    const ignored = row.ignoreChanges.filter((pattern) => holds(parsePath(pattern), parsePath(inner)));
    return {
      path: inner,
      ...(before !== undefined && { declared: before }),
      ...(after !== undefined && { live: after }),
      ...(ignored.length > 0 && { ignored }),
    };
  });
}

/** Is a property inside of what a pattern of `ignoreChanges` names? */
const holds = (pattern: readonly (string | number)[], path: readonly (string | number)[]) =>
  pattern.every((key, at) => key === "*" || String(key) === String(path[at]));

/** Paths inside two values that differ; the empty path if neither is an object. */
function differingMembers(declared: unknown, live: unknown): string[] {
  const areSingle = [declared, live].every((value) => Array.isArray(value) && value.length === 1);
  if (areSingle) return differingMembers(memberOf(declared, "0"), memberOf(live, "0")).map((path) => `[0]${path}`);
  if (!isObject(declared) || !isObject(live)) return [""];
  const names = [...new Set([...Object.keys(declared), ...Object.keys(live)])];
  const differing = names.filter((name) => !isDeepStrictEqual(declared[name], live[name]));
  return differing.length > 0 ? differing.map((name) => `.${name}`) : [""];
}

/** The error; of a resource of a domain whose DNS has moved, why it can't be read. No contract line brings its rows back. */
async function explainElsewhere(error: unknown, row: StateRow, run: Run): Promise<unknown> {
  const domain = domainOfRow(row);
  const elsewhere = domain === undefined ? undefined : await leftElsewhere(error, domain, run);
  if (elsewhere === undefined) return error;
  return new PreconditionError({
    what: `other nameservers serve ${domain}, so it has no ${elsewhere.row} here`,
    advice: "Declare the registrar's own in `Nameservers`, or remove the records from the program.",
  });
}

const unknownType = ({ type }: StateRow) =>
  new StateError(
    `this version does not know the resource type ${type}`,
    "Use the version of the package that the program uses.",
  );

/** The value at a property path such as `content`, `nameservers[0]` or `records["www A"].ttl`. */
function valueAt(bag: unknown, path: string): unknown {
  const here = memberOf(bag, path);
  if (here !== undefined) return here;
  return parsePath(path).reduce((value, key) => memberOf(value, String(key)), bag);
}

function memberOf(value: unknown, key: string): unknown {
  const isIn = typeof value === "object" && value !== null && Object.hasOwn(value, key);
  return isIn ? Reflect.get(value, key) : undefined;
}
