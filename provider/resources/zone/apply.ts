/**
 * Carries a plan out: several writes at once, in an order that leaves no name empty for longer than needed, and with
 * what was done kept when one fails.
 */
import pMap from "p-map";
import { maxAtOnce, RegistrarError } from "../../api/index.ts";
import { excludedBy, isOpaque, type LiveRecord, type ZoneRow } from "../../dns/index.ts";
import { recordKind } from "../dnsRecord.ts";
import { NoIdError } from "../errors.ts";
import { overlay, satisfies } from "../items/table.ts";
import type { Create, Delete, Keep, Plan, Step, Update } from "./plan.ts";
import { groupByKey } from "./records.ts";
import type { ZoneItems } from "./view.ts";

/** Failures after which nothing more is begun: the reason is hardly one record. */
const maxFailures = 5;
/** How often progress is told. */
const progressEvery = 100;

/** A step that was carried out, and the record as it is now. */
export type Done =
  | { step: Keep; row: LiveRecord | undefined; isWritten: false }
  | { step: Create | Update; row: LiveRecord; isWritten: boolean }
  | { step: Delete; row: undefined; isWritten: boolean };

export interface Applied {
  done: Done[];
  failed: { step: Step; error: unknown }[];
  /** Steps not begun, after too many failures. */
  left: Step[];
}

export async function applyPlan({ steps }: Plan, of: ZoneItems): Promise<Applied> {
  const { domain, run } = of;
  const applied: Applied = { done: [], failed: [], left: [] };
  for (const step of steps) {
    if (step.kind !== "keep") continue;
    if (step.row !== undefined) of.claims.claim(step.row);
    applied.done.push({ step, row: step.row, isWritten: false });
  }
  const { first, last } = inOrder(steps);
  const total = [...first, ...last].flat().length;
  let written = 0;
  const leave = (rest: readonly Step[]) => {
    for (const step of rest) applied.left.push(step);
  };
  const carryOutAll = async (chain: readonly Step[]) => {
    for (const [position, step] of chain.entries()) {
      if (applied.failed.length >= maxFailures) {
        leave(chain.slice(position));
        return;
      }
      try {
        applied.done.push(await carryOut(step, of));
        written += 1;
        if (written % progressEvery === 0 && total > progressEvery)
          run.progress(`${written} of ${total} records written: ${domain}`);
      } catch (error) {
        applied.failed.push({ step, error });
        leave(chain.slice(position + 1));
        return;
      }
    }
  };
  // The client lets as few of them through as it gains from.
  await pMap(first, carryOutAll, { concurrency: maxAtOnce });
  // What replaces them may not be there: nothing is taken away before that.
  if (applied.failed.length > 0) leave(last.flat());
  else await pMap(last, carryOutAll, { concurrency: maxAtOnce });
  const stays = applied.done.filter(({ step, isWritten }) => step.kind === "delete" && !isWritten).length;
  if (stays > 0)
    run.say(
      `${stays} ${stays === 1 ? "record" : "records"} of ${domain} ${stays === 1 ? "is" : "are"} kept, because other resources of this program manage ${stays === 1 ? "it" : "them"} now.`,
    );
  return applied;
}

/**
 * Chains of steps: what shares a chain runs one after another. Where what allows no other beside it comes or goes, its name is a chain: what is
 * in the way goes first, and what replaces it comes at once. Other deletions are last.
 */
function inOrder(steps: readonly Step[]): { first: Step[][]; last: Step[][] } {
  const nameOf = (step: Step) => (step.kind === "delete" ? step.row : step.want.row).name;
  const typeOf = (step: Step) => (step.kind === "delete" ? step.row : step.want.row).data.type;
  const doing = steps.filter(({ kind }) => kind !== "keep");
  const [comes, goes] = [new Set<string>(), new Set<string>()];
  for (const step of doing) {
    if (step.kind === "create") comes.add(nameOf(step));
    if (step.kind === "delete") goes.add(nameOf(step));
  }
  const exclusive = new Set(doing.filter((step) => excludedBy[typeOf(step)].includes(typeOf(step))).map(nameOf));
  const isTight = (step: Step) => [comes, goes, exclusive].every((names) => names.has(nameOf(step)));
  const chains = groupByKey(doing.filter(isTight).map((step) => ({ key: nameOf(step), step })));
  const deletesFirst = (a: Step, b: Step) => Number(b.kind === "delete") - Number(a.kind === "delete");
  const others = doing.filter((step) => !isTight(step));
  return {
    first: [
      ...[...chains.values()].map((chain) => chain.map(({ step }) => step).sort(deletesFirst)),
      ...others.filter(({ kind }) => kind !== "delete").map((step) => [step]),
    ],
    last: others.filter(({ kind }) => kind === "delete").map((step) => [step]),
  };
}

async function carryOut(step: Step, of: ZoneItems): Promise<Done> {
  switch (step.kind) {
    case "keep":
      return { step, row: step.row, isWritten: false };
    case "create":
      return { step, row: await of.inTurn([step.want.row], () => create(step, of)), isWritten: true };
    case "update":
      return { step, row: await update(step, of), isWritten: true };
    case "delete":
      return { step, row: undefined, isWritten: await of.inTurn([step.row], () => remove(step, of)) };
  }
}

async function create({ want }: Create, of: ZoneItems): Promise<LiveRecord> {
  // A record that the registrar refuses because it is there, though a list did not show it yet, is the one that is wanted.
  const isWanted = (row: ZoneRow) => satisfies(of.kind, row, want.row) && of.claims.isNew(row, want.row);
  const row = await of
    .make(want.row)
    .catch((error: unknown) => of.findRefused(error, (shown) => of.meant(shown, want.row).find(isWanted)));
  of.claims.claim(row);
  return understood(row, want.row);
}

async function update({ want, row: live, keys, stored }: Update, of: ZoneItems): Promise<LiveRecord> {
  const desired = overlay(recordKind, live, { domain: of.domain, ...want.args }, keys);
  const row = await of.change(live, desired, stored?.recordId);
  of.claims.claim(row);
  return understood(row, want.row);
}

/** @returns whether it was deleted; not, if another resource of the program took it over meanwhile */
async function remove({ row, stored }: Delete, of: ZoneItems): Promise<boolean> {
  of.claims.release(row);
  if (of.claims.isOthers(row)) return false;
  const id = row.id ?? stored?.recordId;
  if (id === undefined) throw new NoIdError(of.describe(row));
  await of.remove(row, id, stored?.row);
  return true;
}

const understood = (row: ZoneRow, otherwise: LiveRecord): LiveRecord => (isOpaque(row) ? otherwise : row);

/** What went wrong, once a kind of error, and what that leaves. */
export function problemOf({ done, failed, left }: Applied): string {
  const kinds = new Map<string, string[]>();
  for (const { error } of failed) {
    const message = error instanceof Error ? error.message : String(error);
    const kind = error instanceof RegistrarError ? `${error.code} ${error.status}` : message;
    kinds.set(kind, [...(kinds.get(kind) ?? []), message]);
  }
  const texts = [...kinds.values()].map(([first, ...more]) =>
    more.length === 0 ? first : `${first} (and ${more.length} more errors of this kind)`,
  );
  const rest = [
    `${done.filter(({ isWritten }) => isWritten).length} records were written and are kept`,
    ...(left.length > 0 ? [`${left.length} were not tried`] : []),
    "run `pulumi up` again to do the rest",
  ];
  return [...texts, `${rest.join("; ")}.`].join("\n");
}
