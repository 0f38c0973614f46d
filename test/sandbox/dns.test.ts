/** The DNS port: what is asked of it, over UDP and TCP. */
import type * as dns from "dns-packet";
import { liveToWire, recordFromArgs } from "../../provider/dns/index.ts";
import type { SandboxRecord } from "../../testing/sandbox/index.ts";
import { casesIn } from "../support/cases.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { dig } from "./ask.ts";
import { com, withSandbox } from "./raw.ts";

type Part = Partial<SandboxRecord> & Pick<SandboxRecord, "type">;

async function served(records: readonly Part[] = []) {
  const { sandbox, api } = await withSandbox({ dns: true });
  for (const record of records) sandbox.dashboard.addRecord("example.com", record);
  const at = sandbox.dns;
  if (at === undefined) throw new Error("The sandbox has no DNS port.");
  return { sandbox, api, at };
}

/** Records of a zone as cases write them, as the sandbox has them. */
const partsOf = (lines: readonly string[]): Part[] =>
  lines.map((line): Part => ({ ...Object(liveToWire(recordFromArgs(recordArgsOf(line), "example.com"))) }));

/** Lines of a section of the response; `-` is an empty section, and `SOA` the zone's own record. */
const linesOf = (cell = "-") => {
  const soa = /^example\.com 300 SOA ns1\.atom\.com hostmaster\.example\.com \d+ 3600 600 1209600 300$/;
  return cell === "-" ? [] : cell.split(" / ").map((line) => (line === "SOA" ? expect.stringMatching(soa) : line));
};

const ask = ({ at }: Awaited<ReturnType<typeof served>>, question = "") => {
  const [name = "", type] = question.split(" ");
  return dig(at, name, type as dns.RecordType);
};

it("answers all nine types as the records say", async () => {
  const zone = await served(partsOf(casesIn("served", "nine types").flat()));
  for (const [question, lines] of casesIn("served", "answers"))
    expect((await ask(zone, question)).answers.sort()).toEqual(linesOf(lines));
});

it.each(casesIn("served", "questions"))("%s", async (_title, records = "-", question, status = "", ...sections) => {
  const zone = await served(records === "-" ? [] : partsOf(records.split(" / ")));
  const { answers, authorities, ...rest } = await ask(zone, question);
  const [code, referred] = status.split(" ");
  expect(rest).toMatchObject({ status: code, authoritative: referred === undefined });
  expect([answers, authorities]).toEqual(sections.map(linesOf));
});

it("admits that a hand-made record has no form in DNS", async () => {
  const { at } = await served([{ type: "A", name: "bad", content: "not an address" }]);
  expect(await dig(at, "bad.example.com")).toMatchObject({ status: "SERVFAIL", answers: [] });
});

it("shows every change at once, with a higher serial", async () => {
  const { sandbox, api, at } = await served();
  const serial = async () => Number((await dig(at, "example.com", "SOA")).answers[0]?.split(" ")[5]);
  const first = await serial();
  await api.post(`${com}/records`, { type: "A", name: "www", content: "192.0.2.1", ttl: 300 });
  expect((await dig(at, "www.example.com")).answers).toEqual(["www.example.com 300 A 192.0.2.1"]);
  const [record] = sandbox.records("example.com");
  sandbox.dashboard.editRecord("example.com", record?.id ?? 0, { content: "192.0.2.66" });
  expect((await dig(at, "www.example.com")).answers).toEqual(["www.example.com 300 A 192.0.2.66"]);
  expect(await serial()).toBeGreaterThanOrEqual(first + 2);
  sandbox.dashboard.editDomain("example.com", { nameservers: ["ns1.atom.com", "b.elsewhere.example"] });
  expect((await dig(at, "www.example.com")).status).toBe("REFUSED");
});

it("gives an answer that is too long for UDP over TCP", async () => {
  const { at } = await served([{ type: "TXT", name: "long", content: "0123456789".repeat(300) }]);
  const { overTcp, answers: lines } = await dig(at, "long.example.com", "TXT");
  expect(overTcp).toBe(true);
  expect(lines).toEqual([`long.example.com 3600 TXT ${"0123456789".repeat(300)}`]);
});

it("the DNS port opens only on request, fails if it is taken, and closes with the sandbox", async () => {
  expect((await withSandbox()).sandbox.dns).toBeUndefined();
  const { sandbox, at } = await served();
  await expect(withSandbox({ dns: { port: at.port } })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await sandbox.close();
  await expect(dig(at, "example.com")).rejects.toThrow("ECONNREFUSED");
});
