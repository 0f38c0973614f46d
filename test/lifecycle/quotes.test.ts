/** Consent is to what is asked: an order whose quote does not say exactly that is not sent. */
import { casesIn } from "../support/cases.ts";
import { yearsLater } from "../support/orders.ts";
import { HandlerStack, one, type Program, withStory } from "../support/story.ts";

const { registrar, said, shows } = withStory();

/** A quote for a year in full, as the specification shows one, and others from which `cases/quotes.txt` starts. */
const year = {
  ...{ unit_price: 10.99, renewal_price: 12.99, icann_fee: 0.18, is_premium: false, registration_length: 1 },
  ...{ subtotal: 11.17, vat_rate: 0.2, vat_amount: 2.23, total: 13.4 },
};
const bases: Record<string, object | undefined> = {
  year,
  ten: { ...year, registration_length: 10, icann_fee: 1.8, subtotal: 111.7, vat_amount: 22.34, total: 134.04 },
  bare: { unit_price: 10.99, registration_length: 1, total: 13.4, is_premium: false },
  gross: { unit_price: 10, registration_length: 1, is_premium: false, total: 10 },
  none: undefined,
};

/** `year {"total":1}`: a base and its changes; `"drop"` leaves a field out. */
function priceOf(text: string): object | undefined {
  const [, base = "", changes = "{}"] = /^(\w+) ?(.*)$/.exec(text) ?? [];
  if (bases[base] === undefined) return undefined;
  const entries = [...Object.entries(bases[base]), ...Object.entries(JSON.parse(changes || "{}"))];
  return Object.fromEntries(entries.filter(([key]) => entries.findLast(([other]) => other === key)?.[1] !== "drop"));
}

interface Asked {
  domain?: string;
  years?: number;
  maxPrice?: number;
  acceptPremium?: boolean;
  /** Fields of the response beside the price, and beside its data. */
  beside?: object;
  outside?: object;
}

/** The registrar quotes a price, and the program asks. */
function quoted(price: object | undefined, { beside, outside, ...rest }: Asked): Program {
  const data = { availability: 1, status: "available", ...beside, ...(price !== undefined && { domain_price: price }) };
  shows("domains.check", { ...outside, data });
  return { it: { handler: "domainRegistration", args: { domain: "fresh.com", years: 1, maxPrice: 500.009, ...rest } } };
}
const up = (program: Program) => new HandlerStack().up(program, { skipPreview: true });

it.each(casesIn("quotes", "ordered"))("a registration is ordered for a quote with %s", async (...cells) => {
  const [, total, price = "", rest = "{}"] = cells;
  const asked: Asked = JSON.parse(rest);
  expect((await up(quoted(priceOf(price), asked))).errors).toEqual({});
  expect(said()).toMatch(new RegExp(`at ${total} of at most (500\\.00|13\\.40) `));
  const { domain = "fresh.com", years = 1 } = asked;
  expect(registrar.sandbox.ledger()).toMatchObject([{ domain, years }]);
});

const notExact = "does not report the exact total price of .* for .*: ";
const isUnknown = (field: string) =>
  `a field "${field}" that may be part of the price.*\\{"domains\\.check": \\{"ignore": \\["${field}"\\]\\}\\}`;
/** `! why`: the price isn't exact; `? field`: no source knows the field. */
const messageOf = (says: string) => says.replace(/^! /, notExact).replace(/^\? (.*)$/, (_, field) => isUnknown(field));
const noAmounts = casesIn("quotes", "values that aren't amounts or years").flatMap(([key = "", values = "[]"]) =>
  JSON.parse(values).map((value: unknown): string[] => {
    const what = key === "registration_length" ? "a number of years" : "an amount";
    const shown = JSON.stringify(value);
    return [`${key} ${shown}`, `year {"${key}":${shown}}`, `! its \`${key}\` is not ${what}`];
  }),
);
const [unknownFields = []] = casesIn("quotes", "fields that no source knows");
const refused = [
  ...casesIn("quotes", "refused"),
  ...noAmounts,
  ...unknownFields.map((field) => [`the field \`${field}\``, `year {"${field}":1}`, `? ${field}`]),
];

it.each(refused)("a registration is refused, with the reason, for a quote with %s", async (...cells) => {
  const [, price = "", says = "", rest = "{}"] = cells;
  const { errors } = await up(quoted(priceOf(price), JSON.parse(rest)));
  expect(errors["it"]).toMatch(new RegExp(`^(domain|\\w*Price|acceptPremium): .*${messageOf(says)}`));
  expect(errors["it"]).toMatch(/\[ERR_REGISTRAR_(NOT_ORDERED|CONSENT_NEEDED): /);
  expect(registrar.writes()).toEqual([]);
});

const renewed = (total: number) => ({ renew: { total } });
const lacksIt = /the price list \(tlds\.pricing\) does not contain it/;
const ofTwo = { total: 31.6, registration_length: 2, unit_price: 12.99 };
const inParts = { ...year, unit_price: 12.99, subtotal: 13.17, vat_amount: 2.63, total: 15.8 };

/** `com`: the price of a renewal and of a transfer; `pricing`: the list as it comes; and a renewal's price, or why it is refused. */
interface Listed {
  what: string;
  com?: unknown;
  pricing?: object;
  domain?: string;
  years?: number;
  at?: string;
  refused?: RegExp;
}
it.each<Listed>([
  { what: "a total for a year", com: { total: 15.8 }, years: 3, at: "47.42" },
  { what: "a total for two years", com: ofTwo, years: 2, at: "31.60" },
  { what: "a total with its parts", com: inParts, at: "15.80" },
  { what: "an ending in capitals", pricing: { ".COM": renewed(15.8) }, at: "15.80" },
  { what: "a longer ending", domain: "tea.co.uk", pricing: { uk: renewed(9), "co.uk": renewed(15.8) }, at: "15.80" },
  { what: "another ending", pricing: { net: renewed(9) }, refused: lacksIt },
  { what: "words", pricing: { com: "on request" }, refused: lacksIt },
  { what: "a total of 0", com: { unit_price: 12.99, total: 0 }, refused: /its `total` is 0\.00/ },
  { what: "two years", com: { total: 24, registration_length: 2 }, refused: /it is for 2 years, but 1 year was/ },
  { what: "a number", com: 12.99, refused: /says 12\.99, and no `total` with fees and tax/ },
  { what: "words for a price", com: "ask", refused: /says something that is not an amount, and no `total` with/ },
  { what: "no price", com: { currency: "USD" }, refused: /its entry in the price list .* has no `total`/ },
])("a price list with $what prices a renewal, or refuses orders with the reason", async ({ com, pricing, ...each }) => {
  const { domain = "example.com", years = 1, at, refused } = each;
  shows("tlds.pricing", { pricing: pricing ?? { com: { renew: com, transfer: com } } });
  registrar.sandbox.addDomain(domain);
  registrar.sandbox.addDomain("theirs.com", { account: "other" });
  const renewUntil = yearsLater(years, registrar.sandbox.domain(domain).expires);
  const renewal = one("domainRegistration", { domain, renewUntil, maxRenewalPrice: 500 });
  const transfer = one("domainTransfer", { domain: "theirs.com", authCode: "x", maxPrice: 500 });
  const { errors } = await new HandlerStack().preview({ it: renewal });
  if (refused === undefined) expect([errors, said()]).toEqual([{}, expect.stringContaining(`at ${at} of at most 500`)]);
  else
    for (const it of [renewal, transfer])
      expect((await new HandlerStack().up({ it }, { skipPreview: true })).errors["it"]).toMatch(refused);
  expect(registrar.writes()).toEqual([]);
});
