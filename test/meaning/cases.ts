/** All spellings that a user may write, and the zone that they mean: the data of the story. */
import { everyCase } from "../dns/types/index.ts";
import type { Args } from "../dns/types/typeCases.ts";
import { casesIn } from "../support/cases.ts";
import type { Declared, Program } from "../support/handlerStack.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { a, forward, one, person, record } from "../support/records.ts";
import { isSoak } from "../support/soak.ts";

export interface Case {
  title: string;
  /** The first declaration of the program. */
  first: Declared;
  /** The same in other words: may cost no write. */
  respelled?: Declared;
  /** The last declaration of the program; `null`: nothing any more. Default: the same. */
  last?: Declared | null;
  /** The registrar's record in the end of each stage, as `zoneLines` writes it; absent if it isn't a record. */
  live?: string;
  liveLast?: string;
}

/** The record that `zoneLines` would write so. */
function factOf(line: string): Declared {
  const [, name, data, ttl] = /^(\S*) (.*?)(?: ttl (\d+))?$/.exec(line) ?? [];
  return one("dnsRecord", recordArgsOf(ttl === undefined ? `${name} ${data}` : `${name} ${ttl} ${data}`));
}

/** Names: a record as the program writes it, as it is live, and as the program writes it later. Default: as the one before. */
const names: [title: string, first: string, live?: string, respelled?: string][] = [
  ["a name in another case", "WwW A 192.0.2.1", "www A 192.0.2.1"],
  ["a full name with its dot", "full.example.com. A 192.0.2.2", "full A 192.0.2.2"],
  ["the apex as @", "@ A 192.0.2.3", "@ A 192.0.2.3", " A 192.0.2.3"],
  ["the apex as an empty name", " AAAA 2001:db8::3", "@ AAAA 2001:db8::3", "example.com. AAAA 2001:db8::3"],
  ["a wildcard", "* A 192.0.2.4"],
  ["a wildcard below a label", "*.dev CNAME dev.example.net"],
  ["an underscore name", "_dmarc TXT v=DMARC1", '_dmarc TXT "v=DMARC1"', '_DMARC TXT "v=DMARC1"'],
  ["a name of several labels", "a.b.c A 192.0.2.5", "a.b.c A 192.0.2.5", "A.b.C.example.com. A 192.0.2.5"],
  ["an internationalised name", "bücher A 192.0.2.6", "xn--bcher-kva A 192.0.2.6"],
  ["an A-label, later in Unicode", "xn--strae-oqa A 192.0.2.7", "xn--strae-oqa A 192.0.2.7", "STRAßE A 192.0.2.7"],
];
const idn = (name: string, domain: string) => a(name, "192.0.2.8", { domain });
const named: Case[] = [
  {
    title: "an internationalised domain",
    first: idn("www", "bücher.example"),
    respelled: idn("www.BÜCHER.example.", "xn--bcher-kva.example"),
    live: "www.xn--bcher-kva.example A 192.0.2.8",
  },
  {
    title: "a comment",
    first: a("noted", "192.0.2.10", { comment: 'Über den Wolken; "hoch"', ttl: 60 }),
    live: 'noted A 192.0.2.10 ttl 60 # Über den Wolken; "hoch"',
  },
];

/** The cases of each type. */
const types: Case[] = everyCase(({ meanings }, type) =>
  meanings.map(([title, first, live, respelled = first]) => {
    const declared = ({ name, ...rest }: Args) => record(type, String(name), rest);
    return { title, first: declared(first), respelled: declared(respelled), live };
  }),
);

/** Resources that aren't records. */
const served = (...hosts: string[]) => one("nameservers", { domain: "example.org", nameservers: hosts });
const others: Case[] = [
  {
    title: "a URL forward",
    first: forward("Shop", "HTTPS://Example.net", { type: "permanent" }),
    respelled: forward("shop", "https://example.net/", { type: "permanent" }),
    last: forward("shop", "https://example.net/new", { type: "temporary" }),
  },
  {
    title: "a URL forward of the apex, its type left alone",
    first: forward("@", "https://example.net/apex"),
    respelled: forward("", "https://example.net/apex"),
    last: null,
  },
  {
    title: "nameservers",
    first: served("NS1.example.net.", "ns2.example.net"),
    respelled: served("ns2.example.net.", "ns1.example.net"),
    last: served("ns2.example.net.", "ns3.example.net"),
  },
  { title: "a lock", first: one("domainLock", { domain: "example.org" }) },
  {
    title: "a contact",
    first: { handler: "contact", args: { ...person } },
    last: { handler: "contact", args: { ...person, city: "Oxford", organization: "Analytical Engines" } },
  },
];

export const cases: readonly Case[] = [
  ...named,
  ...names.map(([title, first, live = first, respelled = live]) => {
    return { title, first: factOf(first), live, respelled: factOf(respelled) };
  }),
  ...types,
  // The record that a program declares first and last (or `none`), and where that differs, what the registrar holds at last.
  ...casesIn("changes", "changes").map(([title = "", live = "", last = live, liveLast = last]) => {
    const declared = { first: factOf(live), last: last === "none" ? null : factOf(last) };
    return { title, ...declared, live, liveLast };
  }),
  ...others,
];

/** The first case of each type. */
const ofEachType = new Set(everyCase(({ meanings: [first] }) => (first === undefined ? [] : [first[0]])));

/** All cases in the soak, and else a part: each one of so many, one of each type, and resources that aren't records. */
export const someCases = (of: number): readonly Case[] =>
  cases.filter(
    ({ title, first }, place) => isSoak || place % of === 0 || ofEachType.has(title) || first.handler !== "dnsRecord",
  );

/** Domains that the cases need beside those a fresh registrar has. */
export const domains: readonly string[] = ["xn--bcher-kva.example", "2.0.192.in-addr.arpa"];

export interface Stage {
  program: Program;
  live: string[];
}

/** The same cases at three moments: first, in other words, and in the end. */
export function stagesOf(table: readonly Case[]): Record<"first" | "respelled" | "last", Stage> {
  const live = table.flatMap((each) => each.live ?? []).sort();
  return {
    first: { program: Object.fromEntries(table.map((each) => [each.title, each.first])), live },
    respelled: { program: Object.fromEntries(table.map((each) => [each.title, each.respelled ?? each.first])), live },
    last: {
      program: Object.fromEntries(
        table.flatMap((each) => (each.last === null ? [] : [[each.title, each.last ?? each.respelled ?? each.first]])),
      ),
      live: table.flatMap((each) => (each.last === null ? [] : (each.liveLast ?? each.live ?? []))).sort(),
    },
  };
}
