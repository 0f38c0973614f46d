/** The DNS port: what is asked of it, over UDP and TCP, by Node's resolver, our own client and `dig` where there is one. */
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { connect } from "node:net";
import * as dns from "dns-packet";
import { type DigType, dig, NoDnsAnswerError, type Sandbox, type SandboxRecord } from "../../testing/sandbox/index.ts";
import { needing } from "../support/optional.ts";
import { askers } from "./clients.ts";
import { closeAll, com, withSandbox } from "./raw.ts";

type Part = Partial<SandboxRecord> & Pick<SandboxRecord, "type">;

const nineTypes: Part[] = [
  { type: "A", name: "", content: "192.0.2.10", ttl: 300 },
  { type: "A", name: "", content: "192.0.2.11", ttl: 300 },
  { type: "AAAA", name: "", content: "2001:db8::10" },
  { type: "CNAME", name: "www", content: "example.com", ttl: 60 },
  { type: "MX", name: "", content: "mail.example.net", priority: 10 },
  { type: "TXT", name: "", content: 'v=spf1 "quoted" back\\slash größe' },
  { type: "NS", name: "lab", content: "ns1.lab.example.com" },
  { type: "A", name: "ns1.lab", content: "192.0.2.53" },
  {
    type: "SRV",
    name: "",
    service: "_sip",
    protocol: "_tcp",
    priority: 10,
    weight: 60,
    port: 5060,
    target: "sip.example.net",
  },
  { type: "CAA", name: "", flags: 128, tag: "issue", value: "letsencrypt.org; policy=ev" },
  { type: "CAA", name: "", flags: 0, tag: "contactemail", value: "ca@example.com" },
  { type: "PTR", name: "10.hosts", content: "www.example.com" },
];

async function served(records: readonly Part[] = []) {
  const { sandbox, api } = await withSandbox({ dns: true });
  for (const record of records) sandbox.dashboard.addRecord("example.com", record);
  return { sandbox, api, at: placeOf(sandbox) };
}

function placeOf({ dns: at }: Sandbox) {
  if (at === undefined) throw new Error("The sandbox has no DNS port.");
  return at;
}

afterEach(closeAll);

/** Name, type, and the lines of the answer section, sorted. */
const answers: [string, DigType, string[]][] = [
  ["example.com", "A", ["example.com. 300 IN A 192.0.2.10", "example.com. 300 IN A 192.0.2.11"]],
  ["example.com", "AAAA", ["example.com. 3600 IN AAAA 2001:db8::10"]],
  ["www.example.com", "CNAME", ["www.example.com. 60 IN CNAME example.com."]],
  ["example.com", "MX", ["example.com. 3600 IN MX 10 mail.example.net."]],
  ["example.com", "TXT", ['example.com. 3600 IN TXT "v=spf1 \\"quoted\\" back\\\\slash gr\\195\\182\\195\\159e"']],
  ["example.com", "NS", ["example.com. 3600 IN NS ns1.atom.com.", "example.com. 3600 IN NS ns2.atom.com."]],
  ["_sip._tcp.example.com", "SRV", ["_sip._tcp.example.com. 3600 IN SRV 10 60 5060 sip.example.net."]],
  [
    "example.com",
    "CAA",
    [
      'example.com. 3600 IN CAA 0 contactemail "ca@example.com"',
      'example.com. 3600 IN CAA 128 issue "letsencrypt.org; policy=ev"',
    ],
  ],
  ["10.hosts.example.com", "PTR", ["10.hosts.example.com. 3600 IN PTR www.example.com."]],
];

for (const { name: asker, needs, ask } of askers) {
  needing(needs).it(`answers all nine types as the records say, asked by ${asker}`, async () => {
    const { at } = await served(nineTypes);
    for (const [name, type, lines] of answers)
      expect([name, type, await ask(at, name, type)]).toEqual([name, type, lines]);
  });
}

describe("Node's own resolver", () => {
  it("reads what a program declared", async () => {
    const { at } = await served(nineTypes);
    const resolver = new Resolver();
    resolver.setServers([`${at.host}:${at.port}`]);
    expect(
      (await resolver.resolve4("www.example.com", { ttl: true })).map(({ address, ttl }) => [address, ttl]),
    ).toEqual(expect.arrayContaining([["192.0.2.11", expect.any(Number)]]));
    expect(await resolver.resolveMx("example.com")).toMatchObject([{ priority: 10, exchange: "mail.example.net" }]);
    expect(await resolver.resolveSrv("_sip._tcp.example.com")).toMatchObject([{ port: 5060, name: "sip.example.net" }]);
    expect(await resolver.resolveCaa("example.com")).toHaveLength(2);
    expect(await resolver.resolveSoa("example.com")).toMatchObject({ nsname: "ns1.atom.com", minttl: 300 });
    await expect(resolver.resolve4("no-such.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
    await expect(resolver.resolveMx("www.hosts.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
    await expect(resolver.resolve6("10.hosts.example.com")).rejects.toMatchObject({ code: "ENODATA" });
  });
});

interface Case {
  readonly what: string;
  readonly records: readonly Part[];
  readonly asked: [string, DigType];
  readonly status?: string;
  readonly answers?: readonly (string | RegExp)[];
  readonly authorities?: readonly (string | RegExp)[];
  readonly additionals?: readonly string[];
  readonly authoritative?: boolean;
}

const soa = /^example\.com\. 300 IN SOA ns1\.atom\.com\. hostmaster\.example\.com\. \d+ 3600 600 1209600 300$/;
const a = (name: string, content = "192.0.2.1"): Part => ({ type: "A", name, content });
const alias = (name: string, content: string): Part => ({ type: "CNAME", name, content });

const cases: Case[] = [
  {
    what: "follows an alias inside the zone",
    records: [alias("a", "b.example.com"), alias("b", "c.example.com"), a("c")],
    asked: ["a.example.com", "A"],
    answers: [
      "a.example.com. 3600 IN CNAME b.example.com.",
      "b.example.com. 3600 IN CNAME c.example.com.",
      "c.example.com. 3600 IN A 192.0.2.1",
    ],
  },
  {
    what: "leaves an alias that points out of the zone to the resolver",
    records: [alias("a", "www.example.net")],
    asked: ["a.example.com", "A"],
    answers: ["a.example.com. 3600 IN CNAME www.example.net."],
  },
  {
    what: "says that an alias points at nothing (RFC 6604)",
    records: [alias("a", "gone.example.com")],
    asked: ["a.example.com", "A"],
    status: "NXDOMAIN",
    answers: ["a.example.com. 3600 IN CNAME gone.example.com."],
    authorities: [soa],
  },
  {
    what: "ends aliases that go in a circle",
    records: [alias("a", "b.example.com"), alias("b", "a.example.com")],
    asked: ["a.example.com", "A"],
    answers: ["a.example.com. 3600 IN CNAME b.example.com.", "b.example.com. 3600 IN CNAME a.example.com."],
  },
  {
    what: "knows no such name",
    records: [a("www")],
    asked: ["nope.example.com", "A"],
    status: "NXDOMAIN",
    authorities: [soa],
  },
  {
    what: "knows the name, but no such record",
    records: [a("www")],
    asked: ["www.example.com", "TXT"],
    authorities: [soa],
  },
  {
    what: "knows a name that only has names below it",
    records: [a("x.y")],
    asked: ["y.example.com", "A"],
    authorities: [soa],
  },
  {
    what: "answers for any name below a wildcard (RFC 4592)",
    records: [a("*", "192.0.2.7")],
    asked: ["any.thing.example.com", "A"],
    answers: ["any.thing.example.com. 3600 IN A 192.0.2.7"],
  },
  {
    what: "does not let a wildcard answer for a name that exists",
    records: [a("*"), { type: "TXT", name: "www", content: "here" }],
    asked: ["www.example.com", "A"],
    authorities: [soa],
  },
  {
    what: "does not let a wildcard answer below a name that exists",
    records: [a("*"), a("www")],
    asked: ["below.www.example.com", "A"],
    status: "NXDOMAIN",
    authorities: [soa],
  },
  {
    what: "takes the wildcard below the closest name that exists",
    records: [a("*"), a("*.b.c", "192.0.2.7"), a("*.c", "192.0.2.6")],
    asked: ["x.y.b.c.example.com", "A"],
    answers: ["x.y.b.c.example.com. 3600 IN A 192.0.2.7"],
  },
  {
    what: "follows an alias that a wildcard gave",
    records: [alias("*.apps", "lb.example.com"), a("lb", "192.0.2.8")],
    asked: ["one.apps.example.com", "A"],
    answers: ["one.apps.example.com. 3600 IN CNAME lb.example.com.", "lb.example.com. 3600 IN A 192.0.2.8"],
  },
  {
    what: "refers to those who answer for a part of the zone, with the addresses that lie in it",
    records: [{ type: "NS", name: "lab", content: "ns1.lab.example.com" }, a("ns1.lab", "192.0.2.53"), a("*")],
    asked: ["deep.lab.example.com", "A"],
    authoritative: false,
    authorities: ["lab.example.com. 3600 IN NS ns1.lab.example.com."],
    additionals: ["ns1.lab.example.com. 3600 IN A 192.0.2.53"],
  },
  {
    what: "answers itself what only the parent knows (RFC 4035 section 3.1.4.1)",
    records: [{ type: "NS", name: "lab", content: "ns.example.net" }],
    asked: ["lab.example.com", "DS"],
    authorities: [soa],
  },
  {
    what: "gives one synthesised record for ANY (RFC 8482)",
    records: [a("www")],
    asked: ["www.example.com", "ANY"],
    answers: ['www.example.com. 3789 IN HINFO "RFC8482" ""'],
  },
  {
    what: "gives the alias for ANY (RFC 8482 section 4.2)",
    records: [alias("a", "www.example.com"), a("www")],
    asked: ["a.example.com", "ANY"],
    answers: ["a.example.com. 3600 IN CNAME www.example.com."],
  },
  {
    what: "keeps the spelling of the question",
    records: [a("www")],
    asked: ["wWw.ExAmPle.com", "A"],
    answers: ["wWw.ExAmPle.com. 3600 IN A 192.0.2.1"],
  },
  {
    what: "gives a set its lowest TTL, and each record once",
    records: [{ ...a("www"), ttl: 600 }, { ...a("www", "192.0.2.2"), ttl: 60 }, a("www")],
    asked: ["www.example.com", "A"],
    answers: ["www.example.com. 60 IN A 192.0.2.1", "www.example.com. 60 IN A 192.0.2.2"],
  },
  {
    what: "refuses what is not its own",
    records: [],
    asked: ["example.edu", "A"],
    status: "REFUSED",
    authoritative: false,
  },
  {
    what: "refuses a domain on other nameservers",
    records: [],
    asked: ["example.net", "SOA"],
    status: "REFUSED",
    authoritative: false,
  },
  ...[
    { type: "A" as const, name: "bad", content: "not an address" },
    { type: "AAAA" as const, name: "bad", content: "fe80::1%eth0" },
    { type: "CNAME" as const, name: "bad", content: `${"x".repeat(64)}.example.com` },
    { type: "MX" as const, name: "bad", content: "mail.example.net" },
    { type: "CAA" as const, name: "bad", flags: 0, tag: "no tag", value: "x" },
    { type: "TXT" as const, name: "bad", content: "x".repeat(66_000) },
  ].map(
    (record): Case => ({
      what: `admits that a hand-made ${record.type} record has no form in DNS`,
      records: [record],
      asked: ["bad.example.com", record.type],
      status: "SERVFAIL",
    }),
  ),
];

it.each(cases)("$what", async ({ records, asked, status = "NOERROR", authoritative = true, ...sections }) => {
  const { at } = await served(records);
  const { answers: given, authorities, additionals, ...rest } = await dig(at, ...asked);
  expect(rest).toMatchObject({ status, authoritative });
  const match = (lines: readonly (string | RegExp)[] = []) =>
    lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line)));
  expect(given).toEqual(match(sections.answers));
  expect(authorities).toEqual(match(sections.authorities));
  expect(additionals).toEqual(match(sections.additionals));
});

it("shows every change at once, with a higher serial", async () => {
  const { sandbox, api, at } = await served();
  const serial = async () => Number((await dig(at, "example.com", "SOA")).answers[0]?.split(" ")[6]);
  const first = await serial();
  await api.post(`${com}/records`, { type: "A", name: "www", content: "192.0.2.1", ttl: 300 });
  expect((await dig(at, "www.example.com")).answers).toEqual(["www.example.com. 300 IN A 192.0.2.1"]);
  const [record] = sandbox.records("example.com");
  sandbox.dashboard.editRecord("example.com", record?.id ?? 0, { content: "192.0.2.66" });
  expect((await dig(at, "www.example.com")).answers).toEqual(["www.example.com. 300 IN A 192.0.2.66"]);
  expect(await serial()).toBeGreaterThanOrEqual(first + 2);
  sandbox.dashboard.setNameservers("example.com", ["ns1.atom.com", "b.elsewhere.example"]);
  expect((await dig(at, "www.example.com")).status).toBe("REFUSED");
});

describe("long answers", () => {
  const long: Part = { type: "TXT", name: "long", content: "0123456789".repeat(100) };
  const udp = async (at: { host: string; port: number }, size?: number) => {
    const socket = createSocket("udp4");
    const option: dns.OptAnswer = {
      type: "OPT",
      name: ".",
      udpPayloadSize: size ?? 0,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: dns.DNSSEC_OK,
      flag_do: true,
      options: [],
    };
    const query = dns.encode({
      type: "query",
      id: 7,
      questions: [{ name: "long.example.com", type: "TXT" }],
      additionals: size === undefined ? [] : [option],
    });
    const answer = new Promise<Buffer>((resolve) => socket.once("message", resolve));
    socket.send(query, at.port, at.host);
    const message = await answer;
    socket.close();
    return { length: message.length, packet: dns.decode(message) };
  };

  it.each([
    ["without EDNS", undefined, true],
    ["with room for 512 bytes", 512, true],
    ["with room for less than the standard allows", 20, true],
    ["with room for 1232 bytes", 1232, false],
    ["with room for more", 4096, false],
  ])("are cut over UDP %s: %p", async (_how, size, isCut) => {
    const { at } = await served([long]);
    const { length, packet } = await udp(at, size);
    expect([packet.flag_tc, packet.answers?.length, length > 1000]).toEqual([isCut, isCut ? 0 : 1, !isCut]);
    const [edns] = packet.additionals ?? [];
    expect(edns?.type === "OPT" ? [edns.udpPayloadSize, edns.flag_do] : edns).toEqual(
      size === undefined ? undefined : [1232, true],
    );
  });

  it("never exceed 1232 bytes over UDP, and come whole over TCP", async () => {
    const longer: Part = { ...long, content: "größe ".repeat(3000) };
    const { at } = await served([longer]);
    expect((await udp(at, 65_535)).packet.flag_tc).toBe(true);
    const { overTcp, answers: lines } = await dig(at, "long.example.com", "TXT");
    expect([overTcp, lines.length]).toEqual([true, 1]);
    const strings = [...(lines[0] ?? "").matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);
    const bytes = strings.flatMap((text) =>
      [...text.matchAll(/\\(\d{3})|(.)/g)].map(([, code, sign]) => Number(code ?? sign?.charCodeAt(0))),
    );
    expect(Buffer.from(bytes).toString("utf8")).toBe(longer.content);
  });
});

it("admits that a set is too long even for TCP", async () => {
  const { at } = await served(["x", "y"].map((sign) => ({ type: "TXT", name: "huge", content: sign.repeat(60_000) })));
  expect(await dig(at, "huge.example.com", "TXT")).toMatchObject({ status: "SERVFAIL", overTcp: true, answers: [] });
});

describe("over TCP", () => {
  /** Sends bytes in these pieces; gives back the messages that came until the end, or until there are as many. */
  async function converse(at: { host: string; port: number }, pieces: readonly Buffer[], count: number) {
    const socket = connect(at.port, at.host).setNoDelay(true);
    let received = Buffer.alloc(0);
    const messages: Buffer[] = [];
    for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent));
    for await (const part of socket) {
      received = Buffer.concat([received, part]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        messages.push(received.subarray(2, end));
        received = received.subarray(end);
      }
      if (messages.length >= count) break;
    }
    return messages;
  }
  const question = (id: number, name: string) =>
    dns.streamEncode({ type: "query", id, questions: [{ name, type: "A" }] });

  it("answers several queries on one connection, however they are cut", async () => {
    const { at } = await served([a("www"), a("other", "192.0.2.2")]);
    const bytes = Buffer.concat([
      question(1, "www.example.com"),
      question(2, "other.example.com"),
      question(3, "x.example.com"),
    ]);
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 40), bytes.subarray(40)];
    const given = (await converse(at, pieces, 3)).map((message) => dns.decode(message));
    expect(given.map(({ id, answers: lines = [] }) => [id, lines.length])).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
    ]);
  });

  it("hangs up on what is no DNS message", async () => {
    const { at } = await served();
    expect(await converse(at, [Buffer.from([0, 4, 1, 2, 3, 4])], 1)).toEqual([]);
  });
});

describe("messages nobody should send", () => {
  const query = dns.encode({ type: "query", id: 9, questions: [{ name: "www.example.com", type: "A" }] });
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(query);
    change(bytes);
    return bytes;
  };
  const edns = (ednsVersion: number): dns.OptAnswer => ({
    type: "OPT",
    name: ".",
    udpPayloadSize: 1232,
    extendedRcode: 0,
    ednsVersion,
    flags: 0,
    flag_do: false,
    options: [],
  });
  const withOptions = (...additionals: dns.OptAnswer[]) =>
    dns.encode({ type: "query", id: 9, questions: [{ name: "www.example.com", type: "A" }], additionals });

  /** RCODE of the answer; `undefined` where there is none. */
  const table: [string, Buffer, number | undefined][] = [
    ["too short", query.subarray(0, 11), undefined],
    ["an answer", changed((bytes) => bytes.writeUInt16BE(0x8000, 2)), undefined],
    ["only a header", changed((bytes) => bytes.writeUInt16BE(0, 4)).subarray(0, 12), 1],
    ["cut in the question", query.subarray(0, 20), 1],
    [
      "two questions",
      dns.encode({
        id: 9,
        questions: [
          { name: "a.com", type: "A" },
          { name: "b.com", type: "A" },
        ],
      }),
      1,
    ],
    ["a name that points at itself", changed((bytes) => bytes.writeUInt16BE(0xc00c, 12)), 1],
    ["a dot inside a label", changed((bytes) => bytes.write(".", 13)), 1],
    ["a byte that is no text", changed((bytes) => bytes.writeUInt8(0xff, 13)), 1],
    ["counts that promise more", changed((bytes) => bytes.writeUInt16BE(0xffff, 10)), 1],
    ["two EDNS options", withOptions(edns(0), edns(0)), 1],
    ["EDNS of the future (BADVERS)", withOptions(edns(1)), 0],
    ["a status request", changed((bytes) => bytes.writeUInt16BE(2 << 11, 2)), 4],
    ["a dynamic update", changed((bytes) => bytes.writeUInt16BE(5 << 11, 2)), 4],
    ["a zone transfer", changed((bytes) => bytes.writeUInt16BE(252, bytes.length - 4)), 5],
    ["another class", changed((bytes) => bytes.writeUInt16BE(3, bytes.length - 2)), 5],
    ["a type of the future", changed((bytes) => bytes.writeUInt16BE(65_280, bytes.length - 4)), 0],
  ];

  it.each(table)("%s", async (_what, message, rcode) => {
    const { at } = await served([a("www")]);
    const socket = createSocket("udp4");
    const answers: Buffer[] = [];
    // The second query is a good one: when it is answered, the first one has been dealt with.
    const settled = new Promise<void>((resolve) => {
      socket.on("message", (bytes) => {
        if (bytes.readUInt16BE(0) === 77) resolve();
        else answers.push(bytes);
      });
    });
    socket.send(message, at.port, at.host);
    socket.send(
      changed((bytes) => bytes.writeUInt16BE(77, 0)),
      at.port,
      at.host,
    );
    await settled;
    socket.close();
    expect(answers.map((bytes) => [bytes.readUInt16BE(0), (bytes[3] ?? 0) & 15])).toEqual(
      rcode === undefined ? [] : [[9, rcode]],
    );
    if (message.equals(withOptions(edns(1)))) {
      const [opt] = dns.decode(answers[0] ?? Buffer.alloc(0)).additionals ?? [];
      expect(opt).toMatchObject({ type: "OPT", extendedRcode: 1 });
    }
  });
});

describe("the port", () => {
  it("is not open unless it is asked for", async () => {
    expect((await withSandbox()).sandbox.dns).toBeUndefined();
  });

  it("is refused when it is taken, and leaves nothing open", async () => {
    const { at } = await served();
    await expect(withSandbox({ dns: { port: at.port } })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("is closed with the sandbox", async () => {
    const { sandbox, at } = await served();
    await sandbox.close();
    await expect(dig(at, "example.com")).rejects.toThrow(NoDnsAnswerError);
  });
});

it("TCP: answers thousands of queries in one go, in order, and holds back while the client does not read", async () => {
  const { sandbox } = await withSandbox({ dns: true });
  const rest = Array.from(
    { length: 100 },
    (_, n) => ({ type: "TXT", name: "big", content: `${n} ${"x".repeat(500)}` }) as const,
  );
  for (const record of rest) sandbox.dashboard.addRecord("example.com", record);
  const at = sandbox.dns ?? { host: "", port: 0 };
  const queries = 1500;
  const socket = connect(at.port, at.host).pause();
  const before = process.memoryUsage().arrayBuffers;
  await new Promise<void>((written) => {
    const all = Array.from({ length: queries }, (_, id) =>
      dns.streamEncode({ type: "query", id, questions: [{ type: "TXT", name: "big.example.com" }] }),
    );
    socket.write(Buffer.concat(all), () => written());
  });
  // Others are answered in the meantime; by then the answers to the first are as many as will be kept for it.
  for (let n = 0; n < 20; n++) await dig(at, "example.com", "SOA");
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024);

  const ids: number[] = [];
  let got = Buffer.alloc(0);
  const done = new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      got = Buffer.concat([got, bytes]);
      while (got.length >= 2 && got.length >= 2 + got.readUInt16BE(0)) {
        ids.push(got.readUInt16BE(2));
        got = got.subarray(2 + got.readUInt16BE(0));
      }
      if (ids.length === queries) resolve();
    });
  });
  socket.resume();
  await done;
  socket.destroy();
  expect(ids).toEqual(Array.from({ length: queries }, (_, id) => id));
});
