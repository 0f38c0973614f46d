/** `pulumi-registrar zone`: zone files to and from an account and a program. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zoneCommand } from "../../cli/zone.ts";
import { parseZone, recordTypeNames } from "../../provider/dns/index.ts";
import { newFolder } from "../support/folder.ts";
import { withoutForeign } from "../support/foreignRows.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { everyType, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { type Heard, heard } from "./heard.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const recorded = (name: string) => readFileSync(join(__dirname, "..", "cases", name), "utf8");
/** The export of every type, its blanks put together. */
const exported = recorded("exported.zone");

/** Without the lines of types that have none above: these are proven by what a program makes of them. */
const ofTypesAbove = (zone: string): string => {
  const others = recordTypeNames.map((type) => ` IN ${type} `).filter((type) => !exported.includes(type));
  return zone.replace(/.*\n/g, (line) => (others.some((type) => line.includes(type)) ? "" : line));
};

const write = (text: string): string => {
  const file = join(folder, "example.zone");
  writeFileSync(file, text);
  return file;
};

const zone = (...args: string[]): Promise<Heard> => heard(async () => zoneCommand().parseAsync(args, { from: "user" }));

describe("check", () => {
  const text = `$TTL 1h
@ SOA ns1.example.net. host 1 2h 1h 1w 1h
@ NS ns1.example.net.
www A 1.1.1.1 ; the web
www TYPE65534 \\# 0
@ TXT "a" "b"
`;

  it("prints the records as DnsRecord takes them, and lists apart what is left out", async () => {
    const file = write(text);
    const { out, err, error } = await zone("check", file, "--origin", "example.com", "--json");
    expect(error).toBeUndefined();
    expect(JSON.parse(out)).toEqual([
      { name: "www", type: "A", content: "1.1.1.1", ttl: 3600, comment: "the web" },
      { name: "@", type: "TXT", content: "ab", ttl: 3600 },
    ]);
    expect(err.split("\n")).toEqual([
      `${file}:2:1: left out: example.com SOA: the registrar manages the SOA record itself`,
      `${file}:3:1: left out: example.com NS: the domain's own nameservers are not DNS records here; declare ` +
        `them with Nameservers`,
      `${file}:5:1: left out: www.example.com TYPE65534: the registrar does not support records of type TYPE65534`,
      "",
    ]);
  });

  it("prints a table and what the checks say, by line", async () => {
    const file = write(`${text}mail MX 10 www\nalias CNAME www\nalias TXT b\nlost CNAME nowhere\n`);
    const { out, error } = await zone("check", file, "--origin", "example.com");
    expect(error).toMatchObject({ exitCode: 1 });
    const lines = out.split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "NAME   TTL   TYPE   DATA",
      "www    3600  A      1.1.1.1",
      '@      3600  TXT    "ab"',
    ]);
    expect(lines.filter((line) => line.includes(": error: "))).toEqual([
      expect.stringMatching(/^\S+:9:1: error: .*alias\.example\.com.* \(see line 8\) \[cname-beside-others, RFC /),
    ]);
    expect(out).toMatch(/:10:1: warning: content: the CNAME of lost\.example\.com .* \[target-missing, /);
    expect(lines.at(-2)).toMatch(/^example\.com: 6 records, 3 left out, 1 error, \d+ warnings\.$/);
  });

  it("says once how it read an export of a service, and counts what it noted among the warnings", async () => {
    const file = write(
      "$ORIGIN example.com.\nwww.example.com. 1 A 8.8.8.8 ; cf_tags=cf-proxied:true\nm.example.com 300 A 8.8.4.4\n" +
        "_sipfederationtls._tcp.example.com. 3600 SRV 100 1 5061 sipfed.online.lync.com.\n",
    );
    const { out, err, error } = await zone("check", file);
    expect(error).toBeUndefined();
    expect(err.split("\n")).toEqual([
      expect.stringMatching(/: read as a Cloudflare export: TTL 1 means automatic and is left out/),
      expect.stringMatching(
        /:3:1: warning: the owner repeats the domain: .*Write m, or m\.example\.com\. with its dot$/,
      ),
      "",
    ]);
    expect(out).toMatch(/^www +- +A +8\.8\.8\.8$/m);
    expect(out).toMatch(/^example\.com: 3 records, 0 left out, 0 errors, 1 warning\.$/m);
    const imported = await zone("import", file);
    expect(imported.error).toBeUndefined();
    expect(imported.err).toContain(err);
    expect(imported.out).toMatch(/"_sipfederationtls\._tcp"/);
  });

  it("ends well with warnings only, and needs no origin where the file has it", async () => {
    const { out, error } = await zone(
      "check",
      write("$ORIGIN example.com.\nwww 60 A 192.0.2.1\nb A 1.1.1.1"),
      "--default-ttl",
      "9",
    );
    expect(error).toBeUndefined();
    expect(out).toMatch(/^b +9 +A +1\.1\.1\.1$/m);
    expect(out).toMatch(/:2:1: warning: content: 192\.0\.2\.1 .* \[a-reserved, RFC 6890\]/);
  });

  it("says where a file is not UTF-8", async () => {
    const file = join(folder, "latin1.zone");
    writeFileSync(file, Buffer.from("$ORIGIN example.com.\na A 192.0.2.1 ; caf\xe9", "latin1"));
    const { out, error } = await zone("check", file);
    expect(out).toBe("");
    expect(error).toMatchObject({
      message: `${file}: line 2, column 20: this is not UTF-8 text. Save the file as UTF-8`,
    });
  });
});

describe("import", () => {
  const text = "@ 300 A 192.0.2.1\nwww 300 A 192.0.2.2\n@ 300 A 192.0.2.3 ; second\n";

  it("prints a DnsRecord or DnsRecordSet for each name and type, those of a name together", async () => {
    const several = "api 300 A 192.0.2.4\napi 300 A 192.0.2.5\n";
    const { out, error } = await zone("import", write(text + several), "--origin", "example.com");
    expect(error).toBeUndefined();
    expect(out).toBe(recorded("importedRecords.txt"));
  });

  it("writes a project with one DnsZone, and nothing over what is there", async () => {
    const out = join(folder, "project");
    const run = () =>
      zone("import", write(text), "--origin", "example.com", "--as", "zone", "--package", "^0.1.0", "--out", out);
    expect(await run()).toMatchObject({
      error: undefined,
      out: expect.stringContaining(`3 records of example.com, written to ${out}`),
    });
    expect(existsSync(join(out, "Pulumi.yaml"))).toBe(true);
    const program = readFileSync(join(out, "index.ts"), "utf8");
    expect(program).toContain(`new DnsZone("example-com-zone", {
  domain,
  records: { "@ A": ["192.0.2.1", "192.0.2.3"], "www A": ["192.0.2.2"] },
  ttl: 300,
`);
    writeFileSync(join(out, "index.ts"), "mine");
    expect(await run()).toMatchObject({ out: "", error: { message: expect.stringContaining("not empty") } });
    expect(readFileSync(join(out, "index.ts"), "utf8")).toBe("mine");
  });

  it("writes nothing of a zone that a preview would refuse, ends with 1, and says how to insist", async () => {
    const file = write("www 60 CNAME a.example.net.\nwww A 1.1.1.1\n");
    const out = join(folder, "project");
    for (const to of [[], ["--out", out]]) {
      const told = await zone("import", file, "--origin", "example.com", ...to);
      expect(told).toMatchObject({ out: "", error: { exitCode: 1 } });
      expect(told.err).toMatch(
        /:2:1: error: .*\[cname-beside-others, .*\nexample\.com: 1 error\. Nothing was written.*--force\.\n$/s,
      );
    }
    expect(existsSync(out)).toBe(false);
    const forced = await zone("import", file, "--origin", "example.com", "--force");
    expect(forced).toMatchObject({ error: undefined, out: expect.stringContaining("new DnsRecord(") });
    expect(forced.err).toMatch(/:2:1: error: .*\[cname-beside-others, /);
  });
});

describe("export", () => {
  const registrar = withRegistrar();

  /** The zone that a program of a file makes: declared, applied, and exported again. */
  async function applied(text: string, kind: Kind): Promise<string> {
    const domain = "example.com";
    const { records } = parseZone(text);
    const single = (args: object, index: number) => [`r${index}`, { handler: kind, args: { domain, ...args } }];
    const program: Program =
      kind === "dnsZone"
        ? { zone: { handler: kind, args: { domain, records } } }
        : Object.fromEntries(records.map(single));
    const applying = await heard(async () => {
      const { errors } = await new HandlerStack(quick).up(program);
      expect(errors).toEqual({});
    });
    expect(applying.error).toBeUndefined();
    const { out, error } = await zone("export", domain);
    expect(error).toBeUndefined();
    return out;
  }
  type Kind = "dnsRecord" | "dnsZone";

  const more: Program = {
    long: record("TXT", "long", { content: `${"é".repeat(300)} "quoted" \\ ; end`, ttl: 60, comment: 'a "b"; c' }),
    wildcard: record("A", "*.wild", { content: "192.0.2.9", ttl: 300 }),
  };

  const behaviours: [Kind, string][] = [
    ["dnsRecord", ""],
    ["dnsRecord", "page-cap:3,container-data-keyed,names-fqdn-dot,targets-dot,nulls,extra-fields"],
    ["dnsZone", "page-cap:5,names-fqdn,txt-quoted,ipv6-long,data-in-content"],
  ];

  it.each(behaviours)(
    "prints a zone of which a program (%s) makes the same zone, whatever the registrar's behaviour (%s)",
    async (kind, profile) => {
      registrar.sandbox.setProfile(profile);
      const stack = new HandlerStack(quick);
      expect((await stack.up({ ...everyType, ...more })).errors).toEqual({});
      registrar.calls();
      const { out, err, error } = await zone("export", "EXAMPLE.com");
      expect([error, withoutForeign(err.split("\n"))]).toEqual([undefined, [""]]);
      expect(registrar.writes()).toEqual([]);
      expect(recordTypeNames.filter((type) => !out.includes(` IN ${type} `))).toEqual([]);
      // A registrar that lists its own nameservers shows their TTL as well.
      expect(
        ofTypesAbove(
          withoutForeign(out.split("\n")).join("\n").replace(/ +/g, " ").replaceAll(" 86400 IN NS ", " IN NS "),
        ),
      ).toBe(exported);
      expect((await stack.up({})).errors).toEqual({});
      expect(registrar.sandbox.records("example.com")).toEqual([]);
      // A zone has no comments.
      const expected = kind === "dnsZone" ? out.replaceAll(/ ; (?:web|a "b"; c)$/gm, "") : out;
      expect(await applied(out, kind)).toBe(expected);
    },
  );

  it("reads the list and the nameservers once", async () => {
    await zone("export", "example.com");
    expect(registrar.calls().sort()).toEqual(["GET domains.get", "GET records.list"]);
  });

  it("shows rows that have no form in a zone file as comments, and reports them", async () => {
    const contract = join(folder, "contract.json");
    writeFileSync(contract, JSON.stringify({ "records.list": { complete: true } }));
    process.env["REGISTRAR_CONTRACT_FILE"] = contract;
    const rows = [
      { id: 1, type: "A", name: "www", content: "192.0.2.1", ttl: 60 },
      { id: 2, type: "WKS\n::error::x", name: "_443._tcp", content: "3 1 1 00" },
      { id: 3, type: "MX", name: "@", content: "mail.example.net" },
    ];
    registrar.sandbox.fault({
      operation: "records.list",
      fault: { status: 200, body: { success: true, data: rows, total: 3 } },
    });
    const { out, err, error } = await zone("export", "example.com");
    expect(error).toBeUndefined();
    const told = [
      "left out: _443._tcp WKS ::error::x: not one of the registrar's record types",
      "left out: @ MX: the registrar does not report its priority",
    ];
    expect(err.split("\n")).toEqual([...told, ""]);
    expect(out.split("\n").filter((line) => line.startsWith("; left"))).toEqual(told.map((line) => `; ${line}`));
    expect(parseZone(out).records).toEqual([{ name: "www", type: "A", content: "192.0.2.1", ttl: 60 }]);
  });

  it("fails rather than print half a zone", async () => {
    for (let n = 0; n < 25; n += 1) {
      registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: `h${n}`, content: "192.0.2.1" });
    }
    registrar.sandbox.setProfile("silent-cap");
    expect(await zone("export", "example.com")).toMatchObject({
      out: "",
      error: { code: "ERR_REGISTRAR_INCOMPLETE_LIST" },
    });
  });
});
