/** Consent is to what is asked: an order whose quote does not say exactly that is not sent. */
import { centsOf } from "../../provider/lifecycle/orders/price.ts";
import { casesIn } from "../support/cases.ts";
import { withPulumiHome } from "../support/orders.ts";
import { HandlerStack, type Program, withStory } from "../support/story.ts";

const { registrar, said } = withStory();
withPulumiHome();

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
  const fault = { status: 200, body: { success: true, ...outside, data } };
  registrar.sandbox.fault({ operation: "domains.check", fault });
  return { it: { handler: "domainRegistration", args: { domain: "fresh.com", years: 1, maxPrice: 500, ...rest } } };
}
const up = (program: Program) => new HandlerStack().up(program, { skipPreview: true });

it.each(casesIn("quotes", "ordered"))("a registration is ordered for a quote with %s", async (...cells) => {
  const [, total, price = "", rest = "{}"] = cells;
  const asked: Asked = JSON.parse(rest);
  expect((await up(quoted(priceOf(price), asked))).errors).toEqual({});
  expect(said()).toContain(`at ${total} of at most`);
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
  expect(registrar.writes()).toEqual([]);
});

describe("a price list", () => {
  const held = (maxRenewalPrice: number, years = 1, domain = "example.com"): Program => {
    const until = new Date(registrar.sandbox.domain(domain).expires);
    until.setUTCFullYear(until.getUTCFullYear() + years);
    const args = { domain, renewUntil: until.toISOString(), maxRenewalPrice };
    return { it: { handler: "domainRegistration", args } };
  };
  const list = (entry: unknown, around: object = {}) => {
    const body = { success: true, pricing: { com: { renew: entry, transfer: entry, ...around } } };
    registrar.sandbox.fault({ operation: "tlds.pricing", fault: { status: 200, body } });
  };

  it.each<[domain: string, pricing: object, says: RegExp]>([
    ["example.com", { ".COM": { renew: { total: 15.8 } } }, /at 15\.80 of at most/],
    ["tea.co.uk", { uk: { renew: { total: 9 } }, "co.uk": { renew: { total: 15.8 } } }, /at 15\.80 of at most/],
    ["example.com", { net: { renew: { total: 9 } } }, /the price list \(tlds\.pricing\) does not contain it/],
    ["example.com", { com: "on request" }, /the price list \(tlds\.pricing\) does not contain it/],
  ])("prices the renewal of %s by the longest ending in %j", async (domain, pricing, says) => {
    registrar.sandbox.addDomain(domain);
    registrar.sandbox.fault({ operation: "tlds.pricing", fault: { status: 200, body: { success: true, pricing } } });
    const { errors } = await new HandlerStack().preview(held(500, 1, domain));
    expect(errors["it"] ?? said()).toMatch(says);
  });

  it.each<[string, unknown, number, RegExp]>([
    ["a total of 0", { unit_price: 12.99, total: 0 }, 1, /its `total` is 0\.00/],
    ["two years, and one is asked for", { total: 24, registration_length: 2 }, 1, /it is for 2 years, but 1 year was/],
    ["a premium name", { unit_price: 10, total: 12, is_premium: true }, 1, /is of a premium name/],
    ["a number", 12.99, 1, /says 12\.99, and no `total` with fees and tax/],
    [
      "an object without a price",
      { currency: "USD" },
      1,
      /its entry in the price list \(tlds\.pricing\) has no `total`/,
    ],
  ])("with %s renews and transfers nothing, and both say why", async (_case, entry, years, message) => {
    list(entry);
    registrar.sandbox.addDomain("theirs.com", { account: "other" });
    const transfer = {
      handler: "domainTransfer" as const,
      args: { domain: "theirs.com", authCode: "x", maxPrice: 500 },
    };
    for (const program of [held(500, years), ...(years === 1 ? [{ it: transfer }] : [])]) {
      expect((await new HandlerStack().up(program, { skipPreview: true })).errors["it"]).toMatch(message);
    }
    expect(registrar.writes()).toEqual([]);
  });

  it.each<[string, unknown, number, string]>([
    ["a total for a year", { total: 15.8 }, 3, "47.42"],
    ["a total for two years", { total: 31.6, registration_length: 2, unit_price: 12.99 }, 2, "31.60"],
    [
      "a total with its parts",
      { unit_price: 12.99, icann_fee: 0.18, vat_rate: 0.2, vat_amount: 2.63, total: 15.8 },
      1,
      "15.80",
    ],
  ])("with %s is read to the cent", async (_case, renew, years, total) => {
    list(renew);
    await new HandlerStack().preview(held(500, years));
    expect(said()).toContain(`at ${total} of at most 500`);
  });
});

it.each<[unknown, number | undefined]>([
  [0.1, 10],
  [0.29, 29],
  [1.005, 101],
  [4.35, 435],
  ["1.10", 110],
  [999_999_999.99, 99_999_999_999],
  [1_000_000_000, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [-0.01, undefined],
  [null, undefined],
])("%p is read as %p cents, by its digits", (value, cents) => {
  expect(centsOf(value)).toBe(cents);
});
