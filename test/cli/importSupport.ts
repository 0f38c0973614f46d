/** Reads an account for stories about imports, and takes the result into a stack. */
import { openAccount } from "../../cli/account.ts";
import { type Import, type ImportOptions, planImport } from "../../cli/import/plan.ts";
import { resources } from "../../provider/resources/index.ts";
import { withoutForeign } from "../support/foreignRows.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import type { Registrar } from "../support/registrar.ts";

/** The import that `pulumi-registrar import` would write. It leaves out the foreign rows of every domain, which this does, too. */
export async function read(targets: string[], options: ImportOptions = { as: "records" }): Promise<Import> {
  const account = openAccount({
    settings: { adopt: true, staleMs: 0 },
    log: () => undefined,
  });
  const imported = await planImport(targets, account, options);
  return { ...imported, leftOut: withoutForeign(imported.leftOut) };
}

const handlerOf = (type: string) => {
  const handlers = Object.keys(resources) as (keyof typeof resources)[];
  const found = handlers.find((handler) => type.endsWith(`:${resources[handler].type}`));
  if (found === undefined) throw new Error(`no resource is a ${type}`);
  return found;
};

/** The program's declarations, and a stack that took the import file in. */
export function taken({ plan, rows }: Import): { program: Program; stack: HandlerStack } {
  const stack = new HandlerStack({ "registrar:staleListSeconds": "0" });
  for (const { type, name, id, inputs, outputs } of rows) {
    stack.state.set(name, { handler: handlerOf(type), id, inputs, outputs });
  }
  const declared = plan.domains.flatMap(({ found }) => found);
  const program = Object.fromEntries(declared.map(({ name, handler, args }) => [name, { handler, args }]));
  return { program, stack };
}

/** Takes an import in, and expects that nothing at all is to be done, before and after everything was read. */
export async function expectNothingToDo(imported: Import, registrar: Registrar): Promise<void> {
  const { program, stack } = taken(imported);
  const nothing = { steps: Object.fromEntries(Object.keys(program).map((name) => [name, "same"])), errors: {} };
  registrar.calls();
  // It begins with a preview.
  expect(await stack.up(program)).toEqual(nothing);
  expect(registrar.calls()).toEqual([]);
  expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
  expect(await stack.preview(program)).toEqual(nothing);
  expect(registrar.writes()).toEqual([]);
}
