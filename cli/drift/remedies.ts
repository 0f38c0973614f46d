/** Commands and edits that end the drift of one resource. */
import type { Properties } from "../../provider/lifecycle/definition.ts";
import { shellWord } from "../output.ts";
import type { StateRow } from "../state.ts";
import type { ResourceDrift } from "./report.ts";

/** A longer value is not repeated in an edit. */
const longest = 60;

type Remedies = Pick<ResourceDrift, "repair" | "keep">;

/** Number of live rows of others in the scope of the resource. */
const unlistedIn = ({ unlisted }: Properties = {}): number => (Array.isArray(unlisted) ? unlisted.length : 0);

/** The edits of the program without which an update doesn't repair the drift. */
function editsBefore(changes: ResourceDrift["changes"], { inputs }: StateRow, unlisted: number): string[] {
  const ignored = [...new Set(changes.flatMap((change) => change.ignored ?? []))];
  return [
    ...(ignored.length > 0 ? [`remove ${ignored.join(", ")} from ignoreChanges`] : []),
    ...(unlisted > Number(inputs["maxUnlistedDeletes"] ?? 0)
      ? [`set maxUnlistedDeletes: ${unlisted} for this run`]
      : []),
  ];
}

/**
 * @param live the resource as it is now; `undefined`: it is gone
 * @param where options of the Pulumi CLI that name the stack
 * @param hasOthers other resources have drift, too
 */
export function remedies(
  { kind, changes }: Omit<ResourceDrift, keyof Remedies>,
  row: StateRow,
  live: Properties | undefined,
  rows: readonly StateRow[],
  where: readonly string[],
  hasOthers: boolean,
): Remedies {
  const { urn, type, name } = row;
  const up = (command: string) => [command, ...where.map(shellWord)].join(" ");
  const refreshing = up("pulumi up --refresh");
  // A pattern of Pulumi's: `**` matches everything before it.
  const isOnly = rows.filter((each) => each.type === type && each.name === name).length === 1;
  const target = isOnly && /^[\w. @-]+$/.test(name) ? `**:${type}::${name}` : urn;
  const only = `--target ${shellWord(target)}`;
  const unlisted = unlistedIn(live);
  const before = editsBefore(changes, row, unlisted);
  const repair = [...before, `${before.length === 0 ? "" : "then "}${refreshing} ${only}`].join("; ");
  // The API cannot unlock, so a program cannot declare an unlocked domain.
  if (kind === "gone" || type === "DomainLock") {
    const rest = hasOthers ? " (the command repairs all other drift, too)" : "";
    return { repair, keep: `remove it from the program${rest}; then ${refreshing}` };
  }
  const edits = changes.filter((change) => !change.ignored).map(editOf);
  // After a refresh, the program would list just what the state shows, and the resource would own no further row.
  const keeping = unlisted > 0 ? up("pulumi up") : refreshing;
  return { repair, keep: edits.length === 0 ? "nothing to do" : `${edits.join("; ")}; then ${keeping} ${only}` };
}

function editOf({ path, declared, live }: ResourceDrift["changes"][number]): string {
  if (live === undefined) return `remove ${path} from the program`;
  const text = JSON.stringify(live);
  const value = live !== "[secret]" && live !== "[personal]" && text.length <= longest ? text : "its live value";
  // An element that only the live list has: at its place, the program may have another one.
  const list = declared === undefined ? /^(.*)\[\d+\]$/.exec(path)?.[1] : undefined;
  return list === undefined ? `set ${path} to ${value}` : `add ${value} to ${list}`;
}
