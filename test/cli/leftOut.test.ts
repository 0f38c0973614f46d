/** Texts of commands over many domains, and of domains that the account doesn't hold, or whose DNS is elsewhere. */
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { run } from "./run.ts";
import { writeState } from "./stateFile.ts";

jest.setTimeout(60_000);
const registrar = withRegistrar();
const file = () => join(newFolder(), "state.json");
const linesOf = (text: string) => text.trim().split("\n");

/** Each domain of the sandbox has five rows that this package can't read: of four other types, and an MX without its data. */
const foreign = /(ALIAS|HTTPS|NETLIFY|URL)/;

/** As many domains as a small company has. @returns their names */
function thirty(): string[] {
  const names = Array.from({ length: 30 }, (_, at) => `n${at}.example`);
  for (const name of names) registrar.sandbox.addDomain(name);
  return names;
}

it("prints a drift without a finding of thirty domains in three lines, and with --verbose a line for each row", async () => {
  const stack = new HandlerStack(quick);
  const program: Program = Object.fromEntries(
    thirty().map((domain) => [domain, { ...a("www", "192.0.2.1"), args: { ...a("www", "192.0.2.1").args, domain } }]),
  );
  expect((await stack.up(program)).errors).toEqual({});
  const state = file();
  writeState(state, stack, { "registrar:staleListSeconds": "0" });
  const { out, code } = await run("drift", "--export", state);
  expect([code, linesOf(out)]).toEqual([
    0,
    [
      expect.stringMatching(/: 30 resources, no drift\.$/),
      "note: left out: 120 records (ALIAS, HTTPS, NETLIFY, URL) of 30 domains: not one of this package's record types",
      expect.stringMatching(/^note: left out: 30 records \(MX\) of 30 domains: /),
    ],
  ]);
  const verbose = linesOf((await run("drift", "--export", state, "--verbose")).out);
  expect(verbose.filter((line) => foreign.test(line))).toHaveLength(120);
});

it("says of an import of thirty domains what it leaves out in a line for each reason", async () => {
  thirty();
  const options = ["--all", "--package", "^0.1.0", "--out"];
  const { err } = await run("import", ...options, join(newFolder(), "new"));
  expect(linesOf(err)).toEqual([
    "Left out (--verbose lists the rows):",
    expect.stringMatching(/^ {2}132 records \(ALIAS, HTTPS, NETLIFY, URL\) of 33 domains: /),
    expect.stringMatching(/^ {2}33 records \(MX\) of 33 domains: /),
    expect.stringMatching(/^ {2}NS and SOA of 32 domains: the registrar manages its own$/),
  ]);
  const verbose = await run("import", ...options, join(newFolder(), "new"), "--verbose");
  expect(linesOf(verbose.err).filter((line) => foreign.test(line))).toHaveLength(132);
});

it("says of the records of a domain what it leaves out in a line for each reason", async () => {
  const { err } = await run("records", "example.com");
  expect(linesOf(err)).toEqual([
    expect.stringMatching(/^left out: 4 records \(ALIAS, HTTPS, NETLIFY, URL\) of example\.com: /),
    expect.stringMatching(/^left out: parked MX of example\.com: /),
  ]);
  expect(linesOf((await run("records", "example.com", "--verbose")).err)).toHaveLength(5);
});

describe("a domain whose DNS is elsewhere", () => {
  // The sandbox's example.net has nameservers of another service.
  const refuse = (status: number) => {
    for (const operation of ["records.list", "forwards.list", "dnssec.get"])
      registrar.sandbox.fault({ operation, fault: { status } });
  };
  const reason = "records and forwards of example.net: other nameservers serve the domain, so it has none here";

  it.each([400, 403, 404, 405])("is named as such by import, records and drift (%i)", async (status) => {
    const stack = new HandlerStack(quick);
    const settings = { handler: "domainSettings", args: { domain: "example.net", autoRenew: true } } as const;
    expect((await stack.up({ settings })).errors).toEqual({});
    const state = file();
    writeState(state, stack);
    refuse(status);
    const imported = await run("import", "example.net", "--package", "^0.1.0", "--out", join(newFolder(), "new"));
    expect([imported.code, linesOf(imported.err)]).toEqual([0, [expect.stringMatching(/^Left out/), `  ${reason}`]]);
    const records = await run("records", "example.net");
    expect([records.code, records.err]).toEqual([1, `pulumi-registrar: ${reason}\n`]);
    const drift = await run("drift", "--export", state);
    expect([drift.code, linesOf(drift.out).slice(1)]).toEqual([0, [`note: left out: ${reason}`]]);
  });

  it("is the reason why its records can't be compared", async () => {
    const stack = new HandlerStack(quick);
    expect((await stack.up({ www: a("www", "192.0.2.1") })).errors).toEqual({});
    const state = file();
    writeState(state, stack, { "registrar:staleListSeconds": "0" });
    registrar.sandbox.dashboard.editDomain("example.com", { nameservers: ["ns1.elsewhere.example"] });
    refuse(404);
    const { code, out } = await run("drift", "--export", state);
    expect([code, out]).toEqual([1, expect.stringContaining("error: www: other nameservers serve example.com")]);
    expect(out).not.toContain("contract");
  });
});

describe("a domain that the account doesn't hold", () => {
  const commands: [string, string[]][] = [
    ["records", ["records"]],
    ["import", ["import", "--package", "^0.1.0", "--out", "nowhere"]],
    ["zone export", ["zone", "export"]],
  ];

  it.each(commands)("is misspelt: %s names the one that is meant", async (_name, words) => {
    const { code, err } = await run(...words, "exmaple.com");
    expect([code, err]).toEqual([1, expect.stringContaining('not hold exmaple.com (did you mean "example.com"?)')]);
    expect(err).toContain("Check the spelling, and which account the token belongs to. [");
  });

  it.each(commands)("is a host: %s says how it is written", async (_name, words) => {
    const { code, err } = await run(...words, "www.example.com");
    expect([code, err]).toEqual([1, expect.stringContaining("Write `domain: example.com` and `name: www`. [")]);
  });

  it("is a host: a preview says how it is written", async () => {
    const { errors } = await new HandlerStack(quick).preview({
      www: { handler: "dnsRecord", args: { domain: "www.example.com", name: "@", type: "A", content: "192.0.2.1" } },
    });
    expect(JSON.stringify(errors)).toContain("Write `domain: example.com` and `name: www`.");
  });

  it("is named nearly as another one of the state: forget names that", async () => {
    const stack = new HandlerStack(quick);
    expect((await stack.up({ www: a("www", "192.0.2.1") })).errors).toEqual({});
    const state = file();
    writeState(state, stack);
    const { code, err } = await run("forget", "exmaple.com", "--export", state);
    expect([code, err]).toEqual([1, expect.stringContaining('exmaple.com (did you mean "example.com"?)')]);
  });
});

it.each([["domains"], ["import", "--all", "--package", "^0.1.0", "--out", "nowhere"]])(
  "says that the base URL lacks a part: %s",
  async (...words) => {
    process.env["REGISTRAR_BASE_URL"] = registrar.sandbox.url.replace(/\/api$/, "");
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([1, expect.stringMatching(/part of its path, such as \/api, may be missing\. \[/)]);
  },
);
