import { join } from "node:path";
import { everythingIn } from "../support/folder.ts";
import { type DeclaredResource, succeeds, withProgram } from "../support/programs.ts";

const domain = "example.com";
const record = (type: string, name: unknown, rest: object): DeclaredResource => ({
  ...{ class: "DnsRecord", args: { domain, type, name, ...rest } },
});
const a = (name: string, content: unknown, rest: object = {}) => record("A", name, { content, ...rest });

it("applies values that aren't known yet, and keeps secrets out of the state, the output and the errors", async () => {
  const secret = "k3y=very;secret";
  await withProgram(async ({ stack, sandbox, folder, declare, calls }) => {
    const id = { output: ["first", "recordId"] };
    declare({
      ns: { class: "Nameservers", args: { domain, nameservers: ["ns1.atom.com", "ns2.atom.com"] } },
      first: a("first", "192.0.2.1"),
      content: record("TXT", "a", { content: id }),
      name: record("A", id, { content: "192.0.2.2" }),
      domain: a("b", "192.0.2.3", { domain: { output: ["ns", "domain"] } }),
      key: record("TXT", "_key", { content: { secret } }),
    });
    const preview = await stack.preview();
    expect(preview).toMatchObject({ exitCode: 0, summary: { create: 7 } });
    expect(calls().sort()).toEqual(["GET domains.get", "GET records.list"]);
    const up = await succeeds(stack.up({ preview: false }));
    const first = sandbox.records(domain).find(({ name }) => name === "first");
    expect(sandbox.records(domain).find(({ name }) => name === "a")?.content).toBe(String(first?.id));
    const names = sandbox.records(domain).map(({ name }) => name);
    expect(names.sort()).toEqual(["_key", "a", "b", "first", String(first?.id)].sort());
    expect(sandbox.records(domain).find(({ name }) => name === "_key")?.content).toBe(secret);
    const { deployment } = await stack.exportState();
    const rows = deployment["resources"] as { inputs?: Record<string, unknown>; outputs?: Record<string, unknown> }[];
    const code = rows
      .flatMap(({ inputs, outputs }) => [inputs?.["__provider"], outputs?.["__provider"]])
      .filter(Boolean);
    expect(code).toHaveLength(12);
    for (const text of code) expect(String(text).length).toBeLessThan(100);

    // A record of the same content, and a resource that adopts it.
    sandbox.dashboard.addRecord(domain, { type: "TXT", name: "_other", content: secret });
    declare({
      key: record("TXT", "_key", { content: { secret } }),
      other: record("TXT", "_other", { content: { secret } }),
    });
    const adopted = await succeeds(stack.up());
    expect(adopted.output).toMatch(/adopts _other TXT/);

    // Edited by hand: the drift is seen, the values are not.
    const key = sandbox.records(domain).find(({ name }) => name === "_key");
    sandbox.dashboard.editRecord(domain, key?.id ?? 0, { content: "changed-by-hand" });
    const refreshed = await stack.refresh();
    // The small engine's file is for its owner alone, and holds secrets as they are: what it shows of the state counts.
    const kept =
      stack.engine === "pulumi" ? everythingIn(join(folder, "state")) : JSON.stringify(await stack.exportState());
    const shown = [up.output, adopted.output, refreshed.output, kept].join("\n");
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain("changed-by-hand");
    expect(shown).not.toContain(sandbox.token);
  });
});

/** Misspelled names, which a program's compiler can't know. */
const typos = { "registrar:baseurl": "https://example.net", "registrar:skipChecks": "a-reservd,a-reserved" };
const saidOfTypos = [
  /"registrar:baseurl" isn't a setting \(did you mean "baseUrl"\?\), and has no effect\./g,
  /skipChecks: "a-reservd" isn't the ID of a check \(did you mean "a-reserved"\?\), and has no effect\./g,
  /skipChecks: "ttl-mixd" isn't the ID of a check \(did you mean "ttl-mixed"\?\), and has no effect\./g,
];

it("takes a secret token from the configuration, refuses it in plain text, and says once which names mean nothing", async () => {
  const token = "token-from-the-configuration";
  const skipChecks = ["ttl-mixd"];
  const program = { www: a("www", "192.0.2.1", { skipChecks }), api: a("api", "192.0.2.1", { skipChecks }) };
  const environment = { REGISTRAR_API_TOKEN: undefined };
  await withProgram(
    async ({ stack, folder, declare, sandbox }) => {
      declare(program);
      const up = await stack.up({ preview: false });
      expect([up.exitCode, sandbox.records(domain).length]).toEqual([0, 2]);
      for (const text of saidOfTypos) expect([text, up.output.match(text)?.length]).toEqual([text, 1]);
      expect(up.output + everythingIn(join(folder, "state"))).not.toContain(token);
    },
    {
      sandbox: { token },
      stack: { env: environment, config: { ...typos, "registrar:apiToken": { value: token, secret: true } } },
    },
  );
  await withProgram(
    async ({ stack, declare, calls }) => {
      declare(program);
      const preview = await stack.preview();
      expect(preview.exitCode).not.toBe(0);
      expect(preview.output).toMatch(/registrar:apiToken is in plain text in the stack's configuration.*--secret/s);
      expect(calls()).toEqual([]);
    },
    { sandbox: { token }, stack: { env: environment, config: { "registrar:apiToken": token } } },
  );
});

it("an up that is interrupted in 50 creates leaves a true state, and the next run finishes", async () => {
  await withProgram(async ({ stack, sandbox, declare }) => {
    declare(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`r${i}`, a(`h${i}`, `192.0.2.${i + 1}`)])));
    const interruption = new AbortController();
    sandbox.fault({ operation: "records.create", fault: { delayMs: 40 } });
    const stop = sandbox.onChange(() => {
      if (sandbox.records(domain).length >= 15) interruption.abort();
    });
    const cut = await stack.up({ preview: false, signal: interruption.signal });
    stop();
    expect(cut.exitCode).not.toBe(0);
    const { deployment } = await stack.exportState();
    const rows = deployment["resources"] as { type: string; outputs?: { recordId?: string } }[];
    const known = rows.flatMap(({ outputs }) => outputs?.recordId ?? []).sort();
    const live = sandbox.records(domain).map(({ id }) => String(id));
    expect(known).toEqual(live.sort());
    expect(known.length).toBeLessThan(50);
    expect(known.length).toBeGreaterThan(0);
    sandbox.clearFaults();
    await succeeds(stack.up({ preview: false }));
    expect(sandbox.records(domain)).toHaveLength(50);
  });
});

const zone = (records: unknown, options = {}) => ({ zone: { class: "DnsZone", args: { domain, records }, options } });

it("the engine gets the program's map, shows a change by its key, and never more than what changed", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const pathsIn = (steps: readonly { diff?: readonly { path: string }[] }[]) =>
      steps.flatMap(({ diff = [] }) => diff.map(({ path }) => path)).sort();
    const text = 'v=spf1 include:"a b" -all\n2 \\';
    const records = { "a A": ["198.51.100.1"], "b A": ["198.51.100.2"], "@ TXT": [text, "600"] };
    const content = { output: ["zone", "records", "a A", "0"] };
    const copy = { copy: { class: "DnsRecord", args: { domain, name: "copy", type: "TXT", content } } };
    declare({ ...zone(records), ...copy });
    await succeeds(stack.up({ preview: false }));
    const live = (name: string) => sandbox.records(domain).find((row) => row.name === name);
    expect(live("copy")?.content).toBe("198.51.100.1");
    writes();

    // One changes, one comes, and the others are parts in another order.
    const parts = [
      { type: "A", name: "c", content: { output: ["zone2", "records", "x A", "0"] } },
      { "@ TXT": ["600"], "b A": ["198.51.100.2"] },
      { records: { "@ TXT": [text, "600"], "a A": ["198.51.100.9"] } },
    ];
    const zone2 = { class: "DnsZone", args: { domain: "example.org", records: { "x A": ["198.51.100.3"] } } };
    declare({ zone2, ...zone(parts), ...copy });
    await succeeds(stack.up({ preview: false }));
    const writesOfBoth = ["POST records.create", "POST records.create", "PUT records.update", "PUT records.update"];
    expect(writes().sort()).toEqual(writesOfBoth);
    sandbox.dashboard.editRecord(domain, live("b")?.id ?? 0, { content: "203.0.113.9" });
    const refreshed = pathsIn((await stack.refresh()).steps).filter((path) => path.startsWith("records"));
    expect(refreshed).toEqual(['records["b A"][0]']);
    await succeeds(stack.up({ preview: false }));
    expect(writes()).toEqual(["PUT records.update"]);
    const joined = { "c A": ["198.51.100.3"], "@ TXT": ["600", text], "b A": records["b A"], "a A": ["198.51.100.9"] };
    declare({ zone2, ...zone({ secret: joined }), ...copy });
    await succeeds(stack.up({ preview: false }));
    expect(writes()).toEqual([]);
    expect(JSON.stringify(await stack.exportState())).not.toContain("198.51.100.2");
    await succeeds(stack.destroy());
    expect(sandbox.records(domain)).toEqual([]);
  });
});
