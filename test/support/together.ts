/** Two declarations in one program: pairs that a check refuses, with its ID, pairs that it allows, and rows that pass from one to the other. */
import type { Declared, Program } from "./handlerStack.ts";
import { a, alias, forward, one, record, set, whole, zone } from "./records.ts";

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

const ip = "192.0.2.1";
const zoneOf = (...names: string[]) => zone(Object.fromEntries(names.map((name) => [`${name} A`, [ip]])));
const both = zoneOf("www", "api");
const setOf = (name: string) => set(name, "A", [ip]);
const mx = set("@", "MX", ["10 mx1.example.net", "20 mx2.example.net"]);

/** Rows that pass from `one` to `two`: each is the row that it was. */
export const passes: readonly [move: string, before: Program, after: Program][] = [
  ["from a zone to another", { one: both, two: zoneOf("web") }, { one: zoneOf("api"), two: zoneOf("web", "www") }],
  ["from a zone to a new one", { one: both }, { one: zoneOf("api"), two: zoneOf("www") }],
  ["from a removed zone to a new one", { one: both }, { two: both }],
  ["from a zone to a set", { one: both }, { one: zoneOf("api"), two: setOf("www") }],
  ["from a set to a zone", { one: setOf("www"), two: zoneOf("api") }, { two: zoneOf("api", "www") }],
  ["from a set that takes another name to a zone", { one: setOf("www") }, { one: setOf("api"), two: zoneOf("www") }],
  ["from a set to another", { one: mx }, { two: mx }],
  ["from a record to another", { one: www }, { two: a("www", ip) }],
  ["from a record to a set", { one: www }, { two: setOf("www") }],
  ["from a forward to another", { one: go }, { two: go }],
];

function twice(handler: Declared["handler"], args: object): [Declared, Declared] {
  return [one(handler, args), one(handler, args)];
}

function policies(name: string, ...contents: [string, string]): [Declared, Declared] {
  const [first, second] = contents;
  return [record("TXT", name, { content: first }), record("TXT", name, { content: second })];
}
