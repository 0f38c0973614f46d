/**
 * The net under every schema: each argument of each resource is given, and reaches the registrar; changed, and written; edited by hand,
 * and shown as drift; left out, and left alone. An argument without a row fails, and so does one that is only in a schema.
 */
import { recordTypeNames } from "../../provider/dns/index.ts";
import type { Properties } from "../../provider/lifecycle/definition.ts";
import { resources } from "../../provider/resources/index.ts";
import { unchanged } from "../support/applied.ts";
import {
  editByHand,
  type HandlerName,
  held,
  isRenaming,
  meaning,
  rows,
  rowsWithoutIds,
  second,
  secondContact,
  upTo,
} from "../support/argumentRows.ts";
import { HandlerStack, isOnPlugin } from "../support/handlerStack.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
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

const trials = Object.entries(rows).flatMap(([name, { handler, base, values }]) =>
  Object.entries(values).map(([argument, [one, two]]) => ({ name, handler, base, argument, one, two })),
);

it.each(trials)(
  "$name writes, changes, watches and leaves alone $argument",
  async ({ handler, base, argument, one, two }) => {
    const other = [one, two].includes(second) ? await secondContact() : second;
    const stack = new HandlerStack(quick);
    const up = (args: Properties) => upTo(registrar.sandbox, stack, { handler, args });
    const given = (value: unknown) => ({ ...base, [argument]: value === second ? other : value });
    await up(given(one));
    const first = held(registrar);
    registrar.writes();
    await up(given(two));
    expect(registrar.writes()).not.toEqual([]);
    const changed = held(registrar);
    expect(changed).not.toEqual(first);

    editByHand(registrar.sandbox, first);
    const isRenamed = isRenaming(handler, argument);
    const { drift, gone } = await stack.refresh();
    expect([...Object.keys(drift["it"] ?? {}), ...gone]).toContain(isRenamed ? "it" : argument);
    await up(given(two));
    if (isRenamed) {
      for (const list of ["records", "forwards"] as const)
        expect(rowsWithoutIds(held(registrar)[list])).toEqual(expect.arrayContaining(rowsWithoutIds(changed[list])));
      return;
    }
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
