/** Two declarations in one program: pairs that a check refuses, with its ID, pairs that it allows, and rows that pass from one to the other. */
import type { Declared, Program } from "./handlerStack.ts";
import { a, alias, forward, one, record, set, whole, zone } from "./records.ts";
import { some } from "./soak.ts";

const www = a("www", "192.0.2.1");
const www2 = set("www", "A", ["192.0.2.1", "192.0.2.2"]);
const additive = zone({ "www A": ["192.0.2.9"] });
const authoritative = whole({ "api A": ["192.0.2.1"] });
const spelled = (declared: Declared, name: string): Declared => ({ ...declared, args: { ...declared.args, name } });

const servers = ["ns1.example.net", "ns2.example.net"];
const go = forward("go", "https://a.example/");
const secretly = { ignoreRecords: ["w*"], secretInputs: ["ignoreRecords"] };

export const refusedPairs: readonly [pair: string, first: Declared, second: Declared, check: string][] = [
  ["two equal records", www, spelled(www, "WWW"), "same record.*record-once"],
  ["a record and an additive zone that lists it", www, zone({ "www A": ["192.0.2.1"] }), "same record.*record-once"],
  ["an A and a CNAME", www, alias(), "which excludes.*name-conflict"],
  ["a record and its set", www, www2, "owns.*record-set-alone"],
  ["a record and its set in another spelling", spelled(www, "WWW.example.com."), www2, "owns.*record-set-alone"],
  ["a CNAME and a set of its name", alias(), www2, "which excludes.*name-conflict"],
  ["two sets of one name and type", www2, set("www", "A", ["192.0.2.9"]), "owns.*record-set-alone"],
  ["a set and a zone with its key", www2, additive, "owns.*record-set-alone"],
  ["a set and an authoritative zone", www2, authoritative, "the zone additive.*authoritative-alone"],
  ["a record and an authoritative zone", www, authoritative, "the zone additive.*authoritative-alone"],
  ["an additive and an authoritative zone", additive, authoritative, "the zone additive.*authoritative-alone"],
  ["two authoritative zones", authoritative, whole({}), "the zone additive.*authoritative-alone"],
  ["two SPF policies", ...policies("@", "v=spf1 mx -all", "v=spf1 a -all"), "another SPF policy.*policy-once"],
  ["two DMARC policies", ...policies("_dmarc", "v=DMARC1; p=none", "v=DMARC1; p=reject"), "another DMARC.*policy-once"],
  ["two DMARC policies of a name", ...policies("_dmarc.news", "v=DMARC1; p=none", "v=DMARC1; p=reject"), "policy-once"],
  ["two locks", one("domainLock"), one("domainLock", { domain: "EXAMPLE.com." }), "declares this.*declared-once"],
  ["two delegations", ...twice("nameservers", { nameservers: servers }), "already declares this.*declared-once"],
  ["two settings", ...twice("domainSettings", { privacy: true }), "already declares this.*declared-once"],
  ["two forwards of a source", go, forward("GO", "https://b.example/"), "already forwards go.*forward-source-once"],
];

export const allowedPairs: readonly [pair: string, first: Declared, second: Declared][] = [
  ["two values of one name and type", www, a("www", "192.0.2.9")],
  ["a set and a record of another type", www2, record("TXT", "www", { content: "x" })],
  ["a record and an additive zone with another key", www, zone({ "api A": ["192.0.2.1"] })],
  ["a record and a zone that ignores it", www, whole({}, { ignoreRecords: ["w*"] })],
  ["a record and a zone that ignores it secretly", www, whole({}, secretly)],
  ["an authoritative zone and a forward", authoritative, go],
  ["an authoritative zone and a lock", authoritative, one("domainLock")],
  ["locks of two domains", one("domainLock"), one("domainLock", { domain: "example.org" })],
];

const ip = (last: number) => `192.0.2.${last}`;
const zoneOf = (...names: string[]) => zone(Object.fromEntries(names.map((name) => [`${name} A`, [ip(1)]])));
const both = zoneOf("www", "api");
const setOf = (name: string) => set(name, "A", [ip(1)]);
const mx = set("@", "MX", ["10 mx1.example.net", "20 mx2.example.net"]);
const mail = (host: string, priority: number) => record("MX", "@", { content: `${host}.example.net`, priority });

/** Records as a loop writes them: `values.forEach((value, i) => new DnsRecord(...))`. */
const loop = (prefix: string, ...lasts: number[]): Program =>
  Object.fromEntries(lasts.map((last, index) => [`${prefix}-${index}`, a("www", ip(last))]));

/** Two rows, in each form, by the name of its first resource. */
const forms: readonly (readonly [form: string, of: (name: string) => Program])[] = [
  ["records", (name) => loop(name, 1, 2)],
  ["a set", (name) => ({ [name]: set("www", "A", [ip(1), ip(2)]) })],
  ["a zone", (name) => ({ [name]: zone({ "www A": [ip(1), ip(2)] }) })],
  ["an authoritative zone", (name) => ({ [name]: whole({ "www A": [ip(1), ip(2)] }) })],
];

/** Rows that pass from `one` to `two` in one `up`: each is the row that it was. */
export const passes: readonly (readonly [move: string, before: Program, after: Program])[] = [
  ["from a zone to another", { one: both, two: zoneOf("web") }, { one: zoneOf("api"), two: zoneOf("web", "www") }],
  ["from a zone to a new one", { one: both }, { one: zoneOf("api"), two: zoneOf("www") }],
  ["from a zone to a set", { one: both }, { one: zoneOf("api"), two: setOf("www") }],
  ["from a zone to a record", { one: both }, { one: zoneOf("api"), two: www }],
  ["from a record to a zone", { one: www, two: zoneOf("api") }, { two: zoneOf("api", "www") }],
  ["from a set to a zone", { one: setOf("www"), two: zoneOf("api") }, { two: zoneOf("api", "www") }],
  ["from a set that takes another name to a zone", { one: setOf("www") }, { one: setOf("api"), two: zoneOf("www") }],
  ["from a record that changes to another", { one: www }, { one: a("www", ip(2)), two: www }],
  ["from a set to another", { one: mx }, { two: mx }],
  ["from a forward to another", { one: go }, { two: go }],
  ["in a loop that loses its first value", loop("one", 1, 2, 3), loop("one", 2, 3)],
  ["in a loop that gets another first value", loop("one", 1, 2), loop("one", 3, 1, 2)],
  ["in a loop that passes a value on", loop("one", 1, 2), loop("one", 2, 3)],
  ["in a loop whose values are swapped", loop("one", 1, 2), loop("one", 2, 1)],
  [
    "in a pair of MX whose priorities are swapped",
    { one: mail("a", 10), two: mail("b", 20) },
    { one: mail("b", 20), two: mail("a", 10) },
  ],
  ["from an MX that gets another host", { one: mail("a", 10) }, { one: mail("b", 20), two: mail("a", 10) }],
  // Each form is the former one of two others, and the next one of two others.
  ...forms.flatMap(([from, before], at) =>
    some(forms, (to) => (to - at + 4) % 4 === 1 || (to - at + 4) % 4 === (at % 2) * 3).map(
      ([to, after]) => [`from ${from} to ${to} of other names`, before("one"), after("two")] as const,
    ),
  ),
];

function twice(handler: Declared["handler"], args: object): [Declared, Declared] {
  return [one(handler, args), one(handler, args)];
}

function policies(name: string, ...contents: [string, string]): [Declared, Declared] {
  const [first, second] = contents;
  return [record("TXT", name, { content: first }), record("TXT", name, { content: second })];
}
