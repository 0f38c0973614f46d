/** Declarations that many stories use. */
import { everyCase } from "../dns/types/index.ts";
import type { Declared, Program } from "./handlerStack.ts";
import { isSoak } from "./soak.ts";

type Fields = Record<string, unknown>;
export const domain = "example.com";

/** A resource of example.com. */
export const one = (handler: Declared["handler"], args: object = {}): Declared => ({
  handler,
  args: { domain, ...args },
});
export const record = (type: string, name: string, rest: Fields) => one("dnsRecord", { type, name, ...rest });
export const a = (name: string, content: string, rest: Fields = {}) => record("A", name, { content, ...rest });
/** A mail host by its priority, and a CNAME of `www`. */
export const mx = (priority: number) => record("MX", "@", { content: "mail.example.net", priority });
export const alias = (host = "host") => record("CNAME", "www", { content: `${host}.example.net` });
export const set = (name: string, type: string, values: unknown, rest: Fields = {}) =>
  one("dnsRecordSet", { name, type, values, ...rest });
export const zone = (records: unknown, rest: Fields = {}) => one("dnsZone", { records, ...rest });
/** A zone that owns each record of its domain. */
export const whole = (records: unknown, rest: Fields = {}) => zone(records, { mode: "authoritative", ...rest });
export const forward = (source: string, destination: string, rest: Fields = {}) =>
  one("urlForward", { source, destination, ...rest });

/** Kinds of resources that hold several rows: those of `www A` with these values. Any but an additive zone owns all of them. */
export const holders: readonly [kind: string, declared: (values: unknown, rest?: Fields) => Declared][] = [
  ["set", (values, rest) => set("www", "A", values, rest)],
  ["authoritative zone", (values, rest) => whole({ "www A": values }, rest)],
  ["additive zone", (values, rest) => zone({ "www A": values }, rest)],
];
export const owners = holders.filter(([kind]) => kind !== "additive zone");

type Kind = [kind: string, declared: (version: 1 | 2, ttl?: number) => Declared];
/** Kinds of resources that are made of rows: each has one row, whose data or TTL differs between two versions. */
export const kinds: readonly Kind[] = [
  ["record", (version, ttl = 300) => a("www", `192.0.2.${version}`, { ttl })],
  ...holders.map(([kind, of]): Kind => [kind, (version, ttl = 300) => of([`192.0.2.${version}`], { ttl })]),
  ["forward", (version) => forward("go", `https://x.example/${version}`)],
];
export const recordKinds = kinds.filter(([kind]) => kind !== "forward");
/** Sets and zones write their rows alike: where a story waits, `npm test` tries only an authoritative zone. */
export const someKinds = kinds.filter(([kind]) => isSoak || ["record", "authoritative zone", "forward"].includes(kind));

/** One record of every type, and an SRV record by its name alone. */
export const everyType: Program = Object.fromEntries(
  everyCase(({ declared }, type) =>
    Object.entries(declared).map(
      ([name, { name: owner, ...rest }]) => [name, record(type, String(owner), rest)] as const,
    ),
  ),
);

/** A row as the dashboard takes it, without its target. */
export const sip = {
  ...({ type: "SRV", name: "", service: "_sip", protocol: "_tcp" } as const),
  ...{ priority: 1, weight: 2, port: 3 },
};

export const person = {
  name: "Ada Lovelace",
  email: "ada@example.org",
  phone: "+1.2025550123",
  address: ["12 St James's Square"],
  city: "London",
  zip: "SW1Y 4JH",
  country: "GB",
};

/** The part of a contact that names a person in two parts. */
export const inParts = { name: undefined, firstName: "Ada", lastName: "Lovelace" };

/** Settings under which lists are taken to show a write at once: a doubtful outcome is looked up without waiting. */
export const quick: Record<string, string> = { "registrar:staleListSeconds": "0" };

/** Settings for lists that lag, by a second at most. */
export const bound = { "registrar:staleListSeconds": "1" };
