/** `pulumi-registrar zone`: zone files to and from an account and a program. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseZone, recordTypeNames } from "../../provider/dns/index.ts";
import { newFolder } from "../support/folder.ts";
import { withoutForeign } from "../support/foreignRows.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { everyType, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { heard, run } from "./run.ts";

/** The export of every type, its blanks put together. */
const exported = readFileSync(join(__dirname, "..", "cases", "exported.zone"), "utf8");

/** Without the lines of types that have none above: these are proven by what a program makes of them. */
const ofTypesAbove = (zone: string): string => {
  const others = recordTypeNames.map((type) => ` IN ${type} `).filter((type) => !exported.includes(type));
  return zone.replace(/.*\n/g, (line) => (others.some((type) => line.includes(type)) ? "" : line));
};

it("says where a file is not UTF-8", async () => {
  const file = join(newFolder(), "latin1.zone");
  writeFileSync(file, Buffer.from("$ORIGIN example.com.\na A 192.0.2.1 ; caf\xe9", "latin1"));
  const err = expect.stringContaining(`${file}: line 2, column 20: this is not UTF-8 text. Save the file as UTF-8`);
  expect(await run("zone", "check", file)).toEqual({ code: 1, out: "", err });
});

describe("export", () => {
  const registrar = withRegistrar();

  /** The zone that a program of a file makes: declared, applied, and exported again. */
  async function applied(text: string, kind: "dnsRecord" | "dnsZone"): Promise<string> {
    const domain = "example.com";
    const { records } = parseZone(text);
    const declared = kind === "dnsZone" ? [{ records }] : records;
    const program: Program = Object.fromEntries(
      declared.map((args, index) => [`r${index}`, { handler: kind, args: { domain, ...args } }]),
    );
    await heard(async () => expect((await new HandlerStack(quick).up(program)).errors).toEqual({}));
    const { out, code } = await run("zone", "export", domain);
    expect(code).toBe(0);
    return out;
  }

  const more: Program = {
    long: record("TXT", "long", { content: `${"é".repeat(300)} "quoted" \\ ; end`, ttl: 60, comment: 'a "b"; c' }),
    wildcard: record("A", "*.wild", { content: "192.0.2.9", ttl: 300 }),
  };

  const behaviours = [
    { kind: "dnsRecord", profile: "page-cap:3,container-data-keyed,names-fqdn-dot,targets-dot,nulls,extra-fields" },
    { kind: "dnsZone", profile: "page-cap:5,names-fqdn,txt-quoted,ipv6-long,data-in-content" },
  ] as const;

  it.each(behaviours)(
    "prints a zone of which a program ($kind) makes the same zone, whatever the registrar's behaviour ($profile)",
    async ({ kind, profile }) => {
      registrar.sandbox.setProfile(profile);
      const stack = new HandlerStack(quick);
      expect((await stack.up({ ...everyType, ...more })).errors).toEqual({});
      registrar.calls();
      const { out, err, code } = await run("zone", "export", "EXAMPLE.com");
      expect([code, withoutForeign(err.split("\n"))]).toEqual([0, [""]]);
      expect(registrar.writes()).toEqual([]);
      expect(recordTypeNames.filter((type) => !out.includes(` IN ${type} `))).toEqual([]);
      // A registrar that lists its own nameservers shows their TTL as well.
      const own = withoutForeign(out.split("\n")).join("\n").replace(/ +/g, " ");
      expect(ofTypesAbove(own.replaceAll(" 86400 IN NS ", " IN NS "))).toBe(exported);
      expect((await stack.up({})).errors).toEqual({});
      expect(registrar.sandbox.records("example.com")).toEqual([]);
      // A zone has no comments.
      const expected = kind === "dnsZone" ? out.replaceAll(/ ; (?:web|a "b"; c)$/gm, "") : out;
      expect(await applied(out, kind)).toBe(expected);
    },
  );
});
