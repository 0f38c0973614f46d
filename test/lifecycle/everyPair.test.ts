/**
 * Each pair of arguments of a resource: the program changes one while a person edits the other. The preview, which reads no more than
 * the `up`, says the same as the `up`, and after a refresh the registrar holds exactly what the program declares.
 */
import type { Properties } from "../../provider/lifecycle/definition.ts";
import { editByHand, held, isRenaming, meaning, prepare, type Row, rows, upTo } from "../support/argumentRows.ts";
import { isSoak } from "../support/soak.ts";
import { HandlerStack, unchanged, withStory } from "../support/story.ts";

const { registrar, said } = withStory();

/** All pairs in the soak, and else at most three of each resource, evenly. */
function pairsOf({ handler, values }: Row) {
  const names = Object.keys(values);
  const all = names.flatMap((changed) =>
    names.filter((name) => name !== changed && !isRenaming(handler, name)).map((edited) => ({ changed, edited })),
  );
  const step = isSoak ? 1 : Math.ceil(all.length / 3);
  return all.filter((_, place) => place % step === 0);
}
const pairs = Object.entries(rows).flatMap(([title, row]) => pairsOf(row).map((pair) => ({ title, row, ...pair })));

it.each(pairs)("$title: the program changes $changed, a person edits $edited", async ({ row, changed, edited }) => {
  const { handler, base, values } = row;
  await prepare(row);
  const given = (x: 0 | 1, y: 0 | 1) => ({ ...base, [changed]: values[changed]?.[x], [edited]: values[edited]?.[y] });
  const stack = new HandlerStack();
  const up = (args: Properties) => upTo(registrar.sandbox, stack, { handler, args }, { skipPreview: true });
  await up(given(0, 1));
  const byHand = held(registrar);
  await up(given(1, 0));
  const wanted = held(registrar);
  await up(given(0, 0));

  editByHand(registrar.sandbox, byHand);
  const next = given(1, 0);
  said();
  const preview = await stack.preview({ it: { handler, args: next } });
  const plan = said();
  expect(preview).toEqual(await stack.up({ it: { handler, args: next } }, { skipPreview: true }));
  expect(preview.errors).toEqual({});
  if (handler === "dnsZone" || handler === "dnsRecordSet") expect(plan).toBe(said());
  for (const { id } of registrar.sandbox.dashboard.pendingApprovals()) registrar.sandbox.dashboard.approve(id);
  await stack.refresh();
  await up(next);
  expect(meaning(held(registrar))).toEqual(meaning(wanted));
  expect(await stack.refresh()).toEqual(unchanged);
  expect(await up(next)).toEqual({ it: "same" });
});
