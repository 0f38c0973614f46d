/**
 * Commands with everything that they print, as text: test/cases/recorded. To record them anew:
 * `UPDATE_CASES=1 npx jest test/cli/recorded`. A story begins with `== ` and its title. Its lines:
 *
 * - `@ VERB ARGUMENTS`: a step below
 * - `$ COMMAND`: a command of `pulumi-registrar`, or `ls` or `cat`; `| grep PATTERN` keeps the lines that match,
 *   and leaves out the reads
 * - after a command two blanks and a line of standard output, `! ` and one of standard error, `= ` and an exit code
 *   other than 0, `< ` and the calls that reached the registrar
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { main } from "../../cli/main.ts";
import { groupBy } from "../../provider/dns/index.ts";
import { newFolder } from "../support/folder.ts";
import { type Declared, HandlerStack, type Program } from "../support/handlerStack.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { person, quick } from "../support/records.ts";
import { type Registrar, withRegistrar } from "../support/registrar.ts";
import { byHand } from "./byHand.ts";
import { fillAccount } from "./importing.ts";
import { heard } from "./run.ts";
import { writeState } from "./stateFile.ts";

/** A JSON list without its brackets. `"+29d"` is a date in 29 days. */
function argumentsOf(text: string): unknown[] {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();
  return JSON.parse(`[${text}]`, (_key, value: unknown) => {
    const [, days] = typeof value === "string" ? (/^([+-]\d+)d$/.exec(value) ?? []) : [];
    return days === undefined ? value : inDays(Number(days));
  });
}

/** Resources by name: a record as a line such as `www 300 A 192.0.2.1`, or a handler and arguments. */
type Resources = Readonly<Record<string, string | [handler: Declared["handler"], args: object]>>;

const programOf = (resources: Resources): Program =>
  Object.fromEntries(
    Object.entries(resources).map(([name, written]): [string, Declared] => {
      const domain = "example.com";
      if (typeof written === "string")
        return [name, { handler: "dnsRecord", args: { domain, ...recordArgsOf(written) } }];
      const [handler, args] = written;
      return [name, { handler, args: handler === "contact" ? { ...person, ...args } : { domain, ...args } }];
    }),
  );

/** Words of a command line; quotes keep blanks. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");

/** Lines about the rows that every zone of the sandbox has. */
const foreign = /\b(?:ALIAS|HTTPS|NETLIFY|URL)\b.* not one of|parked MX|NS and SOA of|records \(MX\) of/;

/** Calls with reads side by side, whose order differs between runs, in the order of their names. Equal ones are counted. */
function inOrder(calls: readonly string[]): string[] {
  const parts: string[][] = [[]];
  for (const call of calls) {
    if (call.startsWith("GET ")) parts.at(-1)?.push(call.slice(4));
    else parts.push([call], []);
  }
  const counted = parts.flatMap((part) => [...groupBy(part.sort(), (call) => call)]);
  return counted.map(([call, { length }]) => (length === 1 ? call : `${length} x ${call}`));
}

/** Each story has a folder of its own, in which its commands run. */
function withRecording(registrar: Registrar): (steps: readonly string[]) => Promise<string> {
  const [before, { isTTY, columns }] = [process.cwd(), process.stdout];
  let folder = "";
  let env = process.env;
  let stack: HandlerStack;
  beforeEach(() => {
    env = { ...process.env };
    folder = newFolder();
    process.chdir(folder);
    stack = new HandlerStack(quick);
  });
  afterEach(() => {
    process.chdir(before);
    process.env = env;
    Object.assign(process.stdout, { isTTY, columns });
  });

  const nameserver = () => `${registrar.sandbox.dns?.host}:${registrar.sandbox.dns?.port}`;

  /** Replaces values that differ between runs. Dates of the sandbox's domains keep their width. */
  function steady(text: string): string {
    const { url, token } = registrar.sandbox;
    const { node } = process.versions;
    const names = { [folder]: "FOLDER", [url]: "URL", [token]: "TOKEN", [nameserver()]: "DNS", [node]: "NODE" };
    const named = Object.entries(names).reduce((all, [value, name]) => all.replaceAll(value, name), text);
    return stripVTControlCharacters(named)
      .replace(/\b20[23]\d-\d\d-\d\d(?:T[\d:.]+Z)?/g, "YYYY-MM-DD")
      .replace(/(?<=attempts? over )\d+\.\d/g, "N")
      .replace(/(?<=\[ERR_\w+): docs\/[^\]]+/g, "")
      .replace(/^(.{200}).{20,}?( \[ERR_\w+\]|$)/gm, "$1 ...$2");
  }

  const steps: Readonly<Record<string, (rest: string) => unknown>> = {
    /** Sets variables. URL is the sandbox's. */
    env(rest) {
      const words = wordsOf(rest.replace(/(?<==)URL/, registrar.sandbox.url));
      Object.assign(process.env, Object.fromEntries(words.map((word) => word.split(/=(.*)/))));
    },
    /** Removes variables. */
    unset(rest) {
      for (const name of wordsOf(rest)) delete process.env[name];
    },
    fill: (rest) => fillAccount(registrar.sandbox, Number(rest)),
    /** Edits a row of example.com by hand. */
    hand: (rest) => byHand(registrar.sandbox, rest),
    /** Applies a program, and writes its state to state.json. */
    async up(rest) {
      const { errors } = await stack.up(programOf(JSON.parse(rest)));
      expect(errors).toEqual({});
      writeState("state.json", stack, { "registrar:staleListSeconds": "0" });
    },
    refresh: () => stack.refresh(),
    /** Advances the registrar's clock by so many days, as the dashboard does. */
    clock: (rest) => registrar.sandbox.clock.advance({ days: Number(rest) }),
    /** Standard output is a terminal of so many columns. */
    columns: (rest) => Object.assign(process.stdout, { isTTY: true, columns: Number(rest) }),
    /** Replaces a pattern in a file. */
    sed(rest) {
      const [file = "", pattern = "", text = ""] = argumentsOf(rest).map(String);
      writeFileSync(file, readFileSync(file, "utf8").replaceAll(new RegExp(pattern, "g"), text));
    },
  };

  async function step(line: string, more: readonly string[]): Promise<void> {
    const [, verb = "", rest = ""] = /^(\w+) ?(.*)$/.exec(line) ?? [];
    const { sandbox } = registrar;
    if (verb === "write") return writeFileSync(rest, more.map((each) => `${each}\n`).join(""), { mode: 0o755 });
    const own = steps[verb];
    if (own !== undefined) return void (await own(rest));
    const owner = [sandbox.dashboard, sandbox].find((each) => Reflect.has(each, verb));
    if (owner === undefined) throw new TypeError(`no step is called ${verb}`);
    Reflect.apply(Reflect.get(owner, verb), owner, argumentsOf(rest));
  }

  async function command(line: string): Promise<string> {
    const [words = "", pattern = ""] = line.split(" | grep ");
    const [name, ...args] = wordsOf(words);
    registrar.calls();
    const { out, err, code } = await heard(async () => {
      if (name === "ls") for (const each of readdirSync(args[0] ?? ".").sort()) process.stdout.write(`${each}\n`);
      else if (name === "cat") process.stdout.write(readFileSync(args[0] ?? "", "utf8"));
      else return main(wordsOf(words).map((word) => (word === "DNS" ? nameserver() : word)));
    });
    const linesOf = (text: string, mark: string) =>
      steady(text.replace(/\n(?:note: left out: .*\n){2}/g, "").replace(/\n$/, ""))
        .split("\n")
        .filter((each) => text !== "" && new RegExp(pattern).test(each) && !foreign.test(each))
        .map((each) => `${mark} ${each}`.trimEnd());
    const calls = inOrder(registrar.calls()).filter((call) => pattern === "" || /^[A-Z]/.test(call));
    const lines = [
      `$ ${line}`,
      ...linesOf(out, " "),
      ...linesOf(err, "!"),
      ...(code === 0 ? [] : [`= ${code}`]),
      ...(calls.length === 0 ? [] : [`< ${calls.join(", ")}`]),
    ];
    return lines.join("\n");
  }

  return async (lines) => {
    const written: string[] = [];
    for (const [at, line] of lines.entries()) {
      const following = lines.slice(at + 1);
      const end = following.findIndex((each) => !each.startsWith("| "));
      const more = following.slice(0, end < 0 ? undefined : end).map((each) => each.slice(2));
      if (line.startsWith("@ ")) await step(line.slice(2), more);
      written.push(line.startsWith("$ ") ? await command(line.slice(2)) : line);
    }
    return `${written.join("\n")}\n`;
  };
}

const folder = join(__dirname, "..", "cases", "recorded");
const registrar = withRegistrar({ dns: true });
const record = withRecording(registrar);

describe.each(readdirSync(folder))("%s", (name) => {
  const file = join(folder, name);
  const [head = "", ...stories] = readFileSync(file, "utf8").split(/^== /m);
  const recorded: string[] = [];

  it.each(stories.map((story) => [story.slice(0, story.indexOf("\n")), story] as const))("%s", async (title, story) => {
    const steps = story.split("\n").filter((line) => /^[@$|] /.test(line));
    const now = `${title}\n${await record(steps)}`;
    recorded.push(now);
    if (process.env["UPDATE_CASES"] === undefined) expect(now).toBe(`${story.trimEnd()}\n`);
  });

  afterAll(() => {
    if (process.env["UPDATE_CASES"] === undefined || recorded.length < stories.length) return;
    writeFileSync(file, `${head}${recorded.map((story) => `== ${story}`).join("\n")}`);
  });
});
