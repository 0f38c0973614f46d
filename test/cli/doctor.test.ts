/** `pulumi-registrar doctor` against a registrar as the table says, and against some that are different. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import { parseContract } from "../../provider/api/index.ts";
import { newFolder } from "../support/folder.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { person, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { cases } from "./differences.ts";
import { type DifferentRegistrar, startDifferent } from "./different.ts";
import { doctor, examine } from "./runDoctor.ts";

const registrar = withRegistrar();
let folder: string;
let different: DifferentRegistrar | undefined;
beforeEach(() => {
  folder = newFolder();
});
afterEach(async () => {
  await different?.close();
  different = undefined;
});

const file = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

/** Adds records that no program manages. */
async function addRecords(count: number): Promise<void> {
  const { url, token } = registrar.sandbox;
  for (let number = 1; number <= count; number += 1) {
    await fetch(`${url}/registrar/v1/domains/example.com/records`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ type: "A", name: `host-${number}`, content: `192.0.2.${number}`, ttl: 300 }),
    });
  }
}

const reading = endpointNames.filter((name) => endpoints[name].method === "GET");
const marketplaceEnv = () => {
  process.env["REGISTRAR_MARKETPLACE_USER_ID"] = registrar.sandbox.marketplaceUserId;
  process.env["REGISTRAR_MARKETPLACE_TOKEN"] = registrar.sandbox.marketplaceToken;
  process.env["REGISTRAR_APPRAISAL_TOKEN"] = registrar.sandbox.appraisalToken;
};

describe("a registrar as the table says", () => {
  it("tries every reading operation, lists to their end, writes nothing, and finds nothing to correct", async () => {
    await addRecords(2);
    registrar.sandbox.dashboard.addForward("example.com", { source: "go", destination: "https://x.example/" });
    marketplaceEnv();
    registrar.calls();
    const { code, operations: found, of, domain, contract } = await examine("--appraise");
    // Two are read as a run reads them, by operations with better evidence.
    const other: Record<string, string> = { "nameservers.get": "domains.get", "contacts.get": "contacts.list" };
    expect(registrar.calls().sort()).toEqual(reading.map((name) => `GET ${other[name] ?? name}`).sort());
    expect([code, domain, contract]).toEqual([0, "example.com", undefined]);
    expect(found.map(({ operation }) => operation)).toEqual(endpointNames);
    for (const { operation, verdict, note } of found) {
      const isRead = reading.some((name) => name === operation);
      expect([operation, verdict, isRead || note]).toEqual([
        operation,
        isRead ? "works" : "notTried",
        isRead || "it writes",
      ]);
    }
    expect(of("records.list")).toMatchObject({
      status: 200,
      rows: 10,
      shape: expect.stringMatching(
        /^\{ success: boolean, data: \[10 x \{ id: number, type: string, .* \}\], total: number, .* \}$/,
      ),
    });
  });

  it("asks the marketplace only with its credentials, and for an appraisal only when told to", async () => {
    expect((await examine("example.org")).of("marketplace.search")).toMatchObject({
      verdict: "notTried",
      note: "REGISTRAR_MARKETPLACE_USER_ID and REGISTRAR_MARKETPLACE_TOKEN are not both set",
    });
    marketplaceEnv();
    const { of, domain } = await examine("Example.ORG.");
    expect([domain, of("marketplace.search").verdict]).toEqual(["example.org", "works"]);
    expect(of("marketplace.appraise")).toMatchObject({
      verdict: "notTried",
      note: expect.stringMatching(/--appraise/),
    });
    expect(registrar.calls().filter((call) => call.includes("appraise"))).toEqual([]);
  });

  it.each([["as a page"], ["--json"]])("shows no value of the account: %s", async (form) => {
    await addRecords(1);
    await new HandlerStack(quick).up({ ada: { handler: "contact", args: person } });
    marketplaceEnv();
    const { text } = await doctor("--appraise", ...(form === "--json" ? [form] : []));
    const { token, marketplaceUserId, marketplaceToken, appraisalToken } = registrar.sandbox;
    const contacts = registrar.sandbox
      .contacts()
      .flatMap(({ type: _type, country: _country, ...rest }) => Object.values(rest));
    const values = [
      "192.0.2.1",
      "host-1",
      token,
      marketplaceUserId,
      marketplaceToken,
      appraisalToken,
      ...contacts.flat(),
    ];
    expect(values.length).toBeGreaterThan(20);
    for (const value of values.filter((one): one is string => typeof one === "string" && one.length > 2)) {
      expect(text).not.toContain(value);
    }
    expect(text).toMatch(/records\.list\b.*works/s);
  });

  it("prints a table for people", async () => {
    const { code, text } = await doctor();
    expect(code).toBe(0);
    expect(text).toMatch(/^OPERATION +VERDICT +EVIDENCE +RESPONSE$/m);
    expect(text).toMatch(/^domains\.list +works +spec names it +200, \d rows$/m);
    expect(text).toMatch(/^lock\.set +not tried \(writes\) +spec shows it$/m);
    expect(text).toMatch(
      /forwards\.list cannot be judged: .*\n +request: GET \S+\{domain\}\/url-forwards\n +response: \{ success/,
    );
    expect(text).toMatch(
      /Every reading operation that .*DnsRecord.* needs works, .* \(not: forwards\.list\)\. Nothing was written/,
    );
  });
});

describe("lists that prove nothing", () => {
  it("cannot be judged as long as they are empty", async () => {
    const { code, of, broken } = await examine("example.com");
    expect([code, broken]).toEqual([0, []]);
    const note =
      "the list is empty, so its fields and its paging could not be checked: add one URL forward and run the command again";
    expect(of("forwards.list")).toMatchObject({ verdict: "open", note });
  });

  it.each([20, 25, 50])("are found, with the line that decides it (%i of 60 shown)", async (cap) => {
    registrar.sandbox.setProfile(`silent-cap:${cap}`);
    await addRecords(60);
    const { code, of, broken, contract } = await examine("example.com");
    expect([code, broken, contract?.["records"]]).toEqual([0, [], undefined]);
    expect(of("records.list")).toMatchObject({ verdict: "unproven", rows: cap });
    expect(of("records.list").note).toMatch(/^nothing proves it complete: .*\{"records\.list": \{"complete": true\}\}/);
    process.env["REGISTRAR_CONTRACT_FILE"] = file("contract.json", { "records.list": { complete: true } });
    expect((await examine("example.com")).of("records.list")).toMatchObject({
      verdict: "works",
      note: "",
    });
  });

  it("have a line to be confirmed, if every page is the same and its length is that of no page", async () => {
    registrar.sandbox.setProfile("paging-ignored,no-totals");
    await addRecords(3);
    const { code, of, contract } = await examine("example.com");
    expect([code, contract?.["records"]]).toEqual([0, { complete: true }]);
    expect(of("records.list").note).toMatch(
      /^nothing proves the list complete: compare its 11 rows with the dashboard/,
    );
    expect((await doctor("example.com")).text).toContain(
      '"complete" is right only if the dashboard shows no other rows',
    );
  });
});

describe("what is wrong before any operation", () => {
  const checkOf = async (...args: string[]) => {
    const { code, checks, operations: found, contract } = await examine(...args);
    const wrong = checks.filter(({ result }) => result === "failed").map(({ what, text }) => `${what}: ${text}`);
    const tried = found.filter(({ status }) => status !== undefined).length;
    const verdicts: Record<string, number> = {};
    for (const { verdict } of found) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    return { code, checks, wrong: wrong.join("\n"), tried, contract, verdicts };
  };

  it.each([
    ["no base URL", { REGISTRAR_BASE_URL: undefined }, /base URL is not set/, 0],
    ["no token", { REGISTRAR_API_TOKEN: undefined }, /REGISTRAR_API_TOKEN is not set/, 0],
    ["a token that is refused", { REGISTRAR_API_TOKEN: "expired" }, /token: .*401/, 1],
    ["no server there", { REGISTRAR_BASE_URL: "http://127.0.0.1:9/api" }, /reachable: the connection was refused/, 0],
    ["another path on that host", { REGISTRAR_BASE_URL: "elsewhere" }, /base URL: no operation was found/, 9],
    ["a contract left to fill in", { REGISTRAR_CONTRACT_FILE: "blank" }, /fill in "path" of "records\.list"/, 0],
  ])("%s", async (_case, env, says, tried) => {
    for (const [key, value] of Object.entries(env)) {
      if (value === undefined) delete process.env[key];
      else process.env[key] = value;
    }
    if (process.env["REGISTRAR_BASE_URL"] === "elsewhere")
      process.env["REGISTRAR_BASE_URL"] = `${registrar.sandbox.url}/v0`;
    if (process.env["REGISTRAR_CONTRACT_FILE"] === "blank") {
      process.env["REGISTRAR_CONTRACT_FILE"] = file("blank.json", { "records.list": { path: "" } });
    }
    const { code, checks, wrong, tried: count } = await checkOf("example.com");
    expect(wrong).toMatch(says);
    expect(checks.filter(({ text }) => text === "accepted")).toEqual([]);
    expect([code, count]).toEqual([1, tried]);
  });

  it("prints a refused token, and that the other operations weren't tried for it, once each", async () => {
    process.env["REGISTRAR_API_TOKEN"] = "expired";
    const { text } = await doctor("example.com");
    expect(text.match(/401 missing or invalid token/g)).toHaveLength(1);
    expect(text).toMatch(/\n\nThe token was refused, so the other \d+ operations were not tried\.\n$/);
  });

  it.each(["theirs.com", "nobodys.com"])("a domain that the account does not hold: %s", async (domain) => {
    registrar.sandbox.addDomain("theirs.com", { account: "other" });
    const { code, wrong, contract, verdicts } = await checkOf(domain);
    expect([code, wrong, contract]).toEqual([1, `domain: this account does not hold ${domain}`, undefined]);
    expect(verdicts).toEqual({ works: 5, failed: 6, notTried: 20 });
  });

  it("takes a domain whose DNS can be managed, and says what is the matter with another", async () => {
    registrar.sandbox.addDomain("a-first.com", { nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] });
    expect((await examine()).domain).toBe("example.com");
    different = await startDifferent(registrar.sandbox.url, {
      request: (message) => (message.path.endsWith("a-first.com/records") ? { status: 404 } : message),
    });
    process.env["REGISTRAR_BASE_URL"] = different.url;
    const { code, of, contract } = await examine("a-first.com");
    expect(of("records.list")).toMatchObject({ verdict: "failed", note: expect.stringMatching(/foreign nameservers/) });
    expect([code, contract]).toEqual([1, undefined]);
  });

  it("an account without domains", async () => {
    for (const { name } of registrar.sandbox.domains()) registrar.sandbox.removeDomain(name);
    const { code, of } = await examine();
    expect([code, of("records.list").note]).toEqual([1, expect.stringMatching(/name one, for example/)]);
  });
});

describe.each(cases)("$title", ({ difference, finds, broken, proposes, fillIn, program, records = 0 }) => {
  it("finds the difference, and its advice works when it is followed", async () => {
    await addRecords(records);
    different = await startDifferent(registrar.sandbox.url, difference);
    process.env["REGISTRAR_BASE_URL"] = different.url;
    registrar.calls();

    const path = join(folder, "contract.json");
    const before = await examine("example.com", "--write-contract", path);
    for (const [operation, [verdict, note]] of Object.entries(finds)) {
      expect(before.of(operation)).toMatchObject({ verdict, note: expect.stringMatching(note) });
    }
    const others = before.operations.filter(({ operation }) => !(operation in finds));
    expect(others.filter(({ verdict }) => !["works", "open", "notTried"].includes(verdict))).toEqual([]);
    expect([before.code, before.broken]).toEqual([broken.length > 0 ? 1 : 0, broken]);
    const written = JSON.parse(readFileSync(path, "utf8"));
    expect(written).toEqual(proposes);
    expect(registrar.writes()).toEqual([]);

    const blanks = JSON.stringify(written).split('""').length - 1;
    expect(blanks).toBe(Object.keys(fillIn).length);
    if (blanks > 0) expect(() => parseContract(written, "it")).toThrow(/fill in/);
    for (const [place, value] of Object.entries(fillIn)) fill(written, place, value);
    process.env["REGISTRAR_CONTRACT_FILE"] = file("filled.json", written);

    const after = await examine("example.com");
    expect(after.operations.filter(({ verdict }) => verdict === "differs")).toEqual([]);
    expect([after.code, after.broken, after.contract]).toEqual([0, [], undefined]);

    const stack = new HandlerStack(quick);
    expect((await stack.up(program)).errors).toEqual({});
    registrar.calls();
    const again = await stack.up(program);
    expect(Object.values(again.steps).every((step) => step === "same")).toBe(true);
    expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
    expect(registrar.writes()).toEqual([]);
    expect(different.asked.filter((one) => one.includes("openapi"))).toEqual([]);
  });
});

function fill(contract: Record<string, unknown>, place: string, value: string): void {
  const [operation = "", ...keys] = Object.hasOwn(contract, place.split(".")[0] ?? "")
    ? place.split(".")
    : [place.split(".").slice(0, 2).join("."), ...place.split(".").slice(2)];
  const last = keys.pop() ?? "";
  const holder = keys.reduce<unknown>((at, key) => Object(at)[key], contract[operation]);
  expect(Object(holder)[last]).toBe("");
  Object.assign(Object(holder), { [last]: value });
}

const resources = [
  { urn: "urn:1", type: "pulumi:pulumi:Stack" },
  { urn: "urn:2", type: "pulumi-nodejs:dynamic/registrar:DomainLock" },
  { urn: "urn:3", type: "aws:s3/bucket:Bucket" },
];
it.each([
  ["a stack export", { version: 3, deployment: { manifest: {}, resources } }],
  ["a checkpoint file", { version: 3, checkpoint: { stack: "a/b/c", latest: { manifest: {}, resources } } }],
])("doctor --export demands that what %s holds works, and nothing else", async (_form, state) => {
  different = await startDifferent(registrar.sandbox.url, {
    request: (message) => (message.path.endsWith("/url-forwards") ? { status: 403 } : message),
  });
  process.env["REGISTRAR_BASE_URL"] = different.url;
  expect(await examine()).toMatchObject({ code: 1, broken: ["forwards.list"] });
  expect(await examine("--export", file("state.json", state))).toMatchObject({ code: 0, broken: [] });
  const held = JSON.stringify(state).replaceAll("DomainLock", "UrlForward");
  expect(await examine("--export", file("other.json", JSON.parse(held)))).toMatchObject({ code: 1 });
});

it.each([
  ["no such file", undefined, /cannot be read: no such file or directory/],
  ["something else", { hello: 1 }, /contains no deployment/],
])("doctor --export refuses %s", async (_case, content, says) => {
  const path = content === undefined ? join(folder, "none.json") : file("state.json", content);
  await expect(doctor("--export", path)).rejects.toThrow(says);
  expect(registrar.calls()).toEqual([]);
});

it("says of a page that came instead of JSON what it is, and of refusals what the registrar said", async () => {
  different = await startDifferent(registrar.sandbox.url, {
    request: (message) => {
      if (message.path.endsWith("/records")) return { status: 200, html: "<h1>Ada Example</h1>" };
      return message.path.endsWith("/lock") ? { status: 403, error: "not_allowed" } : message;
    },
    answer: (body, asked) => (asked.path.endsWith("/contacts") ? { success: false, error: "busy: Ada Example" } : body),
  });
  process.env["REGISTRAR_BASE_URL"] = different.url;
  const { code, of, contract, broken, operations: found } = await examine();
  expect(JSON.stringify(found)).not.toContain("Ada");
  expect(of("records.list")).toMatchObject({
    verdict: "differs",
    note: expect.stringMatching(/^not JSON \(text\/html\)/),
  });
  expect(of("lock.get")).toMatchObject({ verdict: "failed", status: 403, note: expect.stringMatching(/not_allowed/) });
  expect(of("contacts.list")).toMatchObject({ verdict: "failed", note: expect.stringMatching(/reports a failure/) });
  expect(contract).toEqual({ "records.list": { path: "" } });
  expect([code, broken]).toEqual([1, ["records.list", "lock.get", "contacts.list"]]);
});

it.each([
  [
    "one of two",
    [3],
    { content: 7 },
    { verdict: "works", note: "1 of 2 A rows are not understood and are left alone" },
    0,
  ],
  ["every one of a type", [3, 4], { content: 7 }, { verdict: "differs", note: /^2 of 2 A rows are not understood/ }, 1],
])("records that are not understood: %s", async (_case, strange, part, { verdict, note }, exit) => {
  await addRecords(2);
  different = await startDifferent(registrar.sandbox.url, {
    answer: (body, asked) => {
      if (!asked.path.endsWith("/records") || !Array.isArray(body["data"])) return body;
      return { ...body, data: body["data"].map((row, at) => (strange.includes(at) ? { ...row, ...part } : row)) };
    },
  });
  process.env["REGISTRAR_BASE_URL"] = different.url;
  const { code, of, contract } = await examine();
  expect(of("records.list")).toMatchObject({ verdict, note: expect.stringMatching(note) });
  expect([code, contract]).toEqual([exit, undefined]);
});

it.each([
  ["godaddy", /rows of this API have no IDs: the package can create them, and can't change or delete them/],
  ["gandi", /each row is a set of records, in rrset_values, .*the package can't read sets/],
])("says why the rows of %s can't be managed", async (profile, says) => {
  registrar.sandbox.setProfile(`${profile}-rows`);
  await addRecords(2);
  const { code, of, broken } = await examine();
  expect([code, broken]).toEqual([1, ["records.list"]]);
  expect(of("records.list")).toMatchObject({ verdict: "differs", note: expect.stringMatching(says) });
});

it("leaves an existing contract file alone", async () => {
  different = await startDifferent(registrar.sandbox.url, cases[0]?.difference ?? {});
  process.env["REGISTRAR_BASE_URL"] = different.url;
  const path = file("contract.json", { "records.update": null });
  await expect(doctor("example.com", "--write-contract", path)).rejects.toThrow(/exists already/);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ "records.update": null });
});

it("keeps what the contract in use says already", async () => {
  different = await startDifferent(
    registrar.sandbox.url,
    cases.find(({ title }) => title.includes("record_type"))?.difference ?? {},
  );
  await addRecords(1);
  process.env["REGISTRAR_BASE_URL"] = different.url;
  process.env["REGISTRAR_CONTRACT_FILE"] = file("contract.json", {
    "records.update": null,
    "records.create": { txt: "quoted" },
    serviceNameservers: ["ns1.atom.com", "ns2.atom.com"],
  });
  expect((await examine()).contract).toEqual({
    records: { fields: { type: "record_type" } },
    "records.create": { txt: "quoted" },
    "records.update": null,
    serviceNameservers: ["ns1.atom.com", "ns2.atom.com"],
  });
});
