/** Checks that compare records also see live records that the resource doesn't declare. They warn, and name them. */
import { readValue, recordTypeNames, unquote } from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import { type Declared, HandlerStack, type Program } from "../support/handlerStack.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();

const domain = "example.com";
const one = (handler: Declared["handler"], args: object): Program => ({ it: { handler, args: { domain, ...args } } });

/** The parts of a line of a zone. */
function partsOf(line: string) {
  const [, name = "", word = "", value = ""] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
  const type = recordTypeNames.find((each) => each === word) ?? "A";
  return { name, type, value, data: readValue(type, type === "TXT" ? (unquote(value) ?? value) : value) };
}
const hostOf = (value: unknown) => (typeof value === "string" ? value.replace(/(?<=.)\.$/, "") : value);

describe.each(casesIn("liveOthers", "live and declared"))("%s", (check = "", live = "", declared = "") => {
  const { name, type, value, data } = partsOf(declared);
  const values = [type === "TXT" ? String(data["content"]) : value];
  const forms: [string, Program][] = [
    ["a record", one("dnsRecord", { name, type, ...data })],
    ["a zone", one("dnsZone", { records: { [`${name} ${type}`]: values } })],
  ];
  // A set owns all records of its name and type.
  if (partsOf(live).type !== type) forms.push(["a set", one("dnsRecordSet", { name, type, values })]);
  it.each(forms)("a preview of %s names the live record that it doesn't go with", async (_form, program) => {
    const other = partsOf(live);
    const shown = Object.entries(other.data).map(([key, each]) => [key, hostOf(each)]);
    const row = { type: other.type, name: other.name.replace(/^@$/, ""), ...Object.fromEntries(shown) };
    registrar.sandbox.dashboard.addRecord(domain, row);
    const stack = new HandlerStack(quick);
    expect((await stack.preview(program)).errors).toEqual({});
    const owner = other.name === "@" ? domain : `${other.name}.${domain}`;
    expect(said()).toContain(`Live, and not of this resource: ${owner} ${other.type} ${other.value} [${check}, `);
    expect(registrar.calls().filter((call) => call.endsWith("records.list"))).toHaveLength(1);
    expect((await stack.up(program)).errors).toEqual({});
    said();
    expect((await stack.up(program)).steps).toEqual({ it: "same" });
    expect(said()).toBe("");
  });
});

const spf = { name: "@", type: "TXT", content: "v=spf1 mx -all" };
const record = (fields: object, rest: object = {}) => one("dnsRecord", { ...fields, ...rest });

describe("a second SPF policy", () => {
  const other = { type: "TXT", content: "v=spf1 include:_spf.example.net ~all" } as const;

  it("isn't the record's own former value", async () => {
    const stack = new HandlerStack(quick);
    await stack.up(record(spf));
    said();
    expect((await stack.up(record({ ...spf, content: "v=spf1 a mx -all" }))).steps).toEqual({ it: "update" });
    expect(said()).not.toContain("spf-multiple");
  });

  it("is told for each domain, and not with the check switched off", async () => {
    registrar.sandbox.dashboard.addRecord(domain, { name: "", ...other });
    registrar.sandbox.dashboard.addRecord("example.org", { name: "", ...other });
    const both = {
      ...record(spf),
      org: { handler: "dnsRecord", args: { ...spf, domain: "example.org" } },
    } satisfies Program;
    await new HandlerStack(quick).preview(both);
    expect(said().match(/has 2 SPF policies/g)).toHaveLength(2);
    await new HandlerStack(quick).preview(record(spf, { skipChecks: ["spf-multiple"] }));
    expect(said()).not.toContain("spf-multiple");
  });
});
