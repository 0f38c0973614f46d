/**
 * The net under every schema: each argument of each resource is given, and reaches the registrar; changed, and written; edited by hand,
 * and shown as drift; left out, and left alone; not known yet, and let through by a preview. An argument without a row fails, and so
 * does one that is only in a schema.
 */
import { recordTypeNames } from "../../provider/dns/index.ts";
import type { Properties } from "../../provider/lifecycle/definition.ts";
import { resources } from "../../provider/resources/index.ts";
import {
  editByHand,
  type HandlerName,
  held,
  isRenaming,
  meaning,
  prepare,
  rows,
  upTo,
} from "../support/argumentRows.ts";
import { isOnPlugin, type UpOptions } from "../support/handlerStack.ts";
import { unknown } from "../support/pluginFront.ts";
import { some } from "../support/soak.ts";
import { HandlerStack, unchanged, withStory } from "../support/story.ts";

const { registrar } = withStory();
const order = "its arguments are the terms of an order: registration, transfer";
const wholeResources: Partial<Record<HandlerName, string>> = { domainRegistration: order, domainTransfer: order };

const argumentsOf = (handler: HandlerName, { type }: Properties): Properties => {
  const schema = resources[handler].schemaFor({ type });
  return "shape" in schema ? schema.shape : {};
};
const rowsOf = (handler: HandlerName, type: unknown) =>
  Object.values(rows).filter((row) => row.handler === handler && row.base["type"] === type);

it.each(Object.entries(rows))("%s has a row or a reason for each argument of the schema", (_name, row) => {
  const tried = rowsOf(row.handler, row.base["type"]).flatMap(({ values, exempt }) =>
    Object.keys({ ...values, ...exempt }),
  );
  expect([...new Set(tried)].sort()).toEqual(Object.keys(argumentsOf(row.handler, row.base)).sort());
});

it("each resource and each record type has a row, or a reason why it has none", () => {
  const handlers = [...Object.values(rows).map(({ handler }) => handler), ...Object.keys(wholeResources)];
  expect([...new Set(handlers)].sort()).toEqual(Object.keys(resources).sort());
  const types = Object.values(rows).flatMap(({ handler, base }) => (handler === "dnsRecord" ? [base["type"]] : []));
  expect([...new Set(types)].sort()).toEqual([...recordTypeNames].sort());
});

const isLeftOut = (base: Properties, name: string) => name in base && base[name] === undefined;

it.each(Object.entries(rows))("%s passes a preview with each argument that isn't known yet", async (_name, row) => {
  const { handler, base, values } = row;
  const listed = (value: unknown) => (Array.isArray(value) ? [[value[0], unknown]] : []);
  for (const name of Object.keys({ ...values, ...base }).filter((each) => !isLeftOut(base, each)))
    for (const value of [unknown, ...listed(base[name])]) {
      const { errors } = await new HandlerStack().preview({ it: { handler, args: { ...base, [name]: value } } });
      expect([name, errors]).toEqual([name, {}]);
    }
});

const trials = Object.entries(rows).flatMap(([name, row]) =>
  Object.keys(row.values).map((argument) => ({ name, row, argument })),
);
/** Values that all types of records share are tried with an A and a CNAME. */
const shared = Object.values(rows["DnsRecord A"]?.values ?? {});
const isTried = ({ name, row, argument }: (typeof trials)[number]) =>
  /^DnsRecord (A|CNAME)$/.test(name) || !shared.some((values) => values === row.values[argument]);

it.each(some(trials, (_, trial) => isTried(trial)))(
  "$name writes, changes, watches and leaves alone $argument",
  async ({ row, argument }) => {
    const { handler, base, values } = row;
    await prepare(row);
    const stack = new HandlerStack();
    // One preview is enough: each does what its `up` does, without the write.
    const up = (args: Properties, options: UpOptions = { skipPreview: true }) =>
      upTo(registrar.sandbox, stack, { handler, args }, options);
    const given = (at: 0 | 1) => ({ ...base, [argument]: values[argument]?.[at] });
    await up(given(0));
    const first = held(registrar);
    registrar.writes();
    await up(given(1), {});
    expect(registrar.writes()).not.toEqual([]);
    const changed = held(registrar);
    expect(changed).not.toEqual(first);

    editByHand(registrar.sandbox, first);
    const { drift, errors } = await stack.refresh();
    if (isRenaming(handler, argument)) {
      expect(errors["it"]).toMatch(/If a person renamed it, rename it back/);
      return;
    }
    expect(Object.keys(drift["it"] ?? {})).toContain(argument);
    await up(given(1));
    expect(meaning(held(registrar))).toEqual(meaning(changed));

    // Arguments that others need stay. Further steps are the same on each front.
    if (argument in base || isOnPlugin()) return;
    await up(base);
    expect(meaning(held(registrar))).toEqual(meaning(changed));
    editByHand(registrar.sandbox, first);
    expect(await stack.refresh()).toEqual(unchanged);
    registrar.writes();
    expect(await up(base)).toEqual({ it: "same" });
    expect(registrar.writes()).toEqual([]);
  },
);
