/** A registrar that repeats personal data in its refusals: no message shows it. */
import { HandlerStack } from "../support/handlerStack.ts";
import { leakOf } from "../support/leaks.ts";
import { person as anybody, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();

const person = { ...anybody, email: "ada.lovelace@post.invalid" };
const personal = [person.name, person.email, person.phone, ...person.address, person.city, person.zip];
const leaks = (text: string) => personal.flatMap((value) => leakOf(text, value) ?? []);

it("shows no person in a refusal of a domain's contacts whose data this run has not sent", async () => {
  const stack = new HandlerStack(quick);
  expect((await stack.up({ me: { handler: "contact", args: person } })).errors).toEqual({});
  const contacts = { domain: "example.com", registrant: "CONTACT_1-404" };
  const message = `There is no contact CONTACT_1-404. Contacts: ${JSON.stringify(registrar.sandbox.contacts())}`;
  const body = { success: false, error: "unknown_handle", message };
  registrar.sandbox.fault({ operation: "domainContacts.set", fault: { status: 400, body } });
  const { errors } = await stack.up({
    me: { handler: "contact", args: person },
    of: { handler: "domainContacts", args: contacts },
  });
  expect(errors["of"]).toMatch(/CONTACT_1-404/);
  expect(leaks(`${errors["of"]}${said()}`)).toEqual([]);
});
