/**
 * Answers of an availability check in every shape that the specification leaves room for: what is asked, what the
 * registrar says, and whether that is a price that somebody can have consented to.
 */

/** A whole quote for a year, as the specification shows one. */
const year = {
  unit_price: 10.99,
  renewal_price: 12.99,
  icann_fee: 0.18,
  is_premium: false,
  registration_length: 1,
  subtotal: 11.17,
  vat_rate: 0.2,
  vat_amount: 2.23,
  total: 13.4,
};
/** The same for ten years. */
const ten = { ...year, registration_length: 10, icann_fee: 1.8, subtotal: 111.7, vat_amount: 22.34, total: 134.04 };

export interface QuoteCase {
  /** What is odd about the quote. */
  readonly title: string;
  /** Default: 1. */
  readonly years?: number;
  /** Default: `fresh.com`. */
  readonly domain?: string;
  /** Default: 500. */
  readonly maxPrice?: number;
  readonly acceptPremium?: boolean;
  /** `domain_price`. */
  readonly price: unknown;
  /** Beside `data`. */
  readonly outside?: Record<string, unknown>;
  /** Beside `domain_price`. */
  readonly beside?: Record<string, unknown>;
}

const without = (price: Record<string, unknown>, ...keys: string[]) =>
  Object.fromEntries(Object.entries(price).filter(([key]) => !keys.includes(key)));
const bare = { unit_price: 10.99, registration_length: 1, total: 13.4, is_premium: false };

/** Ordered, and told with this total: what is odd about the quote, its price, and what is asked otherwise. */
const ordered: readonly [title: string, total: string, price: unknown, rest?: Partial<QuoteCase>][] = [
  ["everything that the specification shows", "13.40", year],
  ["ten years, all counted", "134.04", ten, { years: 10 }],
  ["nothing but what is needed", "13.40", bare],
  [
    "amounts and the length as plain text",
    "13.40",
    { ...year, unit_price: "10.99", total: " 13.40 ", registration_length: "1" },
  ],
  ["the noise of floating point", "13.40", { ...year, total: 13.400000000000002 }],
  ["its noise downwards", "13.40", { ...year, total: 13.399999999999999 }],
  ["fractions of a cent, counted upwards", "13.41", { ...year, total: 13.4006, vat_amount: 2.2306 }],
  ["absent parts as null", "13.40", { ...year, icann_fee: null, vat_rate: null, subtotal: null }],
  [
    "a total that is rounded down by as much as two parts can be",
    "13.38",
    { ...without(year, "subtotal"), total: 13.38 },
  ],
  ["a tax rate in percent", "13.40", { ...year, vat_rate: 20 }],
  [
    "a first year that is cheaper than the later ones",
    "25.00",
    { ...bare, unit_price: 1, renewal_price: 12, registration_length: 3, subtotal: 25, total: 25, vat_amount: 0 },
    { years: 3 },
  ],
  [
    ".ai with its default of two years",
    "191.98",
    { ...bare, unit_price: 79.99, registration_length: 2, total: 191.98 },
    { domain: "fresh.ai", years: 2 },
  ],
  ["a price of the bound", "13.40", year, { maxPrice: 13.4 }],
  ["a flag for premium that is said otherwise", "13.40", { ...year, is_premium: 0 }],
  [
    "names in another spelling",
    "13.40",
    Object.fromEntries(
      Object.entries(year).map(([key, value]) => [key.replace(/_./g, (at) => at.slice(1).toUpperCase()), value]),
    ),
  ],
  ["fields of no value that nobody knows", "13.40", { ...year, promo_code: null }, { beside: { message: "ok" } }],
  ["no flag, and consent to a premium name", "13.40", without(year, "is_premium"), { acceptPremium: true }],
];
export const agreeing = ordered.map(([title, total, price, rest]) => ({ title, total, price, ...rest }));

const notExact = (why: string) => new RegExp(`does not report the exact total price of .* for .*: ${why}`);
const unpaid = (costs: string) =>
  notExact(`its \`total\` of 10\\.00 is less than 1 year at its \`unit_price\` of 10\\.00, with ${costs}`);
const gross = { unit_price: 10, registration_length: 1, is_premium: false, total: 10 };
const unknownField = (key: string) =>
  new RegExp(`a field "${key}" that may be part of the price.*\\{"domains\\.check": \\{"ignore": \\["${key}"\\]\\}\\}`);
const noLength = notExact("its `registration_length` is not a number of years");
const noAmount = (key: string) => notExact(`its \`${key}\` is not an amount`);

/** Never ordered. */
type Refused = [title: string, price: unknown, message: RegExp, rest?: Partial<QuoteCase>];
const never: readonly Refused[] = [
  ["no price at all", undefined, notExact("the response contains no price")],
  ["null for a total", { ...year, total: null }, notExact("its price has no `total`")],
  ["no price of a year", without(year, "unit_price"), notExact("its price has no `unit_price`")],
  [
    "no length, in a check that ignores years",
    without(year, "registration_length"),
    notExact("its price has no `registration_length`"),
    { years: 10, maxPrice: 20 },
  ],
  [
    "the length of the answer's default",
    year,
    notExact("it is for 1 year, but 10 years were requested"),
    { years: 10, maxPrice: 20 },
  ],
  [
    "the length that was asked for, and the total of a year",
    { ...year, registration_length: 10 },
    notExact("its `total` of 13\\.40 is less than 10 years at its `unit_price` of 10\\.99"),
    { years: 10, maxPrice: 20 },
  ],
  [
    "the total of ten years for one",
    { ...ten, registration_length: 1 },
    notExact("its `total` of 134\\.04 is the price of more than 1 year at its `unit_price` of 10\\.99"),
  ],
  [
    "the two years of .ai for one",
    { ...bare, unit_price: 79.99, total: 191.98, subtotal: 159.98, vat_amount: 32 },
    notExact("its `total` of 191\\.98 is the price of more than 1 year"),
    { domain: "fresh.ai" },
  ],
  ...[12, "1 year", 0, 1.5, [1]].map(
    (registration_length): Refused => [
      `a length of ${JSON.stringify(registration_length)}`,
      { ...year, registration_length },
      noLength,
    ],
  ),
  ["a total of 0 beside a price of a year", { ...bare, unit_price: 120, total: 0 }, notExact("its `total` is 0\\.00")],
  ["a price of a year of 0", { ...bare, unit_price: 0 }, notExact("its `unit_price` is 0\\.00")],
  [
    "a total without its tax",
    { ...year, total: 11.17 },
    notExact("its `total` of 11\\.17 is less than 1 year at its `unit_price` of 10\\.99"),
  ],
  [
    "a subtotal above the total",
    { ...without(year, "vat_amount"), subtotal: 20 },
    notExact("its `total` of 13\\.40 is less than 1 year"),
  ],
  [
    "tax above the total",
    { ...without(year, "subtotal"), vat_amount: 20 },
    notExact("its `total` of 13\\.40 is less than 1 year .* with 20\\.18 of fees and tax"),
  ],
  ...["13.40 USD", "13,40", "+13.40", "1e1", "0xd", "", "NaN", -13.4, 1e300, 1_000_000_000, true, [13.4]].map(
    (total): Refused => [`a total of ${JSON.stringify(total)}`, { ...year, total }, noAmount("total")],
  ),
  ...["unit_price", "icann_fee", "subtotal", "vat_amount"].map(
    (key): Refused => [`a negative ${key}`, { ...year, [key]: -1 }, noAmount(key)],
  ),
  ["tax beside the total", { ...gross, vat_amount: 2 }, unpaid("2\\.00 of fees and tax that it names")],
  ["a tax rate beside the total", { ...gross, subtotal: 10, vat_rate: 20 }, unpaid("2\\.00 of")],
  ["the same rate as a fraction", { ...gross, vat_rate: 0.2 }, unpaid("2\\.00 of")],
  ["a tax rate beside no tax", { ...gross, vat_rate: 20, vat_amount: 0 }, unpaid("2\\.00 of")],
  ["a fee beside the total", { ...gross, icann_fee: 5 }, unpaid("5\\.00 of")],
  ...[
    ...["setup_fee", "taxes", "grand_total", "amount_due", "levy", "commission", "mwst", "iva", "hst", "taxAmount"],
    ...["icannFee2", "premium_price", "tier", "years", "tax_included", "total_excludes_tax", "promo_code"],
  ].map((key): Refused => [`\`${key}\`, which nobody knows`, { ...year, [key]: 1 }, unknownField(key)]),
  ["a field `constructor`", { ...year, constructor: 3 }, unknownField("constructor")],
  [
    "a field `__proto__`",
    Object.fromEntries([...Object.entries(year), ["__proto__", 3]]),
    unknownField("\\[__proto__\\]"),
  ],
  ["a field beside the data that nobody knows", year, unknownField("grand_total"), { outside: { grand_total: 90 } }],
  ["a field beside the price that nobody knows", year, unknownField("setup_cost"), { beside: { setup_cost: 30 } }],
  ["two fields of one meaning that differ", { ...year, Total: 99 }, notExact("it has two fields that mean `total`")],
  [
    "a total that is three cents below its parts",
    { ...without(year, "subtotal"), total: 13.37 },
    notExact("its `total` of 13\\.37 is less than 1 year"),
  ],
  [
    "a price of the year that includes the tax that it names, too",
    { ...year, unit_price: 13.4, icann_fee: 0 },
    notExact("its `total` of 13\\.40 is less than 1 year at its `unit_price` of 13\\.40, with 2\\.68"),
  ],
  [
    "an availability of 0 beside its status",
    year,
    /cannot be registered: the registrar reports "available, although its availability is 0"/,
    { beside: { availability: 0 } },
  ],
  ["a price above the bound by a cent", year, /more than the `maxPrice` of 13\.39/, { maxPrice: 13.39 }],
  [
    "a bound with a fraction of a cent below the price",
    year,
    /more than the `maxPrice` of 13\.39/,
    { maxPrice: 13.399 },
  ],
  ["a premium name", { ...year, is_premium: true }, /is a premium name/],
  ["a flag for premium beside the price", year, unknownField("is_premium"), { beside: { is_premium: true } }],
  ["a flag for premium that nobody knows", { ...year, is_premium: "tier 1" }, /is a premium name/],
  [
    "no flag for premium",
    without(year, "is_premium"),
    /may be a premium name \(the registrar does not report whether it is\).*acceptPremium: true/,
  ],
];
export const refused = never.map(([title, price, message, rest]) => ({ title, price, message, ...rest }));
