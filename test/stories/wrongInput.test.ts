/** Arguments that a check refuses in its own words, before any call, and live records that it warns of, by their name. */
import { readValue, recordTypeNames, unquote } from "../../provider/dns/index.ts";
import { resources } from "../../provider/resources/index.ts";
import { casesIn, sectionsIn } from "../support/cases.ts";
import { unknown } from "../support/pluginFront.ts";
import { a, domain, one, person, record, set, whole, zone } from "../support/records.ts";
import { applied, type Declared, HandlerStack, type Program, withStory } from "../support/story.ts";

const { registrar, said, byHand } = withStory();
const others = [22150, "300", "true", true, { a: 1 }, ["x", 1], [{ a: 1 }], -1];
const bases: Readonly<Record<string, object>> = {
  contact: { ...person, domain: undefined },
  dnsRecord: { type: "A", name: "www", content: "192.0.2.1" },
  dnsRecordSet: { type: "A", name: "www", values: ["192.0.2.1"] },
  dnsZone: { records: { "www A": ["192.0.2.1"] } },
  urlForward: { source: "www", destination: "https://x.example/" },
};
const handlers = Object.keys(resources) as Declared["handler"][];
/** A resource with sound arguments, but for these. An argument of `null` is left out. */
function declaredWith(handler: Declared["handler"], args: object): Declared {
  const given = Object.entries({ ...bases[handler], ...args }).filter(([, value]) => value !== null);
  return one(handler, Object.fromEntries(given));
}

it.each(handlers)("a value of another type is refused in words of its own by %s", async (handler) => {
  const schema = resources[handler].schemaFor({ ...bases[handler] });
  const names = Object.keys("shape" in schema ? schema.shape : {});
  expect(names).not.toEqual([]);
  for (const name of names)
    for (const value of others) {
      // The class itself refuses a list of parts that are none.
      if (name === "records" && Array.isArray(value)) continue;
      const { errors } = await new HandlerStack().preview({ it: declaredWith(handler, { [name]: value }) });
      expect(errors["it"] ?? "").not.toMatch(/invalid (input|option)|expected|received|too (small|big)|unrecognized/i);
    }
});

const wrong = handlers
  .filter((handler) => sectionsIn("wrongInput").includes(handler))
  .flatMap((handler) =>
    casesIn("wrongInput", handler).map(([title = "", args = "{}", says = ""]) => {
      return { handler, title, declared: declaredWith(handler, JSON.parse(args)), says: new RegExp(says, "s") };
    }),
  );
it.each(wrong)("a $handler with $title fails in the preview, without a call", async ({ handler, declared, says }) => {
  expect((await new HandlerStack().preview({ it: declared })).errors["it"]).toMatch(says);
  const withTtl = { it: declaredWith(handler, { ...declared.args, ttl: unknown }) };
  if (handler === "dnsRecordSet") expect((await new HandlerStack().preview(withTtl)).errors["it"]).toMatch(says);
  expect(registrar.calls()).toEqual([]);
});

it("a finding about a secret argument states the rule of its check, and not the value", async () => {
  const caa = record("CAA", "@", { flags: 1, tag: "issue", value: "ca.example.net", secretInputs: ["flags"] });
  const { errors } = await new HandlerStack().preview({ caa });
  expect(errors["caa"]).toMatch(/Flags are 0 or 128\. \[caa-flags/);
});

it("an element of `skipChecks` that isn't a string fails once, and isn't taken for the ID of a check", async () => {
  const www = a("www", "192.0.2.1", { skipChecks: [5, "a-reservd"] });
  expect((await new HandlerStack().preview({ www })).errors["www"]).toMatch(/skipChecks/);
  expect(said().match(/(?<=skipChecks: ).*(?= isn't the ID of a check)/g)).toEqual(['"a-reservd"']);
});

/** The parts of a line of a zone. */
function partsOf(line: string) {
  const [, name = "", word = "", value = ""] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
  const type = recordTypeNames.find((each) => each === word) ?? "A";
  return { name, type, value, data: readValue(type, type === "TXT" ? (unquote(value) ?? value) : value) };
}
const hostOf = (value: unknown) => (typeof value === "string" ? value.replace(/(?<=.)\.$/, "") : value);

const cases = casesIn("liveOthers", "live and declared").flatMap(([check = "", live = "", declared = ""]) => {
  const { name, type, value, data } = partsOf(declared);
  const values = [type === "TXT" ? String(data["content"]) : value];
  const forms = { record: one("dnsRecord", { name, type, ...data }), zone: zone({ [`${name} ${type}`]: values }) };
  // A set owns all records of its name and type.
  const all = partsOf(live).type === type ? forms : { ...forms, set: set(name, type, values) };
  return Object.entries(all).map(([form, it]) => ({ check, form, other: partsOf(live), program: { it } }));
});

it.each(cases)("$check: a preview of a $form names the live record that it doesn't go with", async (each) => {
  const { check, other, program } = each;
  const data = Object.entries(other.data).map(([key, value]) => [key, hostOf(value)]);
  byHand(other.name.replace(/^@$/, ""), "", { type: other.type, content: undefined, ...Object.fromEntries(data) });
  const stack = new HandlerStack();
  expect((await stack.preview(program)).errors).toEqual({});
  const owner = other.name === "@" ? domain : `${other.name}.${domain}`;
  expect(said()).toContain(`Live, and not of this resource: ${owner} ${other.type} ${other.value} [${check}, `);
  expect(registrar.calls().filter((call) => call.endsWith("records.list"))).toHaveLength(1);
  expect((await stack.up(program)).errors).toEqual({});
  said();
  expect((await stack.up(program)).steps).toEqual({ it: "same" });
  expect(said()).toBe("");
});

it("a second SPF policy isn't the record's own former value", async () => {
  const spf = (content: string): Program => ({ it: record("TXT", "@", { content }) });
  const stack = await applied(spf("v=spf1 mx -all"));
  expect((await stack.up(spf("v=spf1 a mx -all"))).steps).toEqual({ it: "update" });
  expect(said()).not.toContain("spf-multiple");
});

it("a record that a zone drops and ignores from now on is named beside its new ones", async () => {
  const stack = await applied({ it: whole({ "mail CNAME": ["host.example.net."] }) });
  await stack.preview({ it: whole({ "@ MX": ["10 mail.example.com."] }, { ignoreRecords: ["mail"] }) });
  expect(said()).toContain("mail.example.com CNAME host.example.net. [mx-target-cname, ");
});
