import { join } from "node:path";
import { everythingIn } from "../support/folder.ts";
import { type DeclaredResource, succeeds, withProgram } from "../support/programs.ts";

const domain = "example.com";
const record = (type: string, name: unknown, rest: object): DeclaredResource => ({
  ...{ class: "DnsRecord", args: { domain, type, name, ...rest } },
});
const a = (name: string, content: unknown, rest: object = {}) => record("A", name, { content, ...rest });

const zone = (records: unknown) => ({ zone: { class: "DnsZone", args: { domain: "example.org", records } } });

it("applies values that aren't known yet, shows a change of a map by its key, and keeps secrets out of what it says and stores", async () => {
  const secret = "k3y=very;secret";
  await withProgram(async ({ stack, sandbox, folder, declare, calls, writes }) => {
    const id = { output: ["first", "recordId"] };
    const address = { output: ["zone", "records", "a A", "0"] };
    const key = record("TXT", "_key", { content: { secret } });
    const copy = record("TXT", "copy", { content: address });
    const text = 'v=spf1 include:"a b" -all\n2 \\';
    const values = { "a A": ["198.51.100.1"], "b A": ["198.51.100.2"], "@ TXT": [text, "600"] };
    declare({
      ns: { class: "Nameservers", args: { domain, nameservers: ["ns1.atom.com", "ns2.atom.com"] } },
      first: a("first", "192.0.2.1"),
      content: record("TXT", "a", { content: id }),
      name: record("A", id, { content: "192.0.2.2" }),
      domain: a("b", "192.0.2.3", { domain: { output: ["ns", "domain"] } }),
      key,
      ...zone(values),
      copy,
    });
    const preview = await stack.preview();
    expect(preview).toMatchObject({ exitCode: 0, summary: { create: 9 } });
    // Once for each domain.
    expect(calls().sort()).toEqual(["GET domains.get", "GET domains.get", "GET records.list", "GET records.list"]);
    const up = await succeeds(stack.up({ preview: false }));
    const live = (name: string, of = domain) => sandbox.records(of).find((row) => row.name === name);
    const first = live("first");
    const names = sandbox.records(domain).map(({ name }) => name);
    expect(names.sort()).toEqual(["_key", "a", "b", "copy", "first", String(first?.id)].sort());
    expect(["a", "_key", "copy"].map((name) => live(name)?.content)).toEqual([
      String(first?.id),
      secret,
      "198.51.100.1",
    ]);
    const { deployment } = await stack.exportState();
    const rows = deployment["resources"] as { inputs?: Record<string, unknown>; outputs?: Record<string, unknown> }[];
    const code = rows
      .flatMap(({ inputs, outputs }) => [inputs?.["__provider"], outputs?.["__provider"]])
      .filter(Boolean);
    expect(code).toHaveLength(16);
    for (const text of code) expect(String(text).length).toBeLessThan(100);

    // A record of the same content, and a resource that adopts it. Of the zone, one changes, one comes, and the others are parts in
    // another order.
    sandbox.dashboard.addRecord(domain, { type: "TXT", name: "_other", content: secret });
    const parts = [
      { type: "A", name: "c", content: { output: ["zone2", "records", "x A", "0"] } },
      { "@ TXT": ["600"], "b A": ["198.51.100.2"] },
      { records: { "@ TXT": [text, "600"], "a A": ["198.51.100.9"] } },
    ];
    const zone2 = { class: "DnsZone", args: { domain, records: { "x A": ["198.51.100.3"] } } };
    const other = record("TXT", "_other", { content: { secret } });
    writes();
    declare({ key, other, zone2, ...zone(parts), copy });
    const adopted = await succeeds(stack.up({ preview: false }));
    expect(adopted.output).toMatch(/adopts _other TXT/);
    expect(
      writes()
        .filter((call) => !call.startsWith("DELETE"))
        .sort(),
    ).toEqual([...["POST records.create", "POST records.create", "PUT records.update", "PUT records.update"]]);

    // Edited by hand: the drift is seen, and the values of secrets are not.
    sandbox.dashboard.editRecord(domain, live("_key")?.id ?? 0, { content: "changed-by-hand" });
    sandbox.dashboard.editRecord("example.org", live("b", "example.org")?.id ?? 0, { content: "203.0.113.9" });
    const refreshed = await stack.refresh();
    const paths = refreshed.steps.flatMap(({ diff = [] }) => diff.map(({ path }) => path));
    expect(paths.filter((path) => path.startsWith("records"))).toEqual(['records["b A"][0]']);
    // The small engine's file is for its owner alone, and holds secrets as they are: what it shows of the state counts.
    const kept =
      stack.engine === "pulumi" ? everythingIn(join(folder, "state")) : JSON.stringify(await stack.exportState());
    const shown = [up.output, adopted.output, refreshed.output, kept].join("\n");
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain("changed-by-hand");
    expect(shown).not.toContain(sandbox.token);

    // The same map becomes a secret in the run that repairs the drift.
    const joined = { "c A": ["198.51.100.3"], "@ TXT": ["600", text], "b A": values["b A"], "a A": ["198.51.100.9"] };
    declare({ key, other, zone2, ...zone({ secret: joined }), copy });
    await succeeds(stack.up({ preview: false }));
    expect(writes()).toEqual(["PUT records.update", "PUT records.update"]);
    expect(JSON.stringify(await stack.exportState())).not.toContain("198.51.100.2");
    await succeeds(stack.destroy());
    expect([domain, "example.org"].flatMap((each) => sandbox.records(each))).toEqual([]);
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
