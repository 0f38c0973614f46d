/** Changes that the registrar accepts, and applies once the owner approves them by e-mail: of a contact, and of a domain's registrant. */
import { firstContact } from "../../testing/sandbox/index.ts";
import { withClock } from "../support/clock.ts";
import { domain, person } from "../support/records.ts";
import { applied, expectIdle, type HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";

const { registrar, said, dashboard, writesOf } = withStory();
const advanceDays = withClock();
const first = firstContact.handle;
const outputs = (stack: HandlerStack) => stack.state.get("it")?.outputs ?? {};

const contact = (args: object): Program => ({ it: { handler: "contact", args: { ...person, ...args } } });
const ofDomain = (args: object): Program => ({ it: { handler: "domainContacts", args: { domain, ...args } } });

/** The handle of another contact. The registrar asks the owner if its e-mail address differs. */
async function another(email: string): Promise<string> {
  const stack = await applied(contact({ email, label: email }));
  return String(outputs(stack)["handle"]);
}

/** A field whose change has to be approved, and its values. */
interface Kind {
  field: "email" | "registrant";
  program: (value: string, rest?: object) => Program;
  before: string;
  values: () => Promise<[string, string]>;
  live: () => unknown;
  write: string;
  subject: string;
}
const kinds: Kind[] = [
  {
    field: "email",
    program: (email, rest) => contact({ email, ...rest }),
    before: person.email,
    values: async () => ["ada@new.example", "ada@third.example"],
    live: () => registrar.sandbox.contacts().find(({ name }) => name === person.name)?.email,
    write: "PUT contacts.update",
    subject: "Contact \\S+",
  },
  {
    field: "registrant",
    program: (registrant, rest) => ofDomain({ registrant, ...rest }),
    before: first,
    values: async () => [await another("owner@new.example"), await another("third@new.example")],
    live: () => registrar.sandbox.domain(domain).contacts.registrant,
    write: "PUT domainContacts.set",
    subject: "The contacts of example\\.com",
  },
];

/** No run writes or shows drift, however often it runs. */
async function isQuiet(stack: HandlerStack, program: Program): Promise<void> {
  await expectIdle(stack, program);
  expect((await stack.up(program)).steps).toEqual({ it: "same" });
  expect(registrar.writes()).toEqual([]);
}
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const approval = () => dashboard().pendingApprovals()[0]?.id ?? 0;

describe.each(kinds)("a new $field", ({ field, program, before, values, live, write, subject }) => {
  /** A stack that has asked for the first new value. */
  async function asked(rest: object = {}) {
    const [value, third] = await values();
    const stack = await applied(program(before, rest));
    expect(await writesOf(stack, program(value, rest))).toEqual([write]);
    expect(outputs(stack)).toMatchObject({ [field]: value, pending: { [field]: before } });
    expect(live()).toBe(before);
    return { stack, value, third, changed: program(value, rest) };
  }

  it("waits for its approval without a repetition or drift, and then waits no more", async () => {
    const { stack, value, changed } = await asked();
    const line = new RegExp(
      `^${subject}: the registrar waits .* approval of the new ${field},.* Without approval by ${dayIn(14)}, it`,
    );
    expect(said()).toMatch(line);
    await stack.refresh();
    expect(said()).toMatch(line);
    advanceDays(13);
    await isQuiet(stack, changed);
    dashboard().approve(approval());
    said();
    expect(await stack.refresh()).toEqual(unchanged);
    expect([said(), live()]).toEqual(["", value]);
    for (const output of ["pending", "pendingSince"]) expect(outputs(stack)).not.toHaveProperty(output);
    await isQuiet(stack, changed);
  });

  it.each([
    ["14 days", {}, 14],
    ["the days of `approvalDays`", { approvalDays: 3 }, 3],
  ])("that is rejected is drift after %s, and is sent once more", async (_days, rest, days) => {
    const { stack, value, changed } = await asked(rest);
    dashboard().reject(approval());
    advanceDays(days - 1);
    await isQuiet(stack, changed);
    advanceDays(1);
    expect((await stack.refresh()).drift).toEqual({ it: { [field]: before } });
    expect((await stack.up(changed)).steps).toEqual({ it: "update" });
    expect(registrar.writes()).toEqual([write]);
    await isQuiet(stack, changed);
    dashboard().approve(approval());
    expect(live()).toBe(value);
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("that a later change replaces waits from the later day on", async () => {
    const { stack, third } = await asked();
    advanceDays(10);
    const later = program(third);
    expect((await stack.up(later)).steps).toEqual({ it: "update" });
    expect(registrar.writes()).toEqual([write]);
    advanceDays(13);
    await isQuiet(stack, later);
    advanceDays(1);
    expect((await stack.refresh()).drift).toEqual({ it: { [field]: before } });
  });

  it("that the program takes back is withdrawn", async () => {
    const { stack } = await asked();
    await stack.up(program(before));
    expect(registrar.writes()).toEqual([write]);
    expect(dashboard().pendingApprovals()).toEqual([]);
    expect(outputs(stack)).not.toHaveProperty("pendingSince");
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("that isn't the one asked for is drift", async () => {
    const { stack, third } = await asked();
    if (field === "email") dashboard().editContact(String(outputs(stack)["handle"]), { email: third });
    else dashboard().editDomain(domain, { contacts: { registrant: third } });
    expect((await stack.refresh()).drift).toEqual({ it: { [field]: third } });
  });
});

it("all fields of a change of a contact wait, also one that had no value", async () => {
  const stack = await applied(contact({}));
  const changed = contact({ email: "ada@new.example", organization: "Looms" });
  expect(await writesOf(stack, changed)).toEqual(["PUT contacts.update"]);
  expect(said()).toMatch(/approval of the new email, organization, and/);
  await isQuiet(stack, changed);
  expect(outputs(stack)).toMatchObject({ pending: { email: person.email, organization: "" } });
});

describe("beside a waiting registrant", () => {
  async function asked() {
    const owner = await another("owner@new.example");
    const program = ofDomain({ registrant: owner, tech: first });
    return { stack: await applied(program), program, owner };
  }

  it("a role that is edited by hand is drift, and is repaired alone", async () => {
    const { stack, program } = await asked();
    dashboard().editDomain(domain, { contacts: { tech: "ATOM-9" } });
    expect((await stack.refresh()).drift).toEqual({ it: { tech: "ATOM-9" } });
    await stack.up(program);
    expect(registrar.sandbox.domain(domain).contacts.tech).toBe(first);
    expect(outputs(stack)).toMatchObject({ pending: { registrant: first } });
  });

  it("nothing waits once the program leaves the registrant out", async () => {
    const { stack } = await asked();
    registrar.writes();
    await stack.up(ofDomain({ tech: first }));
    expect(outputs(stack)).not.toHaveProperty("pendingSince");
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.writes()).toEqual([]);
  });
});
