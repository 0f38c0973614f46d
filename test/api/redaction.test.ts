/** Secrets in messages: redacted by value in four forms; the registrar's own message is withheld. */
import { type Api, type ClientOptions, createClient, recordRows } from "../../provider/api/index.ts";
import { quote, Redactor, redactor, withholding } from "../../provider/api/redaction.ts";
import { Secrets } from "../../provider/lifecycle/redactionScope.ts";
import { resources } from "../../provider/resources/index.ts";
import { holds } from "../dns/arbitraries.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { echoes, leakOf } from "../support/leaks.ts";
import { withServer } from "./server.ts";

const server = withServer();

const letters = (length: number) =>
  Array.from({ length }, (_, at) => "kQ3vX8bN1mZ6wR4tY9uP2sD7"[(at * 11 + (at >> 4)) % 24]).join("");

/** Message of the error, and the debug lines. */
async function shownBy(call: (api: Api) => Promise<unknown>, options: Partial<ClientOptions> = {}): Promise<string> {
  const lines: string[] = [];
  const api = server.client({
    token: "tok-3f9c2a77d1",
    timeouts: { requestMs: 2000, budgetMs: 300 },
    env: { REGISTRAR_LOG: "debug" },
    log: (line) => lines.push(line),
    ...options,
  });
  const error: unknown = await call(api).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error("the call was expected to fail");
  return [error.message, JSON.stringify(error), ...lines].join("\n");
}

describe("a token", () => {
  const read = (api: Api) => api.domains.get({ domain: "example.com" });
  const token = letters(2000);

  it.each([
    ["at the beginning", token],
    ["across the place where a message is cut", `${"words ".repeat(45)}${token}`],
    ["behind what would be cut", `${"words ".repeat(195)}${token}`],
    ["behind so much that shrinks", `${`token=${letters(900)} `.repeat(3)}${token}`],
    ["of which the registrar shows the beginning", `bad token ${token.slice(0, 60)}... in the header`],
    ["behind more than is looked through", `${" ".repeat(70_000)}${token} ${token.slice(0, 500)}`],
    ["across the end of what is looked through", `${"token=x ".repeat(8150)}${token}`],
  ])("of 2,000 characters is not shown %s", async (_, message) => {
    for (const status of [200, 400, 401, 403, 500]) {
      server.respond = () => ({ status, json: { success: false, message } });
      expect(leakOf(await shownBy(read, { token }), token)).toBeUndefined();
    }
  });

  it.each([
    ["that reports an error", { [`error_${token}`]: "x", data: [] }],
    ["of a row", { success: true, data: [{ [token]: [{ at: token }] }] }],
  ])("is not shown as the name or value of a field %s", async (_, json) => {
    server.respond = () => ({ json });
    const lock = (api: Api) => api.lock.set({ domain: "example.com", body: { locked: true } });
    if (!("success" in json)) expect(leakOf(await shownBy(lock, { token }), token)).toBeUndefined();
    const { proof } = await createClient({ baseUrl: server.baseUrl, token }).domains.list();
    expect(proof.complete).toBe(false);
    expect(leakOf(proof.why ?? "", token)).toBeUndefined();
    const listed = await createClient({ baseUrl: server.baseUrl, token }).records.list({ domain: "example.com" });
    expect(leakOf(JSON.stringify(recordRows(listed, "example.com")), token)).toBeUndefined();
  });

  it.each([token, token.slice(0, 8), token.slice(-8), token.slice(50, 58).toUpperCase()])(
    "of 2,000 characters withholds the message that holds eight of them: %#",
    (part) => {
      const withheld = "the registrar's message repeats a secret, and isn't shown";
      expect(quote(`the token ${part} is unknown`, redactor([token]))).toBe(withheld);
      const known = new Redactor().add([token]);
      expect(withholding(`400, "no ${part}"`, `no ${part}`, known)).toBe(`400, "${withheld}"`);
      expect(withholding(`400, "no ${part.slice(0, 7)}"`, "no", known)).toBe(`400, "no ${part.slice(0, 7)}"`);
    },
  );
});

it("hides e-mail addresses that this program doesn't know", () => {
  const clean = redactor([])("ask ann.lee@mail.example or ann%40mail.example, 5% off, today");
  expect(clean).toBe("ask [redacted] or [redacted], 5% off, today");
});

const personal = {
  name: "Annabel Lee",
  email: "annabel.lee@mail.example",
  phone: "+1.2025551234",
  address: "12 Kingdom Street",
  city: "Townsville",
  state: "Statesmanship",
  zip: "12345-678",
};
const [contact, quoted] = [{ ...personal, country: "US" }, Object.values(personal)];
const messages = [
  `cannot store ${quoted.join(", ")}`,
  `cannot store ${JSON.stringify(contact)}`,
  `cannot store ${JSON.stringify(JSON.stringify(contact))}`,
  `cannot store ${new URLSearchParams(contact).toString()}`,
  `cannot store ${quoted.map((value) => value.toUpperCase()).join(" ")}`,
];
const leaks = (text: string) => quoted.flatMap((value) => leakOf(text, value) ?? []);

it.each(messages)("quotes no contact data that was sent, or read in an unproven list: %s", async (message) => {
  server.respond = ({ method }) =>
    method === "GET"
      ? { json: { success: true, data: { contacts: [{ handle: "C-1", ...contact }] } } }
      : { status: 400, json: { message } };
  expect(leaks(await shownBy((api) => api.contacts.create({ body: contact })))).toEqual([]);
  const text = await shownBy(async (api) => {
    await api.contacts.list();
    await api.domainContacts.set({ domain: "example.com", body: { registrant: "C-1" } });
  });
  expect(leaks(text)).toEqual([]);
});

describe("values that are hidden", () => {
  const values = fc.oneof(
    fc.string({ unit: "binary", minLength: 8, maxLength: 300 }),
    fc.string({ unit: "grapheme", minLength: 8, maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...'ab\\"% \t\n0129ué'), minLength: 8, maxLength: 120 }),
    fc.base64String({ minLength: 8, maxLength: 400 }),
  );

  it("removes a value from a message in each of its forms", () => {
    holds(
      fc.property(values, fc.constantFrom(...Object.keys(echoes)), fc.lorem(), (value, echo, words) => {
        const text = `${words} <${echoes[echo]?.(value.toWellFormed())}> ${words}`;
        const hidden = new Redactor("[]").add([value]).redact(text);
        const left = leakOf(hidden, value);
        // Characters that the words around it share with it aren't a leak.
        expect(left === undefined || leakOf(words, value) !== undefined ? undefined : [hidden, left]).toBeUndefined();
      }),
      100,
    );
  });

  it("keeps the domain of each resource, and hides what another resource keeps secret", () => {
    const secrets = new Secrets();
    secrets.scope(resources.dnsRecord, ["content"], [{ domain: "example.com", content: "mail.longexample" }]);
    for (const _again of ["once", "twice"]) {
      const { redact } = secrets.scope(resources.dnsRecord, [], [{ domain: "mail.longexample.com" }]);
      expect(redact("A of mail.longexample.com: mail.longexample")).toBe("A of mail.longexample.com: [secret]");
    }
    const of = secrets.scope(resources.dnsRecord, ["content"], [{ domain: "example.com", content: "longexample" }]);
    const words = "no mail.longexample.com";
    expect(of.redact(`400 "${words}"`, words)).toBe(`400 "the registrar's message repeats a secret, and isn't shown"`);
  });

  it.each(casesIn("redaction", "hidden values"))("hides values %s", (_, secrets = "", text = "", shown = "", open) => {
    const byValue = new Redactor("[]").add(secrets.split(" ")).leave(open === undefined ? [] : [open]);
    expect(byValue.redact(text)).toBe(shown);
  });
});
