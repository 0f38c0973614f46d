/**
 * Follow the remedy: each message that advises something has a row here, whose situation shows the message. The test does what the
 * message says, with the message's own words (`test/support/remedy.ts`), and the next run passes. `test/package/everyAdvice` fails for an
 * advice of the sources without a row.
 */
import { createClient, proxyFor } from "../../provider/api/index.ts";
import { ownKey, ownOf } from "../../provider/fronts/shared/state.ts";
import { call, lookupClient } from "../../provider/lookups/index.ts";
import { plainDialect } from "../../testing/sandbox/dialect.ts";
import type { Fault } from "../../testing/sandbox/index.ts";
import { type Reply, type Seen, withServer } from "../api/server.ts";
import { examine } from "../cli/run.ts";
import { advicePattern } from "../support/advice.ts";
import { casesIn, sectionsIn } from "../support/cases.ts";
import { useContract } from "../support/contract.ts";
import { withOrders } from "../support/orders.ts";
import { type Row, unset, withRemedies } from "../support/remedyRows.ts";
import * as story from "../support/story.ts";
import {
  a,
  type Declared,
  domain,
  forward,
  HandlerStack,
  kinds,
  one,
  owners,
  type Program,
  person,
  record,
  set,
  whole,
  zone,
} from "../support/story.ts";

const { registrar, everyWay, met, rows, forwards, dashboard, byHand, wipe, shows, url, token, clearFaults } =
  withRemedies();
const { orders } = withOrders(registrar);
const server = withServer();

const www = a("www", "192.0.2.1");
const contractWith = (contract: object) => {
  useContract(contract);
  return process.env["REGISTRAR_CONTRACT_FILE"];
};

const isUnset = () => unset("REGISTRAR_BASE_URL");
const hasNoToken = () => unset("REGISTRAR_API_TOKEN");
const both = [/Set REGISTRAR_\w+/, /run `pulumi config set[^`]*`/];
/** A wrong value in the place that the person then corrects: the environment wins. */
const wrongIn = (name: string, setting: string, value: () => string) => ({
  seed: (turn: number) => {
    if (turn === 0) process.env[name] = value();
    else unset(name);
  },
  config: () => ({ [setting]: value() }),
});

describe("a setting", () => {
  const knows = { baseUrl: url, apiToken: token };
  everyWay([
    { title: "no base URL", seed: isUnset, knows, ways: both },
    {
      title: "a base URL of http",
      config: () => ({ "registrar:baseUrl": "http://registrar.example/api" }),
      seed: isUnset,
      knows,
      ways: both,
    },
    {
      title: "a base URL with a password",
      config: () => ({ "registrar:baseUrl": url().replace("//", "//me:secret@") }),
      seed: isUnset,
      knows,
      ways: [...both, /use the token instead/],
    },
    {
      title: "a proxy of another kind",
      seed: () => Object.assign(process.env, { HTTPS_PROXY: "socks5://proxy.example" }),
      ask: async () => proxyFor(new URL("https://registrar.example"), process.env),
      ways: [/Set it to \S+/, /or http:\S+/, /unset \w+/],
    },
    { title: "no token", seed: hasNoToken, knows, ways: both },
    {
      title: "a token in a variable that isn't set",
      config: () => ({ "registrar:apiTokenEnv": "MY_TOKEN" }),
      seed: () => unset("MY_TOKEN"),
      knows,
    },
    {
      title: "a token with a blank",
      seed: () => {
        process.env["REGISTRAR_API_TOKEN"] = "a b";
      },
      knows,
    },
    {
      title: "a token in place of its variable's name",
      seed: () => unset("MY_TOKEN"),
      config: () => ({ "registrar:apiTokenEnv": "sk-1" }),
      knows: { apiTokenEnv: "REGISTRAR_API_TOKEN" },
    },
    {
      title: "a contract file that isn't there",
      config: () => ({ "registrar:contractFile": "missing.json" }),
      knows: { contractFile: () => contractWith({}) },
      turns: 2,
    },
    {
      title: "a contract file with a blank to fill in",
      seed: () => useContract({ "records.list": { container: "" } }),
      knows: { contractFile: () => contractWith({}) },
      says: /fill it in, or remove it/,
    },
    { title: "a flag of another word", config: () => ({ "registrar:adopt": "yes" }) },
    { title: "a list of another form", config: () => ({ "registrar:skipChecks": "[1]" }), turns: 2 },
    { title: "a number out of its range", config: () => ({ "registrar:writesPerDomain": "17" }), turns: 2 },
    {
      title: "a token that the registrar refuses",
      ...wrongIn("REGISTRAR_API_TOKEN", "registrar:apiToken", () => "old"),
      knows,
      turns: 2,
    },
  ]);
});

/** The registrar at another address responds with something else. */
const elsewhere = (reply: Reply) => () => {
  unset("REGISTRAR_BASE_URL");
  server.respond = () => reply;
};
const there = () => ({ "registrar:baseUrl": server.baseUrl });

describe("the address", () => {
  const knows = { baseUrl: url };
  const lacksPart = () => ({ "registrar:baseUrl": url().replace(/\/api$/, "") });
  const inList = { it: one("domainRegistration", { maxPrice: 20 }) };
  everyWay([
    {
      title: "a redirect",
      seed: elsewhere({ status: 301, headers: { location: "/" } }),
      config: there,
      knows,
      turns: 2,
    },
    { title: "a web page", seed: elsewhere({ text: "<html>" }), config: there, knows, turns: 2 },
    { title: "no route of the API", seed: isUnset, config: lacksPart, knows, turns: 2 },
    { title: "no route, of an order", seed: isUnset, config: lacksPart, program: inList, knows, turns: 2 },
    {
      title: "a refused connection",
      seed: isUnset,
      config: () => ({ "registrar:baseUrl": "http://127.0.0.1:9/api" }),
      ask: ({ contract: _, ...rest }) => createClient({ ...rest, timeouts: { budgetMs: 200 } }).domains.get({ domain }),
      knows,
      turns: 2,
    },
    {
      title: "a check that is about another name",
      seed: () => {
        isUnset();
        server.respond = ({ path }) =>
          path.includes("/check/")
            ? { json: { data: { domain: "another.com", status: "available" } } }
            : path.endsWith("/domains")
              ? { json: { data: [], total: 0 } }
              : { status: 404, json: { message: "domain_not_found" } };
      },
      config: there,
      program: { it: one("domainRegistration", { domain: "fresh.com", maxPrice: 20 }) },
      knows,
      turns: 2,
    },
  ]);
});

describe("a lookup", () => {
  const { marketplaceUserId, marketplaceToken, appraisalToken } = {
    marketplaceUserId: () => registrar.sandbox.marketplaceUserId,
    marketplaceToken: () => registrar.sandbox.marketplaceToken,
    appraisalToken: () => registrar.sandbox.appraisalToken,
  };
  const knows = { marketplaceUserId, marketplaceToken, appraisalToken };
  const lookUp =
    (name: "appraiseDomain" | "searchMarketplace", args: object): Row["ask"] =>
    (configuration) =>
      call(name, { api: lookupClient(configuration), warn: () => undefined }, args);
  const appraise = lookUp("appraiseDomain", { domain });
  const search = lookUp("searchMarketplace", { query: "tea" });
  const contact: Row["ask"] = (configuration, asked) =>
    call("getContact", { api: lookupClient(configuration), warn: () => undefined }, asked);
  const holds = (values: Readonly<Record<string, () => string>>) => {
    for (const [name, value] of Object.entries(values))
      process.env[`REGISTRAR_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`] = value();
  };
  const without = [
    ["domains.list", "getDomains", { getDomain: { domain } }],
    ["tlds.pricing", "getTldPricing", { checkAvailability: { domains: ["fresh.com"] } }],
  ] as const;
  everyWay([
    { title: "an appraisal without them", ask: appraise, knows, turns: 2 },
    { title: "a search without them", ask: search, knows, turns: 2 },
    {
      title: "a search that is refused with a reason",
      seed: () => {
        holds(knows);
        registrar.sandbox.fault({
          operation: "marketplace.search",
          fault: { status: 200, body: { success: false, message: "no such user" } },
        });
      },
      ask: search,
      knows,
      waits: clearFaults,
    },
    {
      title: "an appraisal above the quota of a day",
      seed: () => {
        holds(knows);
        dashboard().setAppraisalQuota({ dailyLimit: 3, usedToday: 3 });
      },
      ask: appraise,
      ways: [/Appraise it tomorrow/, /ask the marketplace.*/],
      waits: () => dashboard().setAppraisalQuota({ dailyLimit: 3, usedToday: 0 }),
    },
    {
      title: "a contact that isn't there",
      ask: contact,
      asked: { handle: "NOBODY-1" },
      knows: { handle: "ATOM-1001" },
    },
    ...without.map(
      ([operation, name, instead]): Row => ({
        title: `a registrar without ${operation}`,
        seed: () => useContract({ [operation]: null }),
        ask: ({ contract, ...rest }, asked) => {
          const [each = name, args = {}] = Object.entries(asked)[0] ?? [];
          return call(each as typeof name, { api: lookupClient({ ...rest, contract }), warn: () => undefined }, args);
        },
        knows: { instead },
      }),
    ),
  ]);
});

/** A registrar with words of its own: it takes a request only in its form, and passes it on in the specification's. */
interface Words {
  /** Of the requests that differ. */
  method: string;
  path: RegExp;
  own: { method?: string; path?: string; field?: readonly [spec: string, own: string] };
  /** The response to the specification's form. */
  refusal: Reply;
}

function ownWords({ method, path, own, refusal }: Words): void {
  process.env["REGISTRAR_BASE_URL"] = server.baseUrl;
  server.respond = async (seen: Seen): Promise<Reply> => {
    const [isOwnPath, isOwnMethod] = [
      seen.path.endsWith("/own"),
      own.method !== undefined && seen.method === own.method,
    ];
    const plain = seen.url.replace("/own", "");
    const isMeant = path.test(plain) && (isOwnMethod || seen.method === method);
    const body: Record<string, unknown> = seen.body === "" ? {} : JSON.parse(seen.body);
    const [field = "", word = ""] = own.field ?? [];
    if (isMeant) {
      const isOwn = (own.path === undefined || isOwnPath) && (own.method === undefined || isOwnMethod);
      if (!isOwn || (own.field !== undefined && !(word in body))) return refusal;
      if (own.field !== undefined) body[field] = body[word];
      if (own.field !== undefined) delete body[word];
    }
    return passOn(seen, isMeant ? { method, path: plain, body } : { body });
  };
}

/** Asks the sandbox. */
async function passOn(
  seen: Seen,
  { method = seen.method, path = seen.url, body }: { method?: string; path?: string; body: object },
) {
  const { authorization = "" } = seen.headers;
  const answer = await fetch(url().replace(/\/api$/, "") + path, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(seen.body !== "" && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** A registrar that completes a host with the domain, unless it ends with a dot. */
function completesHosts(): void {
  process.env["REGISTRAR_BASE_URL"] = server.baseUrl;
  server.respond = (seen) => {
    const body: Record<string, unknown> = seen.body === "" ? {} : JSON.parse(seen.body);
    const { content } = body;
    if (typeof content === "string" && !content.endsWith(".")) body["content"] = `${content}.${domain}`;
    return passOn(seen, { body });
  };
}

/** Writes of each kind of resource, and a field of their requests. */
const writes: readonly [
  operation: string,
  method: string,
  path: string,
  field: string | undefined,
  it: Declared,
  before?: Declared,
][] = [
  ["records.create", "POST", "/domains/{domain}/records", "type", www],
  ["records.update", "PUT", "/domains/{domain}/records/{id}", "content", a("www", "192.0.2.2"), www],
  [
    "records.delete",
    "DELETE",
    "/domains/{domain}/records/{id}",
    undefined,
    set("www", "A", ["192.0.2.1"]),
    set("www", "A", ["192.0.2.1", "192.0.2.2"]),
  ],
  ["forwards.create", "POST", "/domains/{domain}/url-forwards", "destination", forward("go", "https://x.example/")],
  [
    "forwards.update",
    "PUT",
    "/domains/{domain}/url-forwards/{id}",
    "destination",
    forward("go", "https://x.example/2"),
    forward("go", "https://x.example/1"),
  ],
  [
    "nameservers.set",
    "PUT",
    "/domains/{domain}/nameservers",
    "nameservers",
    one("nameservers", { nameservers: ["ns1.x.net", "ns2.x.net"] }),
  ],
  ["privacy.set", "PUT", "/domains/{domain}/privacy", "privacy_protect", one("domainSettings", { privacy: false })],
  ["autoRenew.set", "PUT", "/domains/{domain}/auto-renew", "auto_renew", one("domainSettings", { autoRenew: false })],
  ["dnssec.enable", "POST", "/domains/{domain}/dnssec", undefined, one("dnssec", { enabled: true })],
  ["lock.set", "PUT", "/domains/{domain}/lock", undefined, one("domainLock")],
  ["contacts.create", "POST", "/contacts", "name", { handler: "contact", args: person }],
  ["domainContacts.set", "PUT", "/domains/{domain}/contacts", "admin", one("domainContacts", { admin: "ATOM-1001" })],
];

describe("a contract line", () => {
  const inWords = ([operation, method, path, field, it, before]: (typeof writes)[number]): Row[] => {
    const full = `/registrar/v1${path}`;
    const asks = new RegExp(`${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    const other = method === "PUT" ? "PATCH" : "PUT";
    const row = (what: string, own: Words["own"], refusal: Reply, more: object): Row => ({
      title: `${operation} ${what}`,
      ...(before && { before: { it: before } }),
      since: () => ownWords({ method, path: asks, own, refusal }),
      program: { it },
      knows: {
        ...{
          method: own.method ?? method,
          path: `${full}${own.path ?? ""}`,
          ...(field && { [field]: own.field?.[1] ?? field }),
        },
        ...more,
        line: { ...(own.method && { method: own.method }), ...(own.path && { path: `${full}${own.path}` }) },
      },
    });
    const silent = { status: 400, json: { success: false } };
    const quoting = { status: 422, json: { success: false, message: `"${field}" is missing` } };
    return [
      row("at another path", { path: "/own" }, { status: 404, text: "" }, {}),
      row("by another method", { method: other }, { status: 405, json: { success: false } }, {}),
      ...(field === undefined
        ? []
        : [
            row("with a field of another name", { field: [field, "their_own"] }, quoting, {}),
            row("with a field of another name, without a word", { field: [field, "their_own"] }, silent, {}),
          ]),
    ];
  };
  everyWay(writes.flatMap(inWords));
});

/** A registrar whose rows or lists have another form. */
const speaks = (settings: object) => () => registrar.sandbox.setProfile(JSON.stringify(settings));
const unproven = () => registrar.sandbox.setProfile("no-totals,paging-ignored");
const clearForwards = () => {
  for (const { id } of forwards()) dashboard().deleteForward(domain, id);
};
const clear = () => {
  for (const { id } of rows()) dashboard().deleteRecord(domain, id);
  clearForwards();
};
const form = { id: "$id", type: "$type", name: "$name", $fields: "", ttl: "$ttl", comment: "$comment" };

describe("a list", () => {
  const ofKind = (kind: string, it: Declared): Row[] => {
    const isForward = kind === "forward";
    const [before, program] = [{ it }, { it }];
    return [
      {
        title: `a ${kind} that is gone, in a list that proves nothing`,
        seed: unproven,
        before,
        since: clear,
        program,
        command: "refresh",
        says: /"complete": true/,
        idle: false,
      },
      {
        title: `a ${kind} of a list whose pages have other parameters`,
        before,
        since: () => {
          speaks({ pageSize: 1, query: { page: "p", page_size: "n" } })();
          wipe("www");
        },
        program,
        command: "refresh",
        knows: { page: "p", pageSize: "n" },
        says: /"paging"/,
        idle: false,
      },
      {
        title: `a ${kind} that a person renamed`,
        before,
        since: () => renameAll("other"),
        program,
        command: "refresh",
        knows: { back: () => renameAll(isForward ? "go" : "www") },
        says: /rename it back/,
      },
      {
        title: `a ${kind} whose list has another mark of success`,
        seed: speaks({ list: { state: "fine", data: "$rows", total: "$total" } }),
        program,
        knows: { success: { state: "fine" } },
        says: /as in/,
      },
      {
        title: `a ${kind} whose list reports a failure`,
        program,
        seed: () => shows(`${isForward ? "forwards" : "records"}.list`, { data: [], partial: true }),
        waits: () => registrar.sandbox.clearFaults(),
        says: /Run it again later/,
      },
    ];
  };
  everyWay(
    kinds.flatMap(([kind, of]) =>
      ofKind(kind, of(1)).filter(({ says }) => kind !== "forward" || !String(says).includes("paging")),
    ),
  );
});

function renameAll(name: string): void {
  for (const { id } of rows()) dashboard().editRecord(domain, id, { name });
  for (const { id } of forwards()) dashboard().editForward(domain, id, { source: name });
}

describe("a row that can't be read", () => {
  const doctor = async () => (await examine(domain)).contract;
  everyWay([
    ...kinds.map(
      ([kind, of]): Row => ({
        title: `of a ${kind}, whose data has another name in the list`,
        seed: speaks({
          row: { ...form, $fields: undefined, id: "$id", type: "$type", name: "$name", value: "$content", ttl: "$ttl" },
          forward: { id: "$id", source: "$source", target: "$destination" },
        }),
        program: { it: of(1) },
        knows: { doctor },
        says: /doctor/,
        idle: false,
      }),
    ),
    {
      title: "a record whose ID has another name",
      seed: speaks({ row: { ...form, id: undefined, uid: "$id" } }),
      knows: { doctor },
      says: /no IDs/,
      idle: false,
    },
  ]);
});

/** Rows of others at the place of a resource. */
const cname = { type: "CNAME", name: "www", content: "other.example.net" };
const adoptsNone = () => ({ "registrar:adopt": "false" });
let other = new HandlerStack();
const inOtherStack = async (it: Declared) => {
  other = await story.applied({ it });
};

const otherRows = [
  { type: "MX", name: "", content: "mail.example.net", priority: 10 },
  { type: "TXT", name: "", content: 'v=spf1 "quoted" -all' },
  { type: "CAA", name: "", flags: 0, tag: "issue", value: "ca.example.net" },
  { ...story.sip, target: "sip.example.net" },
  { type: "AAAA", name: "v6", content: "2001:db8::1" },
  { type: "CNAME", name: "*", content: "www.example.net" },
] as const;

describe("a row of others", () => {
  const seedCname = () => void dashboard().addRecord(domain, { ...cname, type: "CNAME" });
  const remove = { "the other stack": () => other.destroy() };
  everyWay([
    {
      title: "a record in the place of another",
      seed: seedCname,
      program: { it: story.alias() },
      says: /in its place/,
      live: ["www CNAME host.example.net"],
    },
    {
      title: "a forward in the place of another",
      seed: () => void dashboard().addForward(domain, { source: "go", destination: "https://other.example/" }),
      program: { it: forward("go", "https://x.example/") },
      says: /in its place/,
      live: ["go https://x.example/"],
    },
    ...kinds
      .filter(([kind]) => !/forward|authoritative/.test(kind))
      .map(
        ([kind, of]): Row => ({
          title: `a ${kind} that conflicts with a CNAME`,
          seed: seedCname,
          program: { it: of(1) },
          says: /CNAME other/,
          live: ["www A 192.0.2.1 ttl 300"],
        }),
      ),
    ...kinds.map(
      ([kind, of]): Row => ({
        title: `a ${kind} that another stack declares`,
        config: adoptsNone,
        seed: () => undefined,
        since: async () => inOtherStack(of(1)),
        program: { it: of(1) },
        knows: remove,
        says: /`registrar:adopt` is false/,
      }),
    ),
    ...owners.map(
      ([kind, of]): Row => ({
        title: `a new ${kind} beside rows of others`,
        seed: () => void [byHand("www", "192.0.2.8", { ttl: 300 }), byHand("www", "192.0.2.9", { ttl: 300 })],
        program: { it: of(["192.0.2.1"], { ttl: 300 }) },
        ways: [
          /- To keep them.*?\n/,
          /- To delete them.*?\n/,
          kind === "set" ? /- Declare each.*/ : /Set `mode: "additive"`/,
        ],
        live: ["www A 192.0.2.1 ttl 300"],
      }),
    ),
    {
      title: "a new authoritative zone beside rows of others of each form",
      seed: () => {
        for (const row of otherRows) dashboard().addRecord(domain, { ttl: 300, ...row });
      },
      program: { it: whole({ "www A": ["192.0.2.1"] }, { ttl: 300 }) },
      ways: [/- To keep them.*?\n/, /Name them in `ignoreRecords`/, /- To delete them.*?\n/, /set `mode: "additive"`/],
    },
    {
      title: "an additive zone with a CNAME in the place of another",
      seed: seedCname,
      program: { it: zone({ "www CNAME": ["host.example.net."] }) },
      live: ["www CNAME host.example.net"],
    },
    {
      title: "a zone that changes too many records",
      before: { it: zone(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`h${n} A`, ["192.0.2.1"]]))) },
      program: {
        it: zone(
          Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`h${n} A`, [n < 5 ? "192.0.2.2" : "192.0.2.1"]])),
        ),
      },
      says: /`maxChanges: 5`/,
      live: ["h4 A 192.0.2.2"],
    },
  ]);
});

describe("a doubtful write", () => {
  const lost =
    (operation: string, fault: Fault = "reset-before") =>
    () =>
      void registrar.sandbox.fault({ operation, fault });
  const groupOf = ({ handler }: Declared) => (handler === "urlForward" ? "forwards" : "records");
  const isUnknown =
    (it: Declared): Row["seed"] =>
    () => {
      lost(`${groupOf(it)}.create`)();
      registrar.sandbox.fault({ operation: /\.list$/, since: /\.create$/, fault: { status: 400 } });
    };
  const numbered = (count: number): Program => ({
    it: zone(Object.fromEntries(Array.from({ length: count }, (_, n) => [`h${n} A`, ["192.0.2.1"]]))),
  });
  everyWay([
    ...kinds.map(
      ([kind, of]): Row => ({
        title: `a create of a ${kind}`,
        seed: isUnknown(of(1)),
        program: { it: of(1) },
        waits: clearFaults,
        says: /is not known whether/,
      }),
    ),
    {
      title: "a create of a contact",
      seed: () => {
        lost("contacts.create")();
        registrar.sandbox.fault({ operation: "contacts.list", since: "contacts.create", fault: { status: 400 } });
      },
      program: { it: { handler: "contact", args: person } },
      waits: clearFaults,
      says: /is not known whether/,
    },
    {
      title: "a zone of which a part is written",
      seed: () =>
        void registrar.sandbox.fault({
          operation: "records.create",
          after: 2,
          fault: { status: 422, body: { message: "not now" } },
        }),
      program: numbered(3),
      waits: clearFaults,
      says: /to continue/,
    },
    {
      title: "a server that fails",
      seed: lost("*", { status: 501 }),
      program: { it: one("domainLock") },
      waits: clearFaults,
      says: /Run it again later/,
    },
    {
      title: "a write at a rate limit",
      seed: lost("lock.set", { status: 429, retryAfter: 9999 }),
      program: { it: one("domainLock") },
      waits: clearFaults,
      says: /429|asked to wait/,
    },
    {
      title: "a record that exists according to the registrar",
      seed: lost("records.create", { status: 409, body: { message: "the record exists already" } }),
      waits: clearFaults,
      says: /according to the registrar/,
    },
    {
      title: "a response with a word of failure",
      seed: lost("lock.set", { status: 200, body: { success: true, status: "failed" } }),
      program: { it: one("domainLock") },
      waits: clearFaults,
      says: /Check in the registrar's dashboard/,
    },
  ]);
  const marked = (it: Declared, operation: string): Row => {
    const body = { Result: "OK" };
    return {
      title: `${operation} with a mark of success of its own`,
      seed: lost(operation, { status: 200, body }),
      program: { it },
      waits: () => {
        clearFaults();
        registrar.sandbox.fault({ operation, fault: { status: 200, body, done: true } });
      },
      says: /marks a success/,
    };
  };
  everyWay(
    writes.flatMap(([operation, , , , it, before]) =>
      before || operation === "contacts.create" ? [] : [marked(it, operation)],
    ),
  );
});

describe("a state that a person edited", () => {
  everyWay(
    kinds
      .filter(([kind]) => !/zone/.test(kind))
      .map(
        ([kind, of]): Row => ({
          title: `of a ${kind}`,
          before: { it: of(1) },
          since: ({ state }) => {
            const row = state.get("it");
            if (row) row.outputs[ownKey] = { ...ownOf(row.outputs), rows: "not json" };
          },
          program: { it: of(2) },
          ways: [/remove the resource.*/],
          says: /was edited/,
        }),
      ),
  );
});

/** The domain's details have another status. */
const inStatus = (status: string, expires?: string) => () => {
  const { expires: known } = registrar.sandbox.domain(domain);
  shows("domains.get", { data: { domain_name: domain, status, expiry_date: expires ?? known, nameservers: service } });
};
const service = ["ns1.atom.com", "ns2.atom.com"];
const foreign = ["ns1.elsewhere.example", "ns2.elsewhere.example"];

/** Resources of which a domain has one. */
const perDomain: readonly [kind: string, args: object][] = [
  ["domainLock", {}],
  ["nameservers", { nameservers: service }],
  ["domainSettings", { autoRenew: true }],
  ["dnssec", { enabled: true }],
  ["domainContacts", { admin: "ATOM-1001" }],
  ["domainRegistration", {}],
];
const held = (handler: string, args: object = {}) => one(handler as Declared["handler"], args);
const typeNamed = (handler: string) => handler.replace(/^./, (first) => first.toUpperCase());

describe("a resource of which a domain has one", () => {
  const locked = () => dashboard().editDomain(domain, { locked: true });
  const contacts = { it: one("domainContacts", { admin: "ATOM-1001" }) };
  const both = { lock: one("domainLock"), it: contacts.it };
  everyWay([
    ...perDomain.map(
      ([handler, args]): Row => ({
        title: `${handler} that moves to another domain`,
        before: { it: held(handler, args) },
        program: { it: held(handler, { ...args, domain: "example.org" }) },
        knows: { [typeNamed(handler)]: args, back: { it: held(handler, args) } },
        says: /with a name of its own/,
        idle: false,
      }),
    ),
    {
      title: "settings without one",
      program: { it: one("domainSettings") },
      knows: { autoRenew: true, privacy: true },
      turns: 2,
    },
    {
      title: "contacts without one",
      program: { it: one("domainContacts") },
      knows: { registrant: "ATOM-1001", admin: "ATOM-1001", tech: "ATOM-1001", billing: "ATOM-1001" },
      turns: 4,
    },
    {
      title: "a lock that is removed",
      before: { it: one("domainLock") },
      program: {},
      ways: [/Unlock .*`pulumi up`/, /(Unlock[^,]*).*(or `pulumi destroy`)/],
      idle: false,
    },
    {
      title: "a lock that is destroyed",
      before: { it: one("domainLock") },
      command: "destroy",
      ways: [/Unlock .*`pulumi up`/, /(Unlock[^,]*).*(or `pulumi destroy`)/],
      program: {},
      idle: false,
    },
    {
      title: "contacts of a locked domain",
      seed: locked,
      program: both,
      behaviour: { oneByOne: true },
      says: /while the domain is locked/,
    },
    {
      title: "contacts of an expired domain",
      seed: () => dashboard().editDomain(domain, { expires: "2020-01-01T00:00:00.000Z" }),
      program: contacts,
      says: /while its status/,
    },
    {
      title: "contacts of a domain in another status",
      seed: inStatus("held"),
      program: contacts,
      ways: [/(Wait until the domain is active).*(run `pulumi up`)/, /renew it if.*/],
      waits: clearFaults,
      says: /while its status/,
    },
    {
      title: "contacts by a handle that isn't there",
      program: { it: one("domainContacts", { admin: "NOBODY-1" }) },
      knows: { handle: "ATOM-1001" },
      ways: [/Use the `handle` of a `Contact` resource/, /a handle that the registrar's dashboard lists/],
    },
    {
      title: "a contact that is gone",
      before: { it: { handler: "contact", args: person } },
      since: () => registrar.sandbox.reset(),
      program: { it: { handler: "contact", args: { ...person, city: "Leeds" } } },
      says: /not in the account any more/,
    },
    {
      title: "a contact with two kinds of names",
      program: { it: { handler: "contact", args: { ...person, firstName: "Ada" } } },
      knows: { lastName: "Lovelace" },
      ways: [/give either `name`/, /or `firstName` and `lastName`/],
    },
    {
      title: "a contact without a name",
      program: { it: { handler: "contact", args: { ...person, name: undefined } } },
      knows: { name: "Ada Lovelace", firstName: "Ada", lastName: "Lovelace" },
      ways: [/give `name`/, /or `firstName` and `lastName`/],
    },
    {
      title: "a lock whose fields contradict each other",
      seed: () => shows("lock.get", { locked: true, can_transfer_out: true }),
      program: { it: one("domainLock") },
      says: /means something else/,
      ways: [/If one of these.*/, /run `pulumi up` again/],
      waits: (way) => way === 1 && clearFaults(),
      idle: false,
    },
    {
      title: "DNSSEC that the response doesn't show",
      seed: () =>
        void [registrar.sandbox.setProfile("details-sparse"), shows("dnssec.get", { data: { signed: true } })],
      program: { it: one("dnssec", { enabled: true }) },
      knows: { fields: { enabled: "signed" } },
      says: /has another name there/,
    },
  ]);
});

describe("other nameservers", () => {
  const contract = () => useContract({ serviceNameservers: service });
  const isForeign = () => dashboard().editDomain(domain, { nameservers: foreign });
  const knows = { Nameservers: { nameservers: service } };
  const needing: [kind: string, it: Declared][] = [
    ...story.recordKinds.map(([kind, of]): [string, Declared] => [kind, of(1)]),
    ["dnssec", one("dnssec", { enabled: true })],
    ["domainContacts", one("domainContacts", { admin: "ATOM-1001" })],
  ];
  everyWay([
    ...needing.map(
      ([kind, it]): Row => ({
        title: `a ${kind} of a domain that uses them`,
        seed: () => void [contract(), isForeign()],
        program: { it },
        knows,
        behaviour: { oneByOne: true },
        says: /can only be managed/,
      }),
    ),
    ...needing.map(
      ([kind, it]): Row => ({
        title: `a ${kind} that the registrar refuses for them`,
        seed: isForeign,
        program: { it },
        knows,
        behaviour: { oneByOne: true },
        says: /can only be managed/,
      }),
    ),
  ]);
});

describe("an order", () => {
  const registration = (args: object = {}) => ({
    it: one("domainRegistration", { domain: "fresh.com", maxPrice: 20, ...args }),
  });
  const renewal = (args: object = {}) => ({
    it: one("domainRegistration", { renewUntil: until(1), maxRenewalPrice: 20, ...args }),
  });
  const transfer = (args: object = {}) => ({
    it: one("domainTransfer", { domain: "theirs.com", authCode: "epp-s3cret!", maxPrice: 20, ...args }),
  });
  const until = (years: number) => {
    const { expires } = registrar.sandbox.domain(domain);
    return `${Number(expires.slice(0, 4)) + years}${expires.slice(4)}`;
  };
  const inYears = (years: number) => new Date(Date.now() + years * 360 * 24 * 60 * 60 * 1000).toISOString();
  /** The order was carried out nevertheless. */
  const isDone = {
    registration: () => void registrar.sandbox.addDomain("fresh.com"),
    renewal: () => dashboard().editDomain(domain, { expires: until(1) }),
    transfer: () => dashboard().editDomain("theirs.com", { account: "own" }),
  };
  const theirs = () => void registrar.sandbox.addDomain("theirs.com", { account: "other", authCode: "epp-s3cret!" });
  everyWay([
    { title: "a registration above its price", program: registration({ maxPrice: 5 }) },
    { title: "a renewal above its price", program: () => renewal({ maxRenewalPrice: 5 }) },
    { title: "a transfer above its price", program: transfer({ maxPrice: 5 }), seed: theirs, idle: false },
    {
      title: "a registration without a price",
      program: registration({ maxPrice: undefined }),
      knows: { maxPrice: 20 },
    },
    {
      title: "a transfer without a price",
      program: transfer({ maxPrice: undefined }),
      seed: theirs,
      knows: { maxPrice: 20 },
      idle: false,
    },
    {
      title: "a transfer without its code",
      program: transfer({ authCode: undefined }),
      seed: theirs,
      knows: { authCode: "epp-s3cret!" },
      idle: false,
    },
    {
      title: "a premium name",
      seed: () => dashboard().setBalance(9999),
      program: registration({ domain: "premium-tea.com" }),
      knows: { maxPrice: 9000 },
    },
    {
      title: "a name that is taken",
      seed: theirs,
      program: registration({ domain: "theirs.com" }),
      knows: { DomainTransfer: { domain: "theirs.com", authCode: "epp-s3cret!", maxPrice: 20 } },
      idle: false,
    },
    {
      title: "a transfer of a free name",
      program: transfer({ domain: "fresh.com" }),
      ways: [/declare a DomainRegistration instead/],
      knows: { DomainRegistration: { domain: "fresh.com", maxPrice: 20 } },
      idle: false,
    },
    ...[true, false].map(
      (isStrange): Row => ({
        title: `a quote ${isStrange ? "with a field of its own" : "without a total"}`,
        seed: () =>
          void shows("domains.check", {
            data: {
              domain: "fresh.com",
              availability: 1,
              status: "available",
              domain_price: {
                ...(isStrange && { total: 13.4, promo_code: "x" }),
                is_premium: false,
                unit_price: 13.4,
                registration_length: 1,
              },
            },
          }),
        program: registration(),
        ways: [...(isStrange ? [/say so in.*?\}\}/] : []), /Place the order.*/],
        says: /exact total price/,
      }),
    ),
    {
      title: "a renewal of a domain that is pending",
      seed: () =>
        shows("domains.get", {
          data: {
            domain_name: domain,
            status: "active",
            whois_status: ["pendingTransfer"],
            expiry_date: registrar.sandbox.domain(domain).expires,
          },
        }),
      program: () => renewal(),
      waits: clearFaults,
      says: /its EPP status/,
    },
    {
      title: "a renewal of a domain without a status",
      seed: () => {
        const { status: state, ...details } = plainDialect.domain;
        speaks({ domain: { ...details, state } })();
      },
      program: () => renewal(),
      knows: { fields: { status: "state" } },
      says: /shows no status/,
      idle: false,
    },
    {
      title: "a renewal that reaches too far",
      seed: inStatus("active", "2026-10-01T00:00:00.000Z"),
      program: () => renewal({ renewUntil: "2036-11-20" }),
      knows: { renewUntil: "2026-09-01" },
    },
    {
      title: "a renewal of a domain in another status",
      seed: inStatus("held"),
      program: () => renewal(),
      ways: [/Wait until the domain is active/, /renew it in the registrar's dashboard/],
      waits: clearFaults,
    },
    {
      title: "a renewal of an expired domain",
      before: { it: one("domainRegistration") },
      since: inStatus("active", "2026-10-01T00:00:00.000Z"),
      program: () => ({ it: one("domainRegistration", { renewUntil: "2027-01-01", maxRenewalPrice: 20 }) }),
      waits: clearFaults,
      says: /it expired on/,
      idle: false,
    },
    {
      title: "a renewal after another one",
      before: { it: one("domainRegistration") },
      since: () => dashboard().editDomain(domain, { expires: until(1) }),
      program: () => renewal({ renewUntil: until(2), maxRenewalPrice: 90 }),
      says: /has changed since/,
    },
    {
      title: "a renewal of a premium name",
      seed: () => dashboard().setBalance(9999),
      before: registration({ domain: "premium-tea.com", maxPrice: 9000, acceptPremium: true }),
      program: () =>
        registration({
          domain: "premium-tea.com",
          maxPrice: 9000,
          acceptPremium: true,
          renewUntil: inYears(2),
          maxRenewalPrice: 9000,
        }),
      says: /premium name, which/,
      idle: false,
    },
    ...(["registration", "renewal", "transfer"] as const).map(
      (kind): Row => ({
        title: `a ${kind} of unknown outcome`,
        seed: () =>
          void [
            theirs(),
            registrar.sandbox.fault({ operation: orders[kind].operation, times: 1, fault: "reset-before" }),
          ],
        program: () => orders[kind].program(),
        ways: [/run `pulumi up` again/, /set `retryOrdersBefore.*/],
        waits: (way) => {
          if (way === 0) isDone[kind]();
        },
        says: /Verify in the registrar's dashboard/,
        idle: false,
      }),
    ),
  ]);
});

describe("two resources", () => {
  const spf = (content: string) => record("TXT", "@", { content });
  const twice = (title: string, other: Declared, it: Declared, more: Partial<Row> = {}): Row => ({
    title,
    program: { other, it },
    ...more,
  });
  const each = [/list (?:their|them|the)[^,]*/];
  const three = [/list them \w+/, /name them in (?:its )?`ignoreRecords`/, /make the zone additive/];
  everyWay([
    twice("that declare one record", www, a("www", "192.0.2.1", { ttl: 300 })),
    twice("that declare one forward", forward("go", "https://x.example/1"), forward("go", "https://x.example/2")),
    twice("that declare one lock", one("domainLock"), one("domainLock")),
    twice("that exclude each other", www, story.alias()),
    twice("with a policy each", spf("v=spf1 -all"), spf("v=spf1 mx -all")),
    twice("of which a set owns the other's record", www, set("www", "A", ["192.0.2.2"]), {
      ways: each,
      live: ["www A 192.0.2.1", "www A 192.0.2.2"],
    }),
    twice("of which a set owns the record of the next", set("www", "A", ["192.0.2.2"]), www, {
      ways: each,
      live: ["www A 192.0.2.1", "www A 192.0.2.2"],
    }),
    twice("of which a zone would delete the other's record", www, whole({ "a A": ["192.0.2.2"] }), {
      ways: three,
      live: ["www A 192.0.2.1", "a A 192.0.2.2"],
    }),
    twice("of which a zone would delete the record of the next", whole({ "a A": ["192.0.2.2"] }), www, {
      ways: three,
      live: ["www A 192.0.2.1", "a A 192.0.2.2"],
    }),
  ]);
});

describe("an argument", () => {
  everyWay([
    { title: "a number as a string", program: { it: a("www", "192.0.2.1", { ttl: "300" }) }, says: /got the string/ },
    {
      title: "a string as a number",
      program: { it: record("TXT", "www", { content: 300 }) },
      says: /must be a string/,
    },
    { title: "a list as a string", program: { it: set("www", "A", "192.0.2.1") }, says: /must be a list/ },
    { title: "a map as a list", program: { it: zone("www A") }, says: /isn't a map/ },
    {
      title: "a key without a value",
      program: { it: zone({ "www A": [], "a A": ["192.0.2.1"] }) },
      says: /leave the key/,
    },
    {
      title: "a forward to itself",
      program: { it: forward("www", "https://www.example.com/") },
      knows: { destination: "https://x.example/" },
    },
    {
      title: "a forward of the registrar's own kind",
      program: { it: forward("go", "https://x.example/", { type: "masked" }) },
      seed: speaks({ forwardTypes: { permanent: "permanent", temporary: "temporary", masked: "frame" } }),
      knows: { masked: "frame" },
    },
    {
      title: "a domain that is misspelt",
      program: { it: a("www", "192.0.2.1", { domain: "exmaple.com" }) },
      says: /did you mean/,
    },
    {
      title: "a host as a domain",
      program: { it: a("@", "192.0.2.1", { domain: "www.example.com" }) },
      says: /Write `domain/,
      live: ["www A 192.0.2.1"],
    },
  ]);
});

describe("a warning", () => {
  const isLong = () => new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString();
  everyWay([
    {
      title: "of a domain that expires",
      seed: () => dashboard().editDomain(domain, { expires: isLong(), autoRenew: false }),
      command: "preview",
      ways: [/Renew it in the registrar's dashboard/, /declare `DomainSettings`.*/],
      says: /auto-renewal is off/,
      idle: false,
    },
    {
      title: "of a domain that has expired",
      seed: () => dashboard().editDomain(domain, { expires: "2026-01-01T00:00:00.000Z" }),
      command: "preview",
      says: /expired on/,
      idle: false,
    },
    {
      title: "of nameservers that may be others",
      seed: () => dashboard().editDomain(domain, { nameservers: foreign }),
      command: "preview",
      knows: { serviceNameservers: [...foreign, ...service], Nameservers: { nameservers: service } },
      ways: [/set its nameservers first/, /"serviceNameservers".*/],
      behaviour: { oneByOne: true },
      waits: (way) => way === 1 && dashboard().editDomain(domain, { nameservers: service }),
      says: /Unless they are/,
      idle: false,
    },
    {
      title: "of a signed domain that moves",
      before: { keys: one("dnssec", { enabled: true }) },
      program: { keys: one("dnssec", { enabled: true }), it: one("nameservers", { nameservers: foreign }) },
      command: "preview",
      behaviour: { oneByOne: true },
      ways: [/in a `pulumi up` before this one \(.*?\)/],
      says: /can't sign/,
      idle: false,
    },
    {
      title: "of a row that is gone beside another",
      before: { it: www },
      since: () => void [wipe("www"), byHand("www", "192.0.2.9")],
      command: "refresh",
      knows: { content: "192.0.2.9" },
      ways: [/declare its data/, /delete it in the dashboard/],
      says: /is gone, and these are live/,
      idle: false,
    },
  ]);
});

describe("a response of another row", () => {
  everyWay([
    {
      title: "a host that the registrar completes",
      seed: completesHosts,
      program: { it: story.alias() },
      live: ["www CNAME host.example.net"],
      says: /"hosts":"dot"/,
    },
  ]);
});

describe("a domain that moves or leaves", () => {
  const theirs = () => void registrar.sandbox.addDomain("theirs.com", { account: "other", authCode: "epp-s3cret!" });
  const transfer = (args: object = {}) => ({
    it: one("domainTransfer", { domain: "theirs.com", authCode: "epp-s3cret!", maxPrice: 20, ...args }),
  });
  everyWay([
    {
      title: "a renewal of a domain without a readable date",
      seed: () => {
        const { expiry_date, ...details } = plainDialect.domain;
        speaks({ domain: { ...details, valid_until: expiry_date } })();
      },
      program: { it: one("domainRegistration", { renewUntil: "2027-01-01", maxRenewalPrice: 20 }) },
      knows: { fields: { expiry_date: "valid_until" } },
      ways: [/Renew it in the dashboard/, /has another name.*/],
      says: /no readable expiry date/,
      idle: false,
    },
    {
      title: "a transfer whose arguments change later",
      seed: theirs,
      before: transfer({ privacy: true }),
      program: transfer({ privacy: false }),
      knows: { DomainSettings: { domain: "example.com", privacy: true } },
      says: /remove it here/,
      idle: false,
    },
    {
      title: "a transfer that failed",
      seed: theirs,
      before: transfer(),
      since: () => dashboard().failTransfer("theirs.com"),
      program: transfer(),
      command: "refresh",
      knows: { authCode: "epp-s3cret!" },
      ways: [/set `retryOrdersBefore.*/],
      says: /has been pending/,
      idle: false,
    },
    {
      title: "a registration that left",
      before: { it: one("domainRegistration", { domain: "fresh.com", maxPrice: 20 }) },
      since: () => registrar.sandbox.removeDomain("fresh.com"),
      program: { it: one("domainRegistration", { domain: "fresh.com", maxPrice: 20 }) },
      command: "refresh",
      ways: [/set `retryOrdersBefore.*?`leftAccount`/, /remove it from the program/],
      says: /as left/,
      idle: false,
    },
  ]);
});

describe("a response that fails", () => {
  const { register } = { register: { it: one("domainRegistration", { domain: "fresh.com", maxPrice: 20 }) } };
  const fault = (operation: string, given: Fault) => () => void registrar.sandbox.fault({ operation, fault: given });
  const knows = { apiToken: token };
  const wrongKey = () => {
    for (const name of ["APPRAISAL_TOKEN", "MARKETPLACE_USER_ID"]) process.env[`REGISTRAR_${name}`] = "old";
  };
  const marketplace = {
    appraisalToken: () => registrar.sandbox.appraisalToken,
    marketplaceUserId: () => registrar.sandbox.marketplaceUserId,
  };
  const appraise: Row["ask"] = (configuration) =>
    call("appraiseDomain", { api: lookupClient(configuration), warn: () => undefined }, { domain });
  everyWay([
    { title: "a key of the marketplace that is refused", seed: wrongKey, ask: appraise, knows: marketplace },
    {
      title: "a token without the right",
      seed: fault("lock.get", { status: 403, body: {} }),
      program: { it: one("domainLock") },
      knows,
      waits: clearFaults,
      turns: 2,
      says: /rights of the token/,
    },
    {
      title: "an account without a contact",
      seed: fault("domains.register", {
        status: 400,
        body: { success: false, error: "registrant_contact_required", message: "x" },
      }),
      program: register,
      knows: { Contact: person, contact: () => undefined },
      ways: [/(create one in the registrar's dashboard).*(Then run.*)/, /(declare a `Contact`).*(Then run.*)/],
      waits: clearFaults,
      says: /registrant contact/,
      idle: false,
    },
    {
      title: "a domain in another place of the response",
      seed: fault("domains.get", {
        status: 200,
        body: { success: true, result: { details: { domain_name: domain, status: "active", nameservers: service } } },
      }),
      ask: ({ contract, ...rest }) => createClient({ ...rest, contract }).domains.get({ domain }),
      knows: { line: { container: "result.details" } },
      says: /another form/,
    },
    {
      title: "a field that a contract line renames wrongly",
      seed: () =>
        void [
          useContract({ "records.create": { fields: { content: "value" } } }),
          fault("records.create", { status: 422, body: { success: false, message: '"value" is unknown' } })(),
        ],
      waits: clearFaults,
      says: /correct or remove it/,
    },
    {
      title: "a wait that the registrar asks for",
      seed: fault("lock.get", { status: 429, retryAfter: 9999 }),
      program: { first: one("domainLock"), it: one("domainLock", { domain: "example.org" }) },
      waits: clearFaults,
      says: /Wait/,
    },
  ]);
});

describe("a zone or a set", () => {
  everyWay([
    {
      title: "with a key in two spellings",
      program: { it: zone({ "www A": ["192.0.2.1"], "WWW A": ["192.0.2.2"] }) },
      says: /write all values/,
    },
    {
      title: "with a record that it ignores",
      program: { it: zone({ "www A": ["192.0.2.1"], "b A": ["192.0.2.1"] }, { ignoreRecords: ["www A"] }) },
      says: /remove it from one/,
      ways: [/.*/s, /`ignoreRecords`.*/],
    },
    {
      title: "that is deleted in part",
      before: { it: set("www", "A", ["192.0.2.1", "192.0.2.2"]) },
      since: () => void registrar.sandbox.fault({ operation: "records.delete", after: 1, fault: { status: 501 } }),
      command: "destroy",
      program: { it: set("www", "A", ["192.0.2.1", "192.0.2.2"]) },
      waits: clearFaults,
      says: /deleted before an error/,
      live: ["www A 192.0.2.1", "www A 192.0.2.2"],
    },
    {
      title: "whose row has its ID under another name",
      seed: () =>
        void [speaks({ row: { ...form, id: undefined, uid: "$id" } })(), byHand("www", "192.0.2.1", { ttl: 600 })],
      program: { it: a("www", "192.0.2.1", { ttl: 300 }) },
      knows: { id: "uid" },
      says: /has no ID in/,
    },
    {
      title: "whose rows stay under other nameservers",
      config: () => ({ "registrar:adopt": "false" }),
      before: { it: www },
      since: () => dashboard().editDomain(domain, { nameservers: foreign }),
      program: {},
      knows: { again: { it: www } },
      waits: () => dashboard().editDomain(domain, { nameservers: service }),
      says: /REGISTRAR_ADOPT/,
    },
  ]);
});

describe("an import", () => {
  const seed = () => {
    dashboard().addRecord(domain, { type: "CNAME", name: "www", content: "host.example.net" });
    dashboard().addRecord(domain, { type: "MX", name: "", content: "mail.example.net", priority: 10 });
    dashboard().addForward(domain, { source: "shop", destination: "https://x.example/" });
    dashboard().editDomain(domain, { locked: true });
    for (const n of [1, 2]) byHand("two", `192.0.2.${n}`);
  };
  const row = (handler: Declared["handler"], id: string, more: Partial<Row> = {}): Row => ({
    title: `${handler} ${id}`,
    seed,
    program: {},
    imports: { handler, id },
    idle: false,
    ...more,
  });
  everyWay([
    row("dnsRecord", domain, { turns: 2 }),
    row("dnsRecord", "example.com/two/A", { turns: 2 }),
    row("dnsRecord", "example.com/none/A", { turns: 1, turn: 0 }),
    row("urlForward", domain, { turn: 0 }),
    row("urlForward", "example.com/none/FORWARD", { turn: 1 }),
    row("dnsRecordSet", "example.com/none/A", { turn: 0 }),
    row("domainLock", "a_b"),
    row("domainLock", domain, {
      seed: () => undefined,
      ways: [/declare the resource without an import/],
      says: /cannot be imported/,
    }),
    row("contact", "NOBODY-1", { knows: { handle: "ATOM-1001" } }),
  ]);
});

it("each advice that test/cases/advice.txt gives a row of this file is in the message that the row follows", () => {
  const rows = sectionsIn("advice").flatMap((section) => casesIn("advice", section));
  const here = rows.filter(([, , row = ""]) => row.startsWith("everyRemedy: "));
  const isMet = ([, text = "", row = ""]: string[]) =>
    met.some(([message, title]) => row === `everyRemedy: ${title}` && advicePattern(text).test(message));
  expect(here.filter((each) => !isMet(each))).toEqual([]);
});
