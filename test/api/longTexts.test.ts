/** Texts from outside of 100,000 characters of one kind, wherever a run meets one: none costs time with its square. */
import { printable } from "../../provider/api/redaction.ts";
import { parseZone, ZoneFileError } from "../../provider/dns/index.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, forward, person, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";
import { isSoak } from "../support/soak.ts";

const registrar = withRegistrar();
withSaid();

/** Of the kinds that readers undo, one each; test/package/patterns proves the patterns themselves linear. */
const usual = ["\\", "%41", "a."];
const others = [...'"<([@.-0a \n', '\\\\"', '"email":"', "+1", "...", "token="];
const escapes = ["\\0", "\\065", "\\u0041", ".a", "xn--", "a@", "bearer ", "1,", "{}", '"" '];
const rest = [...others, ...`'\`){}]>,;:_=%&#$*+?/|~^!\t\u001b\u202eü`, ...escapes];
const kinds = isSoak ? [...usual, ...rest] : usual;
const longOf = (kind: string) => kind.repeat(Math.ceil(100_000 / kind.length)).slice(0, 100_000);
/** A linear one takes a twentieth of it on a quiet machine. */
const limitMs = 3000;

async function timed(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  try {
    await work();
  } catch (error) {
    // A zone file may well be refused.
    if (!(error instanceof ZoneFileError)) throw error;
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const program: Program = {
  record: a("www", "192.0.2.1"),
  secret: {
    ...a("key", "x"),
    args: { domain: "example.com", type: "TXT", name: "key", content: "a".repeat(3000), secretInputs: ["content"] },
  },
  forward: forward("go", "https://x.example/"),
  person: { handler: "contact", args: person },
  domain: { handler: "domainRegistration", args: { domain: "example.com" } },
  dnssec: { handler: "dnssec", args: { domain: "example.com", enabled: true } },
  hosts: { handler: "nameservers", args: { domain: "example.com", nameservers: ["ns1.atom.com", "ns2.atom.com"] } },
};

/** The same answer with this text in place of every text in it. */
function filled(value: unknown, text: string): unknown {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((each: unknown) => filled(each, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, text)]));
}

it.each(kinds)("%j", async (kind) => {
  const text = longOf(kind);
  const stack = new HandlerStack(quick);
  await stack.up(program);
  const named = (keys: string) => Object.fromEntries(keys.split(" ").map((key) => [key, "x"]));
  const rows = { ...named("name content comment source destination handle email"), type: "A" };
  const lists = { nameservers: ["x"], whois_status: ["x"], ds: ["x"] };
  const domain = { ...named("domain_name status expiry_date"), ...lists };
  const took: Record<string, number> = {};
  registrar.sandbox.fault({
    operation: /./,
    fault: { status: 400, body: { success: false, message: text.slice(0, 60_000), error: text } },
  });
  took["refused"] = await timed(() => stack.refresh());
  took["refused writes"] = await timed(() =>
    stack.up({ more: a("more", "192.0.2.2"), secret: program["secret"] ?? a("x", "x") }),
  );
  registrar.sandbox.clearFaults();
  const list = {
    success: true,
    data: Array.from({ length: 3 }, (_, id) => ({ ...Object(filled(rows, text)), id })),
    total: 3,
  };
  registrar.sandbox.fault({ operation: /list$/, fault: { status: 200, body: list } });
  registrar.sandbox.fault({
    operation: /get$/,
    fault: { status: 200, body: { success: true, data: filled(domain, text) } },
  });
  took["answers"] = await timed(() => stack.refresh());
  took["zone file"] = await timed(() =>
    printable(JSON.stringify(parseZone(`$ORIGIN example.com.\nx 60 IN TXT ${text}\n`))),
  );
  expect(Object.entries(took).filter(([, ms]) => ms > limitMs)).toEqual([]);
});
