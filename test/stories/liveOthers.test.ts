/** Checks that compare records also see live records that the resource doesn't declare. They warn, and name them. */
import { readValue, recordTypeNames, unquote } from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import { applied, domain, HandlerStack, one, type Program, record, set, withStory, zone } from "../support/story.ts";

const { registrar, said, byHand } = withStory();

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
  said();
  expect((await stack.up(spf("v=spf1 a mx -all"))).steps).toEqual({ it: "update" });
  expect(said()).not.toContain("spf-multiple");
});
