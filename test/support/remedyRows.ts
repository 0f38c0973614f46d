/** Tables of remedies: a row is a situation whose message is followed, in each of its ways. */
import { readConfiguration } from "../../provider/api/index.ts";
import type { Declared } from "./handlerStack.ts";
import { actsIn, follow, type World } from "./remedy.ts";
import { a, domain, expectIdle, HandlerStack, type Program, withStory } from "./story.ts";

export interface Row {
  /** Kind of resource, and situation. */
  title: string;
  /** Stack configuration by full key. */
  config?: () => Record<string, string>;
  /** Events at the registrar and in the shell before; `turn` is that of the setting to take. */
  seed?: ((turn: number) => unknown) | undefined;
  /** Was applied before. */
  before?: Program;
  /** Events after that. */
  since?: (stack: HandlerStack) => unknown;
  program?: Program | (() => Program);
  command?: "up" | "preview" | "refresh" | "destroy";
  /** In place of a command of a stack. @param asked the arguments, which a person corrects */
  ask?: ((configuration: ReturnType<typeof readConfiguration>, asked: object) => Promise<unknown>) | undefined;
  asked?: object;
  /** The resource that the message is about. Default: `it`. */
  name?: string;
  /** A part of the message, if the row shall not meet another one. */
  says?: RegExp;
  /** Clauses of the message that are followed, each in a situation of its own. Default: the complete message. */
  ways?: readonly RegExp[];
  /** In place of a program: an import of this ID. */
  imports?: { handler: Declared["handler"]; id: string };
  knows?: World["knows"];
  /** Events before the next run. @param way its number */
  waits?: (way: number) => unknown;
  /** Number of names of one setting in the message. Default: 1. */
  turns?: number;
  /** The first name to take. Default: by the row's place, so that a table takes each. */
  turn?: number;
  behaviour?: { oneByOne?: boolean };
  /** Lines that are live afterwards. */
  live?: readonly string[];
  /** Is nothing left to do? Default: true. */
  idle?: false;
}

export const unset = (...names: string[]) => {
  for (const name of names) delete process.env[name];
};

/** A registrar for the tables of a file. `met` are the messages that were followed, each with the title of its row. */
export function withRemedies() {
  const story = withStory();
  const { registrar, said, live, dashboard } = story;
  const met: [message: string, row: string][] = [];
  const url = () => registrar.sandbox.url;
  const token = () => registrar.sandbox.token;
  async function meet(row: Row, turn: number, way: number): Promise<{ world: World; message: string }> {
    const {
      program = { it: a("www", "192.0.2.1") },
      command = "up",
      knows = {},
      name = "it",
      waits = () => undefined,
      behaviour = {},
    } = row;
    const config = row.config?.() ?? {};
    // A role that `domainContacts.set` sets.
    dashboard().editDomain(domain, { contacts: { admin: null } });
    await row.seed?.(turn);
    const stack = new HandlerStack(config, behaviour);
    if (row.before) expect((await stack.up(row.before, { skipPreview: true })).errors).toEqual({});
    await row.since?.(stack);
    said();
    const world: World = {
      ...{
        sandbox: registrar.sandbox,
        stack,
        name,
        config,
        contract: {},
        asked: row.asked ?? {},
        knows,
        turn,
        waits: () => waits(way),
        ...(row.imports && { imports: row.imports }),
      },
      program: typeof program === "function" ? program() : program,
      again: async () => {
        const { stack: at, config: settings, imports } = world;
        if (imports) {
          at.state.set(name, { ...imports, inputs: {}, outputs: {} });
          return (await at.refresh()).errors;
        }
        if (row.ask)
          return row.ask(readConfiguration({ get: (key) => settings[key], env: process.env }), world.asked).then(
            () => ({}),
            (error: Error) => ({ it: error.message }),
          );
        if (command === "refresh") return (await at.refresh()).errors;
        if (command === "destroy") return (await at.destroy()).errors;
        return (await (command === "preview" ? at.preview(world.program) : at.up(world.program))).errors;
      },
    };
    const errors = await world.again();
    const texts = [errors[name], ...Object.values(errors), said()].filter((text) => text !== undefined && text !== "");
    const message = texts.find((text) => row.says?.test(text ?? "")) ?? texts[0] ?? "";
    expect(message).not.toBe("");
    if (row.says) expect(message).toMatch(row.says);
    return { world, message };
  }

  /** The part of a message that a way follows: the match, or its groups. */
  function clauseOf(way: RegExp, message: string): string | undefined {
    const [clause, ...groups] = way.exec(message) ?? [];
    return groups.length === 0 ? clause : groups.join(" ");
  }

  function everyWay(table: readonly Row[]): void {
    it.each(table.map((row, n) => ({ turn: n % 2, ...row })))("$title", async (row) => {
      const { ways = [/.*/s], turns = 1 } = row;
      for (const [n, way] of ways.entries())
        for (let turn = 0; turn < turns; turn += 1) {
          if (n > 0 || turn > 0) again();
          const { world, message } = await meet(row, turns === 1 ? row.turn : turn, n);
          const clause = clauseOf(way, message);
          expect([message, clause === undefined]).toEqual([message, false]);
          // Each advice of the message is in one of the ways.
          const textsIn = (part = "") => actsIn(part, world, message).map(({ text }) => text);
          const inWays = new Set(ways.flatMap((each) => textsIn(clauseOf(each, message))));
          expect([message, textsIn(message).filter((text) => !inWays.has(text))]).toEqual([message, []]);
          met.push([message, expect.getState().currentTestName ?? ""]);
          const failures = await follow(world, message, clause ?? "");
          expect([message, failures]).toEqual([message, {}]);
          // A warning isn't said again.
          if (row.command === "preview") expect(said()).not.toContain(message);
          if (row.live) expect(live()).toEqual(expect.arrayContaining([...row.live]));
          if (row.ask === undefined && row.idle !== false) await expectIdle(world.stack, world.program);
          if (row.idle === false && row.command !== "destroy" && row.imports === undefined)
            expect((await world.stack.up(world.program)).errors).toEqual({});
        }
    });
  }

  /** Begins another situation of the same test. */
  function again(): void {
    registrar.sandbox.reset();
    unset(...Object.keys(process.env).filter((name) => name.startsWith("REGISTRAR_")));
    process.env["REGISTRAR_BASE_URL"] = url();
    process.env["REGISTRAR_API_TOKEN"] = token();
  }

  return { ...story, everyWay, met, url, token, clearFaults: () => registrar.sandbox.clearFaults() };
}
