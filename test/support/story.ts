/** Stories at a registrar of their own: programs of example.com, and edits by hand. */
import type { FaultRule, Sandbox, SandboxOptions, SandboxRecord } from "../../testing/sandbox/index.ts";
import { HandlerStack, type Program, type StackBehaviour, type UpOptions } from "./handlerStack.ts";
import { domain } from "./records.ts";
import { asPreview, withRegistrar, withSaid } from "./registrar.ts";

export { type Declared, HandlerStack, type Program } from "./handlerStack.ts";
export * from "./records.ts";

type Fields = Record<string, unknown>;
type Showing = Pick<FaultRule, "after" | "times"> & { done?: boolean };

/** A refresh that finds everything as the state has it. */
export const unchanged = { drift: {}, gone: [], errors: {} };

/**
 * A stack that a program was applied to, without an error. Its calls and words are left out of what tests count.
 * @param config stack configuration by full key
 */
export async function applied(program: Program, config = {}, behaviour: StackBehaviour = {}): Promise<HandlerStack> {
  const stack = new HandlerStack(config, behaviour);
  const { errors } = await asPreview(() => stack.up(program, { skipPreview: true }));
  expect(errors).toEqual({});
  return stack;
}

/** Expects that nothing is left to do: an `up`, which asks what its preview would, has nothing to change, and a refresh finds nothing. */
export async function expectIdle(stack: HandlerStack, program: Program): Promise<void> {
  const { steps, errors } = await stack.up(program, { skipPreview: true });
  expect({ errors, steps: [...new Set(Object.values(steps))] }).toEqual({ errors: {}, steps: ["same"] });
  expect(await stack.refresh()).toEqual(unchanged);
}

function dataOf(record: SandboxRecord): string {
  const { type, content = "", priority, weight, port, target, flags, tag, value } = record;
  if (type === "TXT") return JSON.stringify(content);
  if (type === "MX") return `${priority} ${content}`;
  if (type === "SRV") return `${priority} ${weight} ${port} ${target}`;
  if (type === "CAA") return `${flags} ${tag} ${JSON.stringify(value)}`;
  if (record.content !== undefined) return content;
  // Any other type: its fields, in the order in which the sandbox holds them.
  const { id: _id, type: _type, name: _name, ttl: _ttl, comment: _comment, ...fields } = record;
  return Object.values(fields).join(" ");
}

/** `www A 192.0.2.1 ttl 300 # comment`; names in domains other than example.com are full names. */
function line(record: SandboxRecord, of: string): string {
  const { service, protocol, name, type, ttl, comment } = record;
  const owner = [service, protocol, name, of === domain ? "" : of].filter(Boolean).join(".");
  const beside = `${ttl === undefined ? "" : ` ttl ${ttl}`}${comment === undefined ? "" : ` # ${comment}`}`;
  return `${owner || "@"} ${type} ${dataOf(record)}${beside}`;
}

/** Rows that the registrar really holds, sorted. */
export const zoneLines = (sandbox: Sandbox, domains: readonly string[]): string[] =>
  domains.flatMap((name) => sandbox.records(name).map((record) => line(record, name))).sort();

/** A registrar for the tests of a file, fresh for each, and what a person sees and does in its dashboard. */
export function withStory(options: SandboxOptions = {}) {
  const registrar = withRegistrar(options);
  const rows = () => registrar.sandbox.records(domain);
  const forwards = () => registrar.sandbox.forwards(domain);
  const dashboard = () => registrar.sandbox.dashboard;
  const idOf = (name: string) => rows().find((row) => row.name === name)?.id ?? 0;
  const live = () => [
    ...zoneLines(registrar.sandbox, [domain]),
    ...forwards().map(({ source, destination }) => `${source} ${destination}`),
  ];
  return {
    registrar,
    /** Messages since the last time of asking. */
    said: withSaid(),
    rows,
    forwards,
    dashboard,
    idOf,
    /** Live rows, a line each: `www A 192.0.2.1 ttl 300`, `go https://x.example/`. */
    live,
    /** The writes since the last time of asking, after an `up` that has to end well. */
    writesOf: async (stack: HandlerStack, program: Program, options?: UpOptions) => {
      expect((await stack.up(program, options)).errors).toEqual({});
      return registrar.writes();
    },
    /** Expects that a destroy ends without an error, and leaves only these rows. */
    expectDestroyed: async (stack: HandlerStack, left: readonly string[] = []) => {
      expect((await stack.destroy()).errors).toEqual({});
      expect(live()).toEqual(left);
    },
    /** In place of its response to an operation, the registrar says success, and this. @param done is the operation carried out? */
    shows: (operation: string, body: object, { done = false, ...rule }: Showing = {}) =>
      registrar.sandbox.fault({ operation, ...rule, fault: { status: 200, body: { success: true, ...body }, done } }),
    /** An A record that a person adds. */
    byHand: (name: string, content: string, rest: Fields = {}) =>
      dashboard().addRecord(domain, { type: "A", name, content, ...rest }),
    edit: (name: string, part: Partial<SandboxRecord>) => dashboard().editRecord(domain, idOf(name), part),
    wipe: (name: string) => dashboard().deleteRecord(domain, idOf(name)),
    clear: () => {
      for (const { id } of rows()) dashboard().deleteRecord(domain, id);
      for (const { id } of forwards()) dashboard().deleteForward(domain, id);
    },
  };
}
