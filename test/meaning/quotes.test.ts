/**
 * Whatever a registrar leaves out of its prices, or says twice in different ways: what an order is charged with is
 * within what the program consents to, and its length is what was asked for. Read off the sandbox's ledger.
 */

import { quote, tldPrices } from "../../testing/sandbox/prices.ts";
import fc from "../support/fastCheck.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { said, withPulumiHome } from "../support/orders.ts";
import { withRegistrar } from "../support/registrar.ts";
import { limit, runs } from "../support/soak.ts";

const registrar = withRegistrar();
withPulumiHome();
const quick = { "registrar:lookupSeconds": "0" };

const years = fc.integer({ min: 1, max: 10 });
/** Mostly as it should be, so that many stories end in an order. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const odd = fc.constantFrom<unknown>(
  undefined,
  null,
  0,
  -5,
  1e300,
  "",
  "13.40 USD",
  "$5",
  "1e0",
  "NaN",
  true,
  [1],
  0.01,
  "0.01",
);
const fields = ["unit_price", "registration_length", "total", "subtotal", "vat_amount", "icann_fee", "is_premium"];

/** A truthful quote, for the length asked for or for another, of which some fields are missing or say something odd. */
const told = fc.record({
  /** The check ignores `years`: it quotes so many. */
  quoted: seldom(years),
  /** ... and claims that they are what was asked for. */
  echoes: fc.boolean(),
  asText: fc.boolean(),
  left: seldom(fc.dictionary(fc.constantFrom(...fields), fc.constant(undefined), { maxKeys: 4 })),
  spoiled: seldom(fc.record({ field: fc.constantFrom(...fields), value: odd })),
});
const story = fc.record({
  tld: fc.constantFrom("com", "io", "ai"),
  asked: seldom(years),
  maxPrice: fc.constantFrom(5, 13.4, 100, 500, 1500),
  told,
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

let count = 0;
let ordered = 0;

async function holds({ tld, asked, maxPrice, told }: Story): Promise<void> {
  const { sandbox } = registrar;
  count += 1;
  const domain = `quoted-${count}.${tld}`;
  const meant = asked ?? (tld === "ai" ? 2 : 1);
  const { quoted = meant, echoes, asText, left, spoiled } = told;
  const price = tldPrices[tld];
  if (price === undefined) throw new Error(`the sandbox has no prices under ${tld}`);
  const whole: Record<string, unknown> = {
    ...quote(domain, "register", quoted, price),
    ...(echoes && { registration_length: meant }),
    ...left,
    ...(spoiled && { [spoiled.field]: spoiled.value }),
  };
  const shown = Object.entries(whole).map(([key, value]) => [
    key,
    asText && typeof value === "number" ? String(value) : value,
  ]);
  const data = { domain, status: "available", domain_price: Object.fromEntries(shown) };
  sandbox.clearFaults();
  sandbox.dashboard.setBalance(100_000);
  sandbox.fault({ operation: "domains.check", fault: { status: 200, body: { success: true, data } } });
  const stack = new HandlerStack(quick);
  const args = { domain, maxPrice, ...(asked !== undefined && { years: asked }) };
  const { errors } = await stack.up({ it: { handler: "domainRegistration", args } });
  const charges = sandbox.ledger().filter((charge) => charge.domain === domain);
  if (errors["it"] !== undefined) {
    expect(charges).toEqual([]);
    expect(errors["it"]).toMatch(/Nothing was ordered\./);
    return;
  }
  ordered += 1;
  expect(charges).toMatchObject([{ kind: "register", years: meant }]);
  expect(charges[0]?.total).toBeLessThanOrEqual(maxPrice);
}

it(
  "never charges above the bound, nor for another length than was asked for",
  async () => {
    await said(() => fc.assert(fc.asyncProperty(story, holds), { numRuns: runs(80, 3000) }));
    // A rule that refuses everything would hold, too.
    expect(ordered).toBeGreaterThan(count / 50);
  },
  limit(600_000),
);
