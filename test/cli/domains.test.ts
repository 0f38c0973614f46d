/** `pulumi-registrar domains` and `records`: tables and JSON, from lists alone. */
import { domainsCommand, recordsCommand } from "../../cli/domains.ts";
import { withoutForeign } from "../support/foreignRows.ts";
import { withRegistrar } from "../support/registrar.ts";
import { heard, run } from "./heard.ts";

const registrar = withRegistrar();

it("domains lists from the account's list alone, in natural order", async () => {
  const { dashboard } = registrar.sandbox;
  registrar.sandbox.removeDomain("example.org");
  for (const name of ["host10.example", "host9.example"]) registrar.sandbox.addDomain(name, { autoRenew: false });
  dashboard.setExpiry("host9.example", "2020-02-29T12:00:00Z");
  dashboard.setExpiry("host10.example", "2999-02-28T12:00:00Z");
  dashboard.lock("host10.example");
  const { out, err, code } = await run(domainsCommand());
  expect([err, code, new Set(registrar.calls())]).toEqual(["", 0, new Set(["GET domains.list"])]);
  const [head, ...lines] = out.trimEnd().split("\n");
  expect(lines.splice(-2)).toEqual(["", "4 domains, 2 unlocked, 1 expired."]);
  expect(head).toMatch(/^DOMAIN +EXPIRES +LOCK +RENEW +NAMESERVERS$/);
  expect(lines.map((row) => row.split(/ {2,}/)).slice(2)).toEqual([
    ["host9.example", "2020-02-29 expired", "unlocked", "off", "ns1.atom.com, ns2.atom.com"],
    ["host10.example", "2999-02-28", "locked", "off", "ns1.atom.com, ns2.atom.com"],
  ]);
});

it("domains --expires-within is an alarm: it lists the domains, the first to expire first, and ends with 7", async () => {
  const { dashboard } = registrar.sandbox;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();
  const within = (days: string, ...more: string[]) => run(domainsCommand(), "--expires-within", days, ...more);
  const none = await within("30d");
  expect([none.code, none.out]).toEqual([0, "0 domains of 3 expire within 30 days.\n"]);
  dashboard.setExpiry("example.com", inDays(29));
  dashboard.setExpiry("example.org", inDays(-2));
  const { out, code } = await within("30", "--sort", "expires");
  expect([code, out.split("\n").map((line) => line.replace(/ {2,}.*/, ""))]).toEqual([
    7,
    ["DOMAIN", "example.org", "example.com", "", "2 domains of 3 expire within 30 days, 2 unlocked, 1 expired.", ""],
  ]);
  expect(out).toMatch(/^example\.com +\S+ in 29 days /m);
  const json = await within("29d", "--json");
  expect([json.code, JSON.parse(json.out)]).toMatchObject([7, [{ domain: "example.org" }]]);
  dashboard.setExpiry("example.org", "no date");
  const { error } = await heard(() => within("5d"));
  expect(String(error)).toContain("shows no readable expiry date of example.org");
});

it("domains --json prints the same values", async () => {
  registrar.sandbox.addDomain("a.example", { locked: true, autoRenew: false, nameservers: ["NS1.Example.NET"] });
  registrar.sandbox.dashboard.setExpiry("a.example", "2999-02-28T12:00:00Z");
  const { out } = await run(domainsCommand(), "--json");
  const [first]: unknown[] = JSON.parse(out);
  const rest = { locked: true, autoRenew: false, nameservers: ["ns1.example.net"] };
  expect(first).toEqual({ domain: "a.example", expiresAt: "2999-02-28T12:00:00.000Z", ...rest });
});

it("records lists the records of a domain, the apex first, in natural order", async () => {
  const { dashboard } = registrar.sandbox;
  for (const name of ["host10", "host9", ""])
    dashboard.addRecord("example.com", { type: "MX", name, content: "mail.example.net", priority: 5 });
  const { id } = dashboard.addRecord("example.com", { type: "A", name: "host9", content: "192.0.2.1", ttl: 300 });
  registrar.calls();
  const { out, err } = await run(recordsCommand(), "Example.COM");
  expect([withoutForeign(err.split("\n")), new Set(registrar.calls())]).toEqual([[""], new Set(["GET records.list"])]);
  expect(out.split("\n").map((row) => row.split(/ {2,}/))).toEqual([
    ["NAME", "TTL", "TYPE", "DATA"],
    ...["ns1", "ns2"].map((host) => ["@", "86400", "NS", `${host}.atom.com.`]),
    ["@", "-", "MX", "5 mail.example.net."],
    ["host9", "300", "A", "192.0.2.1"],
    ["host9", "-", "MX", "5 mail.example.net."],
    ["host10", "-", "MX", "5 mail.example.net."],
    [""],
    ["example.com: 6 records."],
    [""],
  ]);
  const records: unknown[] = JSON.parse((await run(recordsCommand(), "example.com", "--json")).out);
  expect(records[3]).toEqual({ recordId: String(id), type: "A", name: "host9", content: "192.0.2.1", ttl: 300 });
});

it("records says to check the spelling of a domain that the account does not hold", async () => {
  const { error, out } = await heard(() => recordsCommand().parseAsync(["exmaple.com"], { from: "user" }));
  expect([String(error), out]).toEqual([expect.stringMatching(/exmaple\.com.*Check the spelling/), ""]);
});

describe("where lists stop at 20 without a word, and show no settings,", () => {
  const registrar = withRegistrar({ profile: ["silent-cap", "details-sparse"] });

  it("both print what a list shows, and then fail", async () => {
    for (let n = 0; n < 25; n += 1) {
      registrar.sandbox.addDomain(`host${n}.example`);
      registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: `r${n}`, content: "192.0.2.1" });
    }
    for (const [command, args, lines] of [
      [domainsCommand(), [], 21],
      [recordsCommand(), ["example.com"], 23],
    ] as const) {
      const { out, error } = await heard(() => command.parseAsync([...args], { from: "user" }));
      expect([out.split("\n").length - 1, error]).toMatchObject([
        lines + (args.length === 0 ? 2 : -1),
        { code: "ERR_REGISTRAR_INCOMPLETE_LIST" },
      ]);
      if (args.length === 0) expect(out).toMatch(/^host0\.example +\S+ +unlocked +- /m);
    }
  });
});
