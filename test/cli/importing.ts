/** Accounts with the rows that people have, and what an import makes of them. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openAccount } from "../../cli/account.ts";
import { type Import, type ImportOptions, planImport } from "../../cli/import/plan.ts";
import { writeProgram } from "../../cli/import/program.ts";
import { leftOutLines } from "../../cli/leftOut.ts";
import { pluginRow } from "../../provider/fronts/shared/state.ts";
import { resources } from "../../provider/resources/index.ts";
import type { Sandbox, SandboxRecord } from "../../testing/sandbox/index.ts";
import { everyCase } from "../dns/types/index.ts";
import { withoutForeign } from "../support/foreignRows.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import type { Registrar } from "../support/registrar.ts";

const root = join(__dirname, "..", "..");

type NewRecord = Omit<SandboxRecord, "id">;

/** Records of every type, and what is awkward to write down. */
const everyRecord: readonly NewRecord[] = everyCase(({ account }, type) =>
  account.map((record) => ({ type, ...record })),
);

/** As many records as asked for, of every type in turn. */
function records(count: number): NewRecord[] {
  return Array.from({ length: count }, (_, index): NewRecord => {
    const record = everyRecord[index % everyRecord.length] ?? { type: "A", name: "", content: "192.0.2.1" };
    const round = Math.floor(index / everyRecord.length);
    return round === 0 ? record : { ...record, name: record.name === "" ? `n${round}` : `${record.name}.n${round}` };
  });
}

export const accountDomains = ["example.com", "example.org", "example.net", "xn--bcher-kva.example", "bare.example"];

/** Five domains: full, locked, on foreign nameservers, internationalised, and one with nothing in it. */
export function fillAccount(sandbox: Sandbox, size: number, second = Math.min(size, 3)): void {
  const { dashboard } = sandbox;
  const contacts = { registrant: "ATOM-1001", admin: "ATOM-1001", billing: null, tech: null };
  sandbox.addDomain("xn--bcher-kva.example", { contacts, locked: true, privacy: false });
  sandbox.addDomain("bare.example");
  for (const record of records(size)) dashboard.addRecord("example.com", record);
  for (const record of records(second)) dashboard.addRecord("example.org", record);
  dashboard.addRecord("xn--bcher-kva.example", { type: "A", name: "www", content: "192.0.2.7" });
  dashboard.editDomain("example.org", { locked: true, autoRenew: false });
  dashboard.addForward("example.com", {
    source: "shop",
    destination: "https://www.example.net/shop",
    type: "permanent",
  });
  dashboard.addForward("example.org", { destination: "https://www.example.com/?a=1&b='2'" });
}

/** The import that `pulumi-registrar import` would write. It leaves out the foreign rows of every domain, which this does, too. */
export async function read(targets: string[], options: ImportOptions = { as: "records" }) {
  const account = openAccount({
    settings: { staleMs: 0 },
    log: () => undefined,
  });
  const imported = await planImport(targets, account, options);
  return { ...imported, leftOut: withoutForeign(leftOutLines(imported.leftOut, true)) };
}

const handlerOf = (type: string) => {
  const handlers = Object.keys(resources) as (keyof typeof resources)[];
  const found = handlers.find((handler) => type.endsWith(`:${resources[handler].type}`));
  if (found === undefined) throw new Error(`no resource is a ${type}`);
  return found;
};

/** Takes an import in, and expects that nothing at all is to be done, before and after everything was read. */
export async function expectNothingToDo(
  { plan, rows }: Pick<Import, "plan" | "rows">,
  registrar: Registrar,
): Promise<void> {
  const stack = new HandlerStack();
  for (const { type, name, id, inputs, outputs } of rows)
    stack.state.set(name, { handler: handlerOf(type), id, inputs, outputs });
  const declared = plan.domains.flatMap(({ found }) => found);
  const program: Program = Object.fromEntries(declared.map(({ name, handler, args }) => [name, { handler, args }]));
  const nothing = { steps: Object.fromEntries(Object.keys(program).map((name) => [name, "same"])), errors: {} };
  registrar.calls();
  // It begins with a preview.
  expect(await stack.up(program)).toEqual(nothing);
  expect(registrar.calls()).toEqual([]);
  expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
  expect(await stack.preview(program)).toEqual(nothing);
  expect(registrar.writes()).toEqual([]);
}

/** Writes the project as the command does, installed as `npm install` would leave it. */
function write(
  folder: string,
  { plan, rows }: Pick<Import, "plan" | "rows">,
  language: "typescript" | "yaml" = "typescript",
): void {
  const resources = language === "yaml" ? rows.map(pluginRow) : rows;
  const files = { ...writeProgram({ ...plan, language }, "^0.1.0"), "import.json": JSON.stringify({ resources }) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

/** Reads one domain as a zone, and others, and writes their program. @returns the number of resources */
export async function writeAccount(
  folder: string,
  others = accountDomains.slice(1),
  language?: "yaml",
): Promise<number> {
  const zone = await read(["example.com"], { as: "zone" });
  const rest = await read(others);
  expect([...zone.leftOut, ...rest.leftOut]).toEqual([]);
  const rows = [...zone.rows, ...rest.rows];
  const plan = { ...rest.plan, domains: [...zone.plan.domains, ...rest.plan.domains] };
  write(folder, { plan, rows }, language);
  return rows.length;
}
