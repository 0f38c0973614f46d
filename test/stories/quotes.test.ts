/** Consent is to what is asked: an order whose quote does not say exactly that is not sent. */
import { Amount } from "../../provider/resources/money/amount.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { said, withPulumiHome } from "../support/orders.ts";
import { withRegistrar } from "../support/registrar.ts";
import { agreeing, type QuoteCase, refused } from "./quoteCases.ts";

const registrar = withRegistrar();
withPulumiHome();
const quick = { "registrar:lookupSeconds": "0" };

const asked = ({ domain = "fresh.com", years = 1, maxPrice = 500, acceptPremium }: QuoteCase): Program => ({
  it: { handler: "domainRegistration", args: { domain, years, maxPrice, ...(acceptPremium && { acceptPremium }) } },
});

function answer({ price, beside }: QuoteCase): void {
  const data = { availability: 1, status: "available", ...beside, ...(price !== undefined && { domain_price: price }) };
  registrar.sandbox.fault({ operation: "domains.check", fault: { status: 200, body: { success: true, data } } });
}

describe("a registration is ordered where the quote says what is asked:", () => {
  it.each(agreeing)("$title", async (one) => {
    answer(one);
    const told = await said(async () => expect((await new HandlerStack(quick).up(asked(one))).errors).toEqual({}));
    expect(told).toContain(`at ${one.total} of at most`);
    const { domain = "fresh.com", years = 1 } = one;
    expect(registrar.sandbox.ledger()).toMatchObject([{ domain, years }]);
  });
});

describe("a registration is not ordered, and the preview says why, where the quote has", () => {
  it.each(refused)("$title", async (one) => {
    answer(one);
    const stack = new HandlerStack(quick);
    expect((await stack.preview(asked(one))).errors["it"]).toMatch(one.message);
    expect((await stack.up(asked(one))).errors["it"]).toMatch(one.message);
    expect(registrar.writes()).toEqual([]);
  });
});

describe("a price list", () => {
  const held = (maxRenewalPrice: number, years = 1): Program => {
    const until = new Date(registrar.sandbox.domain("example.com").expires);
    until.setUTCFullYear(until.getUTCFullYear() + years);
    const args = { domain: "example.com", expiresAfter: until.toISOString(), maxRenewalPrice };
    return { it: { handler: "domainRegistration", args } };
  };
  const list = (renew: unknown) =>
    registrar.sandbox.fault({
      operation: "tlds.pricing",
      fault: { status: 200, body: { success: true, pricing: { com: { renew } } } },
    });

  it.each<[string, unknown, number, RegExp]>([
    ["a total of 0", { unit_price: 12.99, total: 0 }, 1, /its `total` is 0\.00/],
    ["a total below its price", { unit_price: 120, total: 12 }, 1, /its `total` of 12\.00 is less than 1 year/],
    ["two years, and one is asked for", { total: 24, registration_length: 2 }, 1, /it is for 2 years, but 1 year was/],
    ["no length, and the total of three years", { unit_price: 10, total: 36 }, 1, /price of more than 1 year/],
    ["an amount in words", "12.99 USD", 1, /is not an amount/],
    ["a negative amount", -1, 1, /is not an amount/],
    ["nothing", 0, 1, /is not an amount/],
    ["an object without a price", { currency: "USD" }, 1, /its entry in the price list \(tlds\.pricing\) has no price/],
  ])("with %s renews nothing", async (_case, renew, years, message) => {
    list(renew);
    expect((await new HandlerStack(quick).up(held(500, years))).errors["it"]).toMatch(message);
    expect(registrar.writes()).toEqual([]);
  });

  it.each<[string, unknown, number, string]>([
    ["a number", 12.99, 1, "15.80"],
    ["a text", "12.99", 1, "15.80"],
    ["a total for a year", { total: 15.8 }, 3, "47.42"],
    ["a total for two years", { total: 31.6, registration_length: 2, unit_price: 12.99 }, 2, "31.60"],
    ["a price without a total", { price: 12.99 }, 1, "15.80"],
  ])("with %s is read to the cent", async (_case, renew, years, total) => {
    list(renew);
    expect(await said(() => new HandlerStack(quick).preview(held(500, years)))).toContain(`at ${total} of at most 500`);
  });

  it("is no use where no quote under the TLD says which fees and tax come on top", async () => {
    const data = { status: "available", domain_price: { unit_price: 10.99, total: 13.4 } };
    registrar.sandbox.fault({ operation: "domains.check", fault: { status: 200, body: { success: true, data } } });
    expect((await new HandlerStack(quick).up(held(500))).errors["it"]).toMatch(
      /says 12\.99 a year, but no availability/,
    );
    expect(registrar.writes()).toEqual([]);
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
  expect(Amount.read(value)?.cents).toBe(cents);
});
