/** Secrets of every shape, in the places that no table of lives (test/lifecycle/everySecret) has. */
import { join } from "node:path";
import { Secrets } from "../../provider/lifecycle/redactionScope.ts";
import { dnsRecord, dnsZone, urlForward } from "../../provider/provider.ts";
import { resources } from "../../provider/resources/index.ts";
import { run } from "../cli/run.ts";
import { writeState } from "../cli/stateFile.ts";
import { newFolder } from "../support/folder.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { leakOf, secretCases } from "../support/leaks.ts";
import { withRegistrar, withSaid } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";

const registrar = withRegistrar();
const said = withSaid();
/** Doubtful outcomes are looked up once. */
const settings: Record<string, string> = { "registrar:staleListSeconds": "0" };
const config = { config: { get: (key: string) => settings[key] } };
/** Begins another run. */
const begin = () => {
  for (const handler of [dnsRecord, dnsZone, urlForward]) handler.configure(config);
};
beforeEach(() => {
  begin();
  process.env["REGISTRAR_LOG"] = "debug";
});

const txt = (content: string, rest = {}) => ({
  domain: "example.com",
  type: "TXT",
  name: "_key",
  content,
  secretInputs: ["content"],
  ...rest,
});

const zone = (content: string, rest = {}) => ({
  domain: "example.com",
  mode: "authoritative",
  records: { "_key TXT": [content] },
  secretInputs: ["records"],
  ...rest,
});

/** All that a failing call shows; and the state that it leaves, without the secret's own place. */
async function shown(call: Promise<unknown>): Promise<string> {
  try {
    const result = await call;
    throw new Error(`the call was expected to fail, and gave ${JSON.stringify(Object.keys(Object(result)))}`);
  } catch (error) {
    const { message, stack, reasons, properties, code } = Object(error);
    const { content: _, records: __, ...rest } = { ...properties };
    return [message, stack, ...(reasons ?? []), code, JSON.stringify(rest)].join("\n");
  }
}

const put = (content: string, name = "_key", rest = {}) =>
  registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name, content, ...rest });

const folder = newFolder();

/** The output of `pulumi-registrar drift`, in all its formats, for a program with this secret and something open. */
async function drift(value: string, byHand: (ids: Readonly<Record<string, number>>) => void): Promise<string> {
  const stack = new HandlerStack(settings);
  const args = { domain: "example.com", type: "TXT", name: "_open", content: "open" };
  const open = { handler: "dnsRecord" as const, args };
  await stack.up({ secret: { handler: "dnsRecord", args: txt(value) }, open });
  expect(stack.state.size).toBe(2);
  const rows = registrar.sandbox.records("example.com");
  byHand(Object.fromEntries(rows.map(({ name, id }) => [name, id])));
  const file = join(folder, "state.json");
  writeState(file, stack, { "registrar:staleListSeconds": "0" });
  const printed: string[] = [];
  for (const format of [["--json"], ...["table", "markdown", "github"].map((name) => ["--format", name])]) {
    const { code, out } = await run("drift", "--export", file, ...format);
    expect(code).not.toBe(0);
    printed.push(out);
  }
  return printed.join("\n");
}

/** No record that exists is adopted from now on. */
function refuseAdoption(): void {
  process.env["REGISTRAR_ADOPT"] = "false";
  begin();
}

/** Each gives what was shown, beside what was said on stderr. */
const places: Readonly<Record<string, (value: string) => Promise<string>>> = {
  "exists already": async (value) => {
    put(value);
    refuseAdoption();
    return shown(dnsRecord.create(txt(value)));
  },
  "an unknown outcome": async (value) => {
    registrar.sandbox.fault({ operation: "records.create", fault: "reset-before" });
    return shown(dnsRecord.create(txt(value)));
  },
  "a second one in one run": async (value) => {
    await dnsRecord.create(txt(value));
    return shown(dnsRecord.create(txt(value)));
  },
  "another resource's message": async (value) => {
    await dnsRecord.check({}, txt(value));
    registrar.sandbox.fault({
      operation: "records.create",
      fault: { status: 400, body: { message: `conflicts with ${value}` } },
    });
    return shown(
      dnsRecord.create({ domain: "example.com", type: "A", name: "www", content: "192.0.2.1" }).catch((error) => {
        // Shorter secrets aren't redacted in messages of other resources: they would blank out half of them.
        throw value.length < 8 ? new Error("short") : error;
      }),
    );
  },
  "a check of the record": async (value) => {
    const { failures } = await dnsRecord.check({}, { ...txt(value), type: "MX", priority: 10 });
    return JSON.stringify(failures);
  },
  "a conflict with another resource": async (value) => {
    const check = (name: string) =>
      dnsRecord.check({}, { ...txt(value), __registrar: { identity: `x::${name}`, secretInputs: ["content"] } });
    await check("one");
    const { failures } = await check("two");
    expect(failures).toHaveLength(1);
    return JSON.stringify(failures);
  },
  "a zone that needs consent": async (value) => {
    put(value);
    put(`${value}-too`);
    const { failures } = await dnsZone.check({}, zone("v=other", { maxChanges: 0 }));
    const refused = await shown(dnsZone.create(zone(value, { maxChanges: 0 })));
    return `${failures.length > 0}${refused}`.replaceAll(`${value}-too`, "");
  },
  "drift of it": (value) =>
    drift(value, ({ _key }) =>
      registrar.sandbox.dashboard.editRecord("example.com", _key ?? 0, { content: `${value} and more` }),
    ),
  "drift of something open that became it": (value) =>
    drift(value, ({ _open }) => registrar.sandbox.dashboard.editRecord("example.com", _open ?? 0, { content: value })),
  "drift, beside another record of it in no program": (value) =>
    drift(value, ({ _key }) => {
      put(value, "_other");
      registrar.sandbox.dashboard.deleteRecord("example.com", _key ?? 0);
    }),
  "drift that cannot be read": (value) =>
    drift(value, () => {
      const body = { message: `cannot list ${value}` };
      registrar.sandbox.fault({ operation: "records.list", fault: { status: 400, body } });
    }),
  "a forward that exists": async (value) => {
    const destination = `https://shop.example.net/?key=${encodeURIComponent(value)}`;
    const args = { domain: "example.com", source: "shop", destination, secretInputs: ["destination"] };
    registrar.sandbox.dashboard.addForward("example.com", { source: "shop", destination });
    return shown(urlForward.create(args));
  },
};

/** As if the next case were the first. */
function forget(): void {
  for (const { id } of registrar.sandbox.records("example.com")) {
    registrar.sandbox.dashboard.deleteRecord("example.com", id);
  }
  registrar.sandbox.clearFaults();
  begin();
}

/** Every third of them, from another one for each place; all in the soak. */
const some = <T>(all: readonly T[], place: number): T[] => all.filter((_, at) => isSoak || at % 3 === place % 3);

it.each(Object.entries(places))("no secret is in %s", async (place, show) => {
  for (const { title, value } of some(secretCases, Object.keys(places).indexOf(place))) {
    forget();
    const text = await show(value);
    expect([title, leakOf(`${text}\n${said()}`, value)]).toEqual([title, undefined]);
  }
});

describe("a string that the program marked secret", () => {
  const args = txt('key="t0p;secret"', { __provider: "code" });
  const isMarked = (of: object | undefined) => expect(of).toHaveProperty("__registrar.secretInputs", ["content"]);

  it("shows it in no check failure, and doesn't name its property, since the engine would print its value", async () => {
    const { failures } = await dnsRecord.check({}, { ...args, type: "CNAME" });
    expect(failures).not.toEqual([]);
    for (const { property, reason } of failures)
      expect([property, leakOf(reason, args.content)]).toEqual(["", undefined]);
  });

  it("keeps the mark through create, read and update", async () => {
    const { id, outs } = await dnsRecord.create(args);
    isMarked(outs);
    const { props, inputs } = await dnsRecord.read(id, outs);
    isMarked(props);
    expect(inputs?.["__provider"]).toBe("code");
    isMarked((await dnsRecord.update(id, outs, { ...args, ttl: 60 })).outs);
  });

  it("reports a change when a string becomes secret later, so that the state is written, without a call", async () => {
    const { secretInputs: _secret, ...open } = args;
    const { id, outs } = await dnsRecord.create(open);
    registrar.calls();
    expect((await dnsRecord.diff(id, outs, args)).changes).toBe(true);
    await dnsRecord.update(id, outs, args);
    expect(registrar.calls()).toEqual([]);
  });
});

it("describes a record by what is not secret", async () => {
  put("hunter2");
  refuseAdoption();
  expect(await shown(dnsRecord.create(txt("hunter2")))).toMatch(
    /TXT of _key\.example\.com \(its content is secret\) \(id \w+\) exists already/,
  );
  const named = { domain: "example.com", type: "TXT", name: "_key", content: "hunter2", secretInputs: ["name"] };
  expect(await shown(dnsRecord.create(named))).toMatch(/the TXT record of example\.com \(its name is secret\)/);
  const fault = { status: 400, body: { success: false, message: "_key is reserved" } };
  registrar.sandbox.fault({ operation: "records.create", fault });
  expect(await shown(dnsRecord.create({ ...named, content: "hunter3" }))).toContain("[secret] is reserved");
});

it("a message of a resource hides long secrets of others, also in names, and none that is a part of ordinary words", () => {
  const secrets = new Secrets();
  const scopeOf = (name: string, content: string) =>
    secrets.scope(resources.dnsRecord, ["content"], [{ name, content }]);
  const first = scopeOf("www", "hunter2-long");
  const second = scopeOf("api", "it");
  const named = scopeOf("hunter2-long", "key-of-the-third");
  for (const { redact } of [first, named]) expect(redact("it is hunter2-long")).toBe("it is [secret]");
  expect(second.redact("it is hunter2-long")).toBe("[secret] is [secret]");
  const contacts = secrets.scope(resources.domainContacts, ["tech"], [{ tech: "C-1", admin: "C-2" }]);
  expect(contacts.redact("C-1 and C-2")).toBe("[secret] and C-2");
});
