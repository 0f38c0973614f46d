/**
 * Does what a message advises, as a person does who knows only the message: names of settings, arguments, classes, contract lines,
 * rows and commands are the message's own. A table of situations has the values that a message leaves to its reader (`knows`).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WholeSandbox } from "../../testing/sandbox/index.ts";
import { newFolder } from "./folder.ts";
import { type Declared, HandlerStack, type Program, typeOf } from "./handlerStack.ts";

/** Values by the name of a setting (`baseUrl`), an argument, or a word of a contract line such as "...". A function makes one. */
type Knowledge = Readonly<Record<string, unknown>>;

export interface World {
  sandbox: WholeSandbox;
  stack: HandlerStack;
  program: Program;
  /** The resource that the message is about. */
  name: string;
  config: Record<string, string>;
  contract: Record<string, unknown>;
  /** Arguments of a lookup. */
  asked: object;
  knows: Knowledge;
  /** Of several names of a setting, the place of the one that the person takes. */
  turn: number;
  /** An import, in place of a program. */
  imports?: { handler: Declared["handler"]; id: string };
  /** The command that showed the message. */
  again: () => Promise<Record<string, string>>;
  /** Work between the reading and the next run: what the person waits for. */
  waits: () => unknown;
}

/** @returns the failures of a command */
type Act = (world: World, match: readonly string[], message: string) => unknown;
type Failures = Record<string, string>;

const known = ({ knows }: World, name: string): unknown => {
  if (!(name in knows)) throw new Error(`a reader doesn't know a value for "${name}"`);
  const value = knows[name];
  return typeof value === "function" ? value() : value;
};

const declaredAt = ({ program, name }: World): Declared => {
  const declared = program[name];
  if (declared === undefined) throw new Error(`the program has no resource "${name}"`);
  return declared;
};

/** Sets an argument of a resource. */
function argue(world: World, argument: string, value: unknown = known(world, argument), name = world.name): void {
  const { args, ...rest } = declaredAt({ ...world, name });
  world.program = { ...world.program, [name]: { ...rest, args: { ...args, [argument]: value } } };
}

function drop(world: World, argument: string): void {
  const { args, ...rest } = declaredAt(world);
  const { [argument]: _, ...others } = args;
  world.program = { ...world.program, [world.name]: { ...rest, args: others } };
}

/** `true`, `5`, `"additive"`, `["a"]` or a host in a message, as a program has it. */
function valueIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

const handlerOf = (type: string) => type.replace(/^./, (first) => first.toLowerCase()) as Declared["handler"];

/** A new resource of a class, with the arguments that the reader knows for it. */
function declare(world: World, type: string, values: object = {}): void {
  const { domain } = declaredAt(world).args;
  const args = { ...(type !== "Contact" && { domain }), ...(Object(world.knows[type]) as object), ...values };
  world.program = { [`new${type}`]: { handler: handlerOf(type), args }, ...world.program };
}

function configure(world: World, name: string, value = known(world, short(name))): void {
  if (!name.includes(":")) process.env[name] = String(value);
  else world.config = { ...world.config, [name]: String(value) };
  const { stack } = world;
  world.stack = new HandlerStack(world.config);
  for (const [key, row] of stack.state) world.stack.state.set(key, row);
}
/** `baseUrl` of `registrar:baseUrl` and of `REGISTRAR_BASE_URL`. */
const short = (name: string) =>
  name.includes(":")
    ? name.replace(/^.*:/, "")
    : name
        .replace(/^REGISTRAR_/, "")
        .replace(
          /_?([A-Z])([A-Z]*)/g,
          (all, first: string, rest: string) =>
            (all.startsWith("_") ? first : first.toLowerCase()) + rest.toLowerCase(),
        );

/** Names of one setting, of which the person takes one. */
const setting = /registrar:\w+|REGISTRAR_\w+/g;
function setOne(world: World, text: string): void {
  const names = [...text.matchAll(setting)].map(([name]) => name);
  const byShort = new Map(names.map((name) => [short(name), names.filter((each) => short(each) === short(name))]));
  for (const same of byShort.values()) configure(world, same[world.turn % same.length] ?? "");
}

/** Puts what the reader knows in place of the words of a line. Dots stand for a word that only the registrar knows. */
const filled = (world: World, line: unknown, key = ""): unknown => {
  if (key in world.knows) return known(world, key);
  // A field that the reader doesn't know has the specification's name.
  if (typeof line === "string") return /^\/?\.\.\.$/.test(line) ? key : line;
  if (typeof line !== "object" || line === null || Array.isArray(line)) return line;
  return Object.fromEntries(Object.entries(line).map(([each, value]) => [each, filled(world, value, each)]));
};

const merged = (one: unknown, two: unknown): unknown => {
  if (typeof one !== "object" || typeof two !== "object" || one === null || two === null) return two;
  const parts = Object.entries(two).map(([key, value]) => [key, merged(Reflect.get(one, key), value)]);
  return { ...one, ...Object.fromEntries(parts) };
};

/** Adds a line to the contract file, which the message names by a setting. */
function contract(world: World, line: object, message: string): void {
  world.contract = Object(merged(world.contract, filled(world, line)));
  const file = join(newFolder(), "contract.json");
  writeFileSync(file, JSON.stringify(world.contract));
  const [, place = "REGISTRAR_CONTRACT_FILE"] =
    /contract file[^(]*\(`?((?:registrar:|REGISTRAR_)[^,)]*)/.exec(message) ?? [];
  const names = [...place.matchAll(setting)].map(([name]) => name);
  const name = names[world.turn % names.length] ?? "";
  if (short(name) !== "contractFile") throw new Error(`${name} doesn't name the contract file`);
  configure(world, name, file);
}

/** The end of a JSON object that begins here. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') while (text[++at] !== '"' && at < text.length) if (text[at] === "\\") at += 1;
    if (text[at] === "{") depth += 1;
    if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

/** A row in a message: `www.example.com A 192.0.2.1 (id 1001)`, or a line `www A 192.0.2.1` of a plan. */
function deleteRow({ sandbox, program, name }: World, text: string): void {
  const domain = String(program[name]?.args["domain"]);
  const { dashboard } = sandbox;
  const [, id] = /\(id (\d+)\)/.exec(text) ?? [];
  const [, owner = "", type = ""] = /^(?:URL forward )?(\S+) (\S+)/.exec(text) ?? [];
  const label = owner.replace(/\.?example\.\w+$/, "").replace(/^@$/, "");
  const isIt = (row: { id: number; name?: string; source?: string; type?: string }) =>
    id === undefined
      ? (row.name ?? row.source) === label && [type, undefined].includes(row.type)
      : row.id === Number(id);
  const forward = sandbox.forwards(domain).find((row) => row.id === Number(id));
  const record = sandbox.records(domain).find(isIt);
  if (forward === undefined && record === undefined) throw new Error(`no live row is "${text}"`);
  if (record !== undefined) dashboard.deleteRecord(domain, record.id);
  else if (forward !== undefined) dashboard.deleteForward(domain, forward.id);
}

/** The rows that a plan lists with a minus: `- www A 192.0.2.1`. */
const listed = (message: string) =>
  [...message.matchAll(/^ +- (\S+) (\S+) (.*?)$/gm)].map(([, name = "", type = "", data = ""]) => ({
    name,
    type,
    data,
  }));

const add = (list: unknown, more: readonly string[]) => [...(Array.isArray(list) ? list : []), ...more];

/** Lists rows in an argument: values of a set, keys and values of a zone, patterns of rows to leave alone. */
function listIn(world: World, argument: string, message: string): void {
  const { args } = declaredAt(world);
  const rows = listed(message);
  if (argument !== "records") {
    const words = rows.map(({ name, data, type }) => (argument === "ignoreRecords" ? `${name} ${type}` : data));
    argue(world, argument, add(args[argument], words));
    return;
  }
  const records: Record<string, unknown> = { ...Object(args[argument]) };
  for (const { name, type, data } of rows) records[`${name} ${type}`] = add(records[`${name} ${type}`], [data]);
  argue(world, argument, records);
}

/** As `pulumi import` of the live row at the place of the resource. */
async function importRow(world: World): Promise<void> {
  const { handler, args } = declaredAt(world);
  const isForward = handler === "urlForward";
  const rest = isForward ? [args["source"], "FORWARD"] : [args["name"], args["type"]];
  const id = [args["domain"], ...rest].filter((part) => part !== undefined).join("/");
  world.stack.state.set(world.name, { handler, id, inputs: {}, outputs: {} });
  const { errors } = await world.stack.refresh();
  if (errors[world.name] !== undefined) throw new Error(errors[world.name]);
}

const yearLater = (date: string) =>
  new Date(Math.max(Date.parse(date), Date.now()) + 366 * 24 * 60 * 60 * 1000).toISOString();
const domainOf = ({ program, stack, name }: World) =>
  String(program[name]?.args["domain"] ?? stack.state.get(name)?.outputs["domain"]);

/** Acts in the dashboard, by the words of messages. */
const inDashboard: readonly (readonly [words: RegExp, act: Act])[] = [
  [
    /\b[Uu]nlock (?:it|the domain) in the (?:registrar's )?dashboard/,
    (world) => {
      world.sandbox.dashboard.editDomain(domainOf(world), { locked: false });
    },
  ],
  [
    /\b[Rr]enew it in the (?:registrar's )?dashboard|renew it if it has expired/,
    (world) => {
      const { expires } = world.sandbox.domain(domainOf(world));
      world.sandbox.dashboard.editDomain(domainOf(world), { expires: yearLater(expires) });
    },
  ],
  [
    /\bdelete (?!one in|that file)(\S+ .*?) in the (?:registrar's )?dashboard/,
    (world, [, row = ""], message) =>
      deleteRow(world, /^(?:it|that|them|one)$/.test(row) ? (/shows (.*?), which/.exec(message)?.[1] ?? row) : row),
  ],
  [
    /\b[Dd]elete (that|it|them) in the (?:registrar's )?dashboard/,
    (world, _match, message) => {
      const rows = [
        /(?:response shows|whether) (.*?)(?:, which| was)/.exec(message)?.[1],
        /^ +(\S+ \S+ .*?) (?:can't|is in)/m.exec(message)?.[1],
      ];
      deleteRow(world, rows.find((row) => row !== undefined) ?? "");
    },
  ],
];

/** Acts elsewhere: in the other stack, with a tool of the package. */
const elsewhere: readonly (readonly [words: RegExp, act: Act])[] = [
  [/\brename it back in the registrar's dashboard/, (world) => known(world, "back")],
  [/\bremove (?:it|them) from one of the two/, (world) => known(world, "the other stack")],
  [
    /`pulumi-registrar doctor` proposes the line/,
    async (world, _match, message) => contract(world, Object(await known(world, "doctor")), message),
  ],
  [/\bimport it \(`pulumi-registrar import`\)/, (world) => importRow(world)],
  [/\(`pulumi state delete`\)/, (world) => world.stack.state.delete(world.name)],
  [/\bimport it again/, (world) => importRow(world)],
];

/** Commands, in the message's words. */
const runs: readonly (readonly [words: RegExp, act: Act])[] = [
  [
    /(?<=\b(?:[Rr]un|then|or) )`pulumi up --refresh`/,
    async (world) => {
      const { errors } = await world.stack.refresh();
      return { ...errors, ...(await world.stack.up(world.program)).errors };
    },
  ],
  [/(?<=\b(?:[Rr]un|then|or) )`pulumi up`/, async ({ stack, program }) => (await stack.up(program)).errors],
  [/(?<=\b(?:[Rr]un|then|or) )`pulumi destroy`/, async ({ stack }) => (await stack.destroy()).errors],
  [/(?<=\b(?:[Rr]un|then|or) |\()`pulumi refresh`/, async ({ stack }) => (await stack.refresh()).errors],
  [/\b[Rr]un (?:it|the (?:same )?command) again/, ({ again }) => again()],
];

/** Values of a setting, by the words of its rule. */
const settingRules: readonly (readonly [words: RegExp, act: Act])[] = [
  [
    /(registrar:\w+) must be (true) or (false)/,
    (world, [, name = "", ...values]) => configure(world, name, values[world.turn]),
  ],
  [
    /(registrar:\w+) must be a list.*Write (\[.*?\]), or (\S+)\./,
    (world, [, name = "", ...values]) => configure(world, name, values[world.turn]),
  ],
  [
    /(registrar:\w+) must be a whole number from (\d+) to (\d+).*`pulumi config set`/,
    (world, [, name = "", ...values]) => configure(world, name, values[world.turn]),
  ],
];

/** Takes one of the IDs of a message for an import. */
function nameId(world: World, ids: readonly string[]): void {
  const { imports } = world;
  const whole = ids.filter((each) => !each.includes("<"));
  const id = whole[world.turn % whole.length];
  if (imports === undefined || id === undefined) throw new Error(`no ID to import among ${ids.join(", ")}`);
  world.imports = { ...imports, id };
}

/** The other resource that a message names: the DnsRecord `www`. */
const otherIn = (message: string) => /the \w+ `(\w+)`/.exec(message)?.[1] ?? "";

/** Moves a record from one resource to another. */
function move(world: World, from: string, to: string): void {
  const { [from]: given, ...rest } = world.program;
  const { name, type, content } = Object(given?.args);
  world.program = rest;
  const { handler, args } = declaredAt({ ...world, name: to });
  if (handler !== "dnsZone") argue(world, "values", add(args["values"], [content]), to);
  else argue(world, "records", { ...Object(args["records"]), [`${name} ${type}`]: [content] }, to);
}

/** Changes of the program that a message names without code. */
const words: readonly (readonly [words: RegExp, act: Act])[] = [
  [
    /\bdeclare a new (\w+) with a name of its own for (\S+), and keep or remove this one/,
    (world, [, type = "", domain = ""]) => {
      const { back } = world.knows;
      world.program = Object(back);
      declare(world, type, { domain });
    },
  ],
  [/\bgive at least one of ([\w, ]+);/, (world, [, list = ""]) => argue(world, list.split(", ")[world.turn] ?? "")],
  [
    /\bgive either `(\w+)`/,
    (world) => {
      drop(world, "firstName");
      drop(world, "lastName");
    },
  ],
  [
    /\bor `(\w+)` and `(\w+)`/,
    (world, [, ...names]) => {
      drop(world, "name");
      for (const name of names) if (name in world.knows) argue(world, name);
    },
  ],
  [/\bgive `(\w+)`/, (world, [, name = ""]) => argue(world, name)],
  [
    /\bUse the `(\w+)` of a `(\w+)` resource|\ba (handle) that the registrar's dashboard lists/,
    (world, [, output = "", , listed = ""]) => {
      const { args } = declaredAt(world);
      const [role = ""] = Object.keys(args).filter((key) => key !== "domain");
      argue(world, role, known(world, output || listed));
    },
  ],
  [
    /\b(?:declare it once|keep one(?: of the two)?)/,
    (world) => {
      const { [world.name]: _, ...others } = world.program;
      world.program = others;
    },
  ],
  [
    /\blist (?:them|their values|the value) (?:only )?(here|there)/,
    (world, [, where], message) => {
      const other = otherIn(message);
      if (where === "here") move(world, other, world.name);
      else move(world, world.name, other);
    },
  ],
  [
    /\bname them in (its )?`(\w+)`/,
    (world, [, its, argument = ""], message) => {
      const [zone, from] = its === undefined ? [world.name, otherIn(message)] : [otherIn(message), world.name];
      const { name, type } = Object(world.program[from]?.args);
      argue(world, argument, [`${name} ${type}`], zone);
    },
  ],
  [
    /\bmake the zone (additive)/,
    (world, [, mode]) => {
      for (const [name, { handler }] of Object.entries(world.program))
        if (handler === "dnsZone") argue(world, "mode", mode, name);
    },
  ],
  [
    /(\w+): must be a string: write (.+?) in quotes/,
    (world, [, argument = "", value]) => argue(world, argument, value),
  ],
  [
    /(\w+)(?:\[\d+\])?: (?:must be a list|got the string .*?|isn't a map .*?): write ([^\s]+|\{.*?\})(?: \[ERR|$)/,
    (world, [, argument = "", value = ""]) => argue(world, argument, valueIn(value)),
  ],
  [
    /\bdeclare `(\w+)` with `(\w+): ([^`]+)`/,
    (world, [, type = "", argument = "", value = ""]) => declare(world, type, { [argument]: valueIn(value) }),
  ],
  [
    /\bin a `pulumi up` before this one \(`(\w+): (\w+)` in its `(\w+)`\)/,
    async (world, [, argument = "", value = "", type]) => {
      const [name] = Object.entries(world.program).find(([, { handler }]) => typeOf(handler) === type) ?? [];
      argue(world, argument, valueIn(value), name);
      const { [world.name]: _, ...others } = world.program;
      await world.stack.up(others);
    },
  ],
  [
    /\bdeclare the resource without an import/,
    (world) => {
      const { handler = "domainLock", id = "" } = world.imports ?? {};
      delete world.imports;
      world.program = { [world.name]: { handler, args: { domain: id } } };
    },
  ],
  [/\bPlace the order in the registrar's dashboard/, (world) => void world.sandbox.addDomain(domainOf(world))],
  [/\bName another host/, (world) => argue(world, "destination")],
  [
    /\bremove (?:it here|it from the program), and declare (\w+)/,
    (world, [, type = ""], message) => {
      drop(world, /^(\w+):/.exec(message)?.[1] ?? "");
      declare(world, type);
    },
  ],
  [
    /\bThe contract line (\{.*?\}\}\}) sent "\w+": correct or remove it/,
    (world, [, line = "{}"], message) => {
      world.knows = { ...world.knows, ...Object.fromEntries(Object.keys(JSON.parse(line)).map((key) => [key, {}])) };
      contract(world, JSON.parse(line), message);
    },
  ],
  [
    /\bwrite all values under one of the two/,
    (world) => {
      const [[key = "", values] = [], [, more] = []] = Object.entries(Object(declaredAt(world).args["records"]));
      argue(world, "records", { [key]: add(values, Array.isArray(more) ? more : []) });
    },
  ],
  [
    /(?:records\["(.*?)"\]|`(ignoreRecords)`).*?remove it from one of the two/,
    (world, [, key, argument]) => {
      if (argument !== undefined) drop(world, argument);
      else if (key !== undefined) {
        const { [key]: _, ...records } = Object(declaredAt(world).args["records"]);
        argue(world, "records", records);
      }
    },
  ],
  [
    /\bdeclare that name in a contract file \(`fields`, `(\w+)`\)/,
    (world, [, key = ""], message) => contract(world, { records: { fields: { [key]: known(world, key) } } }, message),
  ],
  [
    /\bdeclare them again/,
    (world) => {
      world.program = Object(world.knows["again"]);
    },
  ],
  [
    /\brun `(REGISTRAR_\w+)=(\w+) pulumi up` once/,
    async (world, [, name = "", value]) => {
      configure(world, name, value);
      await world.waits();
      return (await world.stack.up(world.program)).errors;
    },
  ],
  [
    /\bset `(\w+)` to its output `(\w+)`/,
    (world, [, argument = "", output = ""]) =>
      argue(world, argument, world.stack.state.get(world.name)?.outputs[output]),
  ],
  [
    /\bremove it from the program/,
    (world) => {
      const { [world.name]: _, ...others } = world.program;
      world.program = others;
    },
  ],
  [
    /records: \["(.*?)"\] must not be empty.*leave the key out/,
    (world, [, key = ""]) => {
      const { [key]: _, ...records } = Object(declaredAt(world).args["records"]);
      argue(world, "records", records);
    },
  ],
  [
    /\bCheck the (handle)\b/,
    (world, [, argument = ""]) => {
      world.asked = { ...world.asked, [argument]: known(world, argument) };
    },
  ],
  [
    /\bInstead: (name each domain|domains\.check, name by name)/,
    (world) => {
      world.asked = Object(known(world, "instead"));
    },
  ],
  [/\bAppraise it tomorrow/, ({ waits }) => waits()],
  [
    /\bask the marketplace for a higher limit/,
    ({ sandbox }) => sandbox.dashboard.setAppraisalQuota({ dailyLimit: 9, usedToday: 3 }),
  ],
  [
    /\buse the token instead/,
    (world) => {
      const name = "registrar:baseUrl";
      configure(world, name, world.config[name]?.replace(/\/\/.*@/, "//"));
    },
  ],
  [
    /(?:\bSet it to|\bor) (http:\/\/[\w:@]+port)\b/,
    (_world, [, proxy = ""], message) => {
      process.env[/\w+_PROXY/.exec(message)?.[0] ?? ""] = proxy.replace("port", "3128");
    },
  ],
  [/\bunset (\w+_PROXY)/, (_world, [, name = ""]) => void delete process.env[name]],
  [/\bdid you mean "([^"]+)"/, (world, [, meant]) => argue(world, "domain", meant)],
  [/\bset its nameservers first/, (world) => declare(world, "Nameservers")],
  [/\bdeclare its data/, (world) => argue(world, "content")],
  [
    /\bdelete it in the dashboard/,
    (world, _match, message) => deleteRow(world, /^ +(\S+ \S+ \S+)$/m.exec(message)?.[1] ?? ""),
  ],
  [
    /\bGive the variable's name/,
    (world, _match, message) => configure(world, /registrar:\w+/.exec(message)?.[0] ?? ""),
  ],
  [/\bfill it in, or remove it/, (world) => configure(world, "REGISTRAR_CONTRACT_FILE")],
  [/\bWrite (.*?\/FORWARD|.*?\/A|.*?ID>)\./, (world, [, ids = ""]) => nameId(world, ids.split(/, (?:or )?/))],
  [/\bWrite the domain, such as (\S+)\./, (world, [, id = ""]) => nameId(world, [id])],
  [/\bIDs that exist:(.*)Use one of these IDs/s, (world, [, ids = ""]) => nameId(world, ids.trim().split(/\n */))],
  [/\bUse an ID such as (\S+) or (\S+)\./, (world, [, ...ids]) => nameId(world, ids)],
  [/\bUse the contact's (handle) as the ID/, (world, [, key = ""]) => nameId(world, [String(known(world, key))])],
  [/\bWait until the domain is active/, ({ waits }) => waits()],
  [
    /\bLet your program's `(\w+)` list this resource in `dependsOn`/,
    (world, [, type]) => {
      const isIt = ([, { handler }]: [string, Declared]) => typeOf(handler) === type;
      const all = Object.entries(world.program);
      world.program = Object.fromEntries([...all.filter((each) => !isIt(each)), ...all.filter(isIt)]);
    },
  ],
];

/** Changes of the program and of settings. */
const changes: readonly (readonly [words: RegExp, act: Act])[] = [
  [/`pulumi config set (?:--secret )?(registrar:\w+)(?: <\w+>)?`/, (world, [, name = ""]) => configure(world, name)],
  [
    /\b(?:Set|Check|Correct)\b[^.;`]*?(?:(?:registrar:|REGISTRAR_)\w+[^.;,`]*)/,
    (world, [text = ""]) => setOne(world, text),
  ],
  [/\bCopy the token again/, (world) => configure(world, "REGISTRAR_API_TOKEN")],
  [
    /\b(?:Name the right path or method of|declare it for) "([\w.]+)" in/,
    (world, [, operation = ""], message) => contract(world, { [operation]: known(world, "line") }, message),
  ],
  [
    /\bCorrect the operation's method, path or field names in|Name the correct method or path in/,
    (world, _match, message) => {
      const [operation = ""] = /^\w+\.\w+/.exec(message) ?? [];
      contract(world, { [operation]: known(world, "line") }, message);
    },
  ],
  [/\bSet ([A-Z_]+)\./, (world, [, name = ""]) => configure(world, name, known(world, "apiToken"))],
  [
    /`(\w+): ([^`]+)`(?: in its `(\w+)`)?/,
    (world, [, argument = "", value = "", type]) => {
      const [name] = Object.entries(world.program).find(([, { handler }]) => typeOf(handler) === type) ?? [];
      if (type !== undefined && name === undefined) declare(world, type, { [argument]: valueIn(value) });
      else argue(world, argument, valueIn(value), name);
    },
  ],
  [
    /\b(Raise|Lower) `(\w+)`/,
    (world, [, way, argument = ""]) =>
      argue(world, argument, Number(declaredAt(world).args[argument]) * (way === "Raise" ? 10 : 0.1)),
  ],
  [/\b(?:[Ss]et|change|and a) `(\w+)`/, (world, [, argument = ""]) => argue(world, argument, known(world, argument))],
  [/\band `(\w+)`/, (world, [, argument = ""]) => argue(world, argument, known(world, argument))],
  [/\blist them in `(\w+)`/, (world, [, argument = ""], message) => listIn(world, argument, message)],
  [/\b[Nn]ame them in `(\w+)`/, (world, [, argument = ""], message) => listIn(world, argument, message)],
  [
    /\bDeclare each value as a `(\w+)`/,
    (world, [, type = ""]) => {
      const { args } = declaredAt(world);
      const { values, ...rest } = args;
      const each = (Array.isArray(values) ? values : []).map((content, n) => [
        `${world.name}${n}`,
        { handler: handlerOf(type), args: { ...rest, content } },
      ]);
      const { [world.name]: _, ...others } = world.program;
      world.program = { ...others, ...Object.fromEntries(each) };
    },
  ],
  [
    /\bdeclare an? `?((?:D|U|C|N)\w+)`?(?: (instead))?/,
    (world, [, type = "", instead]) => {
      declare(world, type);
      const { [world.name]: _, ...others } = world.program;
      if (instead !== undefined) world.program = others;
    },
  ],
];

const forms = [...settingRules, ...words, ...elsewhere, ...runs, ...inDashboard, ...changes];

interface Found {
  at: number;
  end: number;
  /** The words of the message. */
  text: string;
  act: () => unknown;
  isRun: boolean;
}

/** Acts that a clause of a message asks for, in its order. */
export function actsIn(clause: string, world: World, message = clause): Found[] {
  const found: Found[] = [];
  const isFree = (at: number, end: number) => found.every((each) => end <= each.at || at >= each.end);
  // A line that the file has isn't proposed.
  const has = /(?<=The contract line )\{.*?\}\}\}|(?<=the contract file says )"[\w.]+": null/;
  const unsent = clause.replace(has, (line) => " ".repeat(line.length));
  for (const { index: at } of unsent.matchAll(/(?:\{)?"[\w.]+": ?(?:\{|null)/g)) {
    const start = clause.indexOf("{", at);
    const end = endOf(clause, start);
    const text = clause.slice(at, end);
    const act = () => contract(world, JSON.parse(text.startsWith("{") ? text : `{${text}}`), message);
    if (isFree(at, end)) found.push({ at, end, text, act, isRun: false });
  }
  for (const { index: at, 0: text, 1: group = "", 2: field = "" } of clause.matchAll(
    /`([a-z][\w.]*)`, `fields`|"serviceNameservers"/g,
  )) {
    const act = () =>
      contract(
        world,
        group === ""
          ? { [JSON.parse(text)]: known(world, "serviceNameservers") }
          : { [group]: { fields: known(world, "fields") } },
        message,
      );
    if (isFree(at, at + text.length)) found.push({ at, end: at + text.length + field.length, text, act, isRun: false });
  }
  for (const [words, act] of forms)
    for (const match of clause.matchAll(new RegExp(words, "gs"))) {
      const [at, end] = [match.index, match.index + match[0].length];
      const isRun = runs.some((run) => run[1] === act);
      if (isFree(at, end)) found.push({ at, end, text: match[0], act: () => act(world, match, message), isRun });
    }
  return found.sort((one, other) => one.at - other.at);
}

/** Does what a clause of a message says; if that names no command, the one that showed the message. @returns the failures of the last run */
export async function follow(world: World, message: string, clause: string): Promise<Failures> {
  const acts = actsIn(clause, world, message);
  // A command that no form has isn't the reader's: it leaves the fault as it is.
  const [strange] = [...clause.matchAll(/(?<=\b(?:[Rr]un|then) )`pulumi [^`]*`/g)]
    .map(([text]) => text)
    .filter((command) => !acts.some(({ text }) => text.includes(command)));
  if (strange !== undefined) throw new Error(`no form of a remedy has ${strange}`);
  let failures: unknown;
  for (const { act, isRun } of acts) {
    if (isRun) await world.waits();
    const done = await act();
    if (isRun) failures = done;
  }
  if (acts.some(({ isRun }) => isRun)) return failures as Failures;
  await world.waits();
  return world.again();
}
