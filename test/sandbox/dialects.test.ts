/** The dialects of services: rows as their documentation and fixtures show them. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingsSchema } from "../../testing/sandbox/dialect.ts";
import { dialects } from "../../testing/sandbox/dialects/index.ts";
import { type AnyOptions, dialectNames, startSandbox } from "../../testing/sandbox/index.ts";
import { newFolder } from "../support/folder.ts";
import { sip } from "../support/records.ts";
import { com, type RawClient, withSandbox } from "./raw.ts";

async function filled(options: AnyOptions): Promise<RawClient> {
  const { sandbox, api } = await withSandbox(options);
  const add = (record: Parameters<typeof sandbox.dashboard.addRecord>[1]) =>
    sandbox.dashboard.addRecord("example.com", record);
  add({ type: "MX", name: "", content: "mail.example.net", priority: 10, ttl: 900 });
  add({ ...sip, target: "s.example" });
  return api;
}

/** The list of objects in a response. */
function rowsIn(text: string): Record<string, unknown>[] {
  const lists: Record<string, unknown>[][] = [];
  JSON.parse(text, (_, value) => {
    if (Array.isArray(value) && typeof value[0] === "object") lists.push(value);
    return value;
  });
  return lists[0] ?? [];
}

/** An MX at the apex and an SRV, as each service lists them. */
const shown: Record<string, [mx: object, srv: object]> = {
  cloudflare: [
    { name: "example.com", content: "mail.example.net", priority: 10 },
    { name: "_sip._tcp.example.com", data: { priority: 1, weight: 2, port: 3, target: "s.example" } },
  ],
  digitalocean: [
    { id: 1002, name: "@", data: "mail.example.net", priority: 10 },
    { name: "_sip._tcp", data: "s.example", priority: 1, weight: 2, port: 3 },
  ],
  dnsimple: [
    { id: 1002, name: "", content: "mail.example.net", priority: 10 },
    { name: "_sip._tcp", content: "2 3 s.example", priority: 1 },
  ],
  gandi: [
    { rrset_name: "@", rrset_ttl: 900, rrset_values: ["10 mail.example.net."] },
    { rrset_name: "_sip._tcp", rrset_ttl: 10800, rrset_values: ["1 2 3 s.example."] },
  ],
  godaddy: [
    { name: "@", data: "mail.example.net", priority: 10 },
    { name: "@", service: "_sip", protocol: "_tcp", data: "s.example", port: 3 },
  ],
  hetzner: [
    { name: "@", value: "10 mail.example.net." },
    { name: "_sip._tcp", value: "1 2 3 s.example." },
  ],
  ionos: [
    { name: "example.com", content: "mail.example.net", prio: 10 },
    { name: "_sip._tcp.example.com", content: "2 3 s.example", prio: 1 },
  ],
  "name.com": [
    { answer: "mail.example.net", priority: 10 },
    { host: "_sip._tcp", answer: "2 3 s.example", priority: 1 },
  ],
  netlify: [
    { hostname: "example.com", value: "mail.example.net", priority: 10 },
    { hostname: "_sip._tcp.example.com", value: "s.example", port: 3 },
  ],
  njalla: [
    { id: "rec_1002", name: "@", content: "mail.example.net", prio: 10 },
    { name: "_sip._tcp", content: "s.example", prio: 1, port: 3 },
  ],
  porkbun: [
    { name: "example.com", content: "mail.example.net", prio: "10", ttl: "900" },
    { name: "_sip._tcp.example.com", content: "2 3 s.example", prio: "1", ttl: "600" },
  ],
  vercel: [
    { name: "", value: "mail.example.net", mxPriority: 10 },
    { name: "_sip._tcp", value: "1 2 3 s.example" },
  ],
};

it("each service has its case, and each of its facts a source", () => {
  expect(Object.keys(shown).sort()).toEqual([...dialectNames].sort());
  const sources = Object.values(dialects).map(
    (dialect) => Object.keys(settingsSchema.parse(dialect).sources ?? {}).length,
  );
  expect(Math.min(...sources)).toBeGreaterThan(0);
});

describe.each(Object.entries(shown))("%s", (name, [mx, srv]) => {
  it("lists rows as the service does, beside foreign ones, and the same in the specification's envelope", async () => {
    const api = await filled({ profile: name });
    const { text } = await api.get(`${com}/records`);
    const rows = expect.arrayContaining([mx, srv].map((row) => expect.objectContaining(row)));
    expect(rowsIn(text)).toEqual(rows);
    for (const type of ["SOA", "ALIAS", "NETLIFY"]) expect(text).toContain(JSON.stringify(type));
    const specified = await filled({ profile: `${name}-rows` });
    expect((await specified.get(`${com}/records`)).body).toMatchObject({ success: true, data: rows });
  });
});

it("speaks the dialect of a JSON file", async () => {
  const file = join(newFolder(), "own.json");
  writeFileSync(file, JSON.stringify({ apex: ".", names: "relative" }));
  const api = await filled({ profile: file });
  expect((await api.get(`${com}/records`)).text).toContain('"name":"."');
  writeFileSync(file, JSON.stringify({ apexes: "." }));
  await expect(startSandbox({ profile: file })).rejects.toThrow(/apexes/);
});
