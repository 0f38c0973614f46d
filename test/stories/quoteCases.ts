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
  /** Beside `domain_price`. */
  readonly beside?: Record<string, unknown>;
}

const without = (price: Record<string, unknown>, ...keys: string[]) =>
  Object.fromEntries(Object.entries(price).filter(([key]) => !keys.includes(key)));
const bare = { unit_price: 10.99, registration_length: 1, total: 13.4, is_premium: false };

/** Ordered, and told with this total. */
export const agreeing: readonly (QuoteCase & { readonly total: string })[] = [
  { title: "everything that the specification shows", price: year, total: "13.40" },
  { title: "ten years, all counted", years: 10, price: ten, total: "134.04" },
  { title: "nothing but what is needed", price: bare, total: "13.40" },
  { title: "amounts as plain text", price: { ...year, unit_price: "10.99", total: " 13.40 " }, total: "13.40" },
  { title: "a length as text", price: { ...year, registration_length: "1" }, total: "13.40" },
  { title: "the noise of floating point", price: { ...year, total: 13.400000000000002 }, total: "13.40" },
  { title: "its noise downwards", price: { ...year, total: 13.399999999999999 }, total: "13.40" },
  {
    title: "fractions of a cent, counted upwards",
    price: { ...year, total: 13.4006, vat_amount: 2.2306 },
    total: "13.41",
  },
  {
    title: "absent parts as null",
    price: { ...year, icann_fee: null, vat_rate: null, subtotal: null },
    total: "13.40",
  },
  {
    title: "a total that is rounded down by as much as two parts can be",
    price: { ...without(year, "subtotal"), total: 13.38 },
    total: "13.38",
  },
  { title: "a tax rate in percent", price: { ...year, vat_rate: 20 }, total: "13.40" },
  {
    title: "a first year that is cheaper than the later ones",
    years: 3,
    price: {
      ...bare,
      unit_price: 1,
      renewal_price: 12,
      registration_length: 3,
      subtotal: 25,
      total: 25,
      vat_amount: 0,
    },
    total: "25.00",
  },
  {
    title: ".ai with its default of two years",
    domain: "fresh.ai",
    years: 2,
    price: { ...bare, unit_price: 79.99, registration_length: 2, total: 191.98 },
    total: "191.98",
  },
  { title: "a price of the bound", maxPrice: 13.4, price: year, total: "13.40" },
  {
    title: "flags for premium that are said otherwise",
    price: { ...year, is_premium: 0 },
    beside: { premium: "false" },
    total: "13.40",
  },
  {
    title: "no flag, and consent to a premium name",
    acceptPremium: true,
    price: without(year, "is_premium"),
    total: "13.40",
  },
];

const notExact = (why: string) => new RegExp(`does not report the exact total price of .* for .*: ${why}`);

const unpaid = (costs: string) =>
  notExact(`its \`total\` of 10\\.00 is less than 1 year at its \`unit_price\` of 10\\.00, with ${costs}`);
const gross = { unit_price: 10, registration_length: 1, is_premium: false, total: 10 };

/** Never ordered. */
export const refused: readonly (QuoteCase & { readonly message: RegExp })[] = [
  { title: "no price at all", price: undefined, message: notExact("the response contains no price") },
  { title: "null for a price", price: null, message: notExact("the response contains no price") },
  { title: "an empty price", price: {}, message: notExact("its price has no `total`") },
  { title: "no total", price: without(year, "total"), message: notExact("its price has no `total`") },
  { title: "null for a total", price: { ...year, total: null }, message: notExact("its price has no `total`") },
  {
    title: "no price of a year",
    price: without(year, "unit_price"),
    message: notExact("its price has no `unit_price`"),
  },
  {
    title: "no length, in a check that ignores years",
    years: 10,
    maxPrice: 20,
    price: without(year, "registration_length"),
    message: notExact("its price has no `registration_length`"),
  },
  {
    title: "the length of the answer's default",
    years: 10,
    maxPrice: 20,
    price: year,
    message: notExact("it is for 1 year, but 10 years were requested"),
  },
  {
    title: "the length that was asked for, and the total of a year",
    years: 10,
    maxPrice: 20,
    price: { ...year, registration_length: 10 },
    message: notExact("its `total` of 13\\.40 is less than 10 years at its `unit_price` of 10\\.99"),
  },
  {
    title: "the total of ten years for one",
    price: { ...ten, registration_length: 1 },
    message: notExact("its `total` of 134\\.04 is the price of more than 1 year at its `unit_price` of 10\\.99"),
  },
  {
    title: "the two years of .ai for one",
    domain: "fresh.ai",
    years: 1,
    price: { ...bare, unit_price: 79.99, registration_length: 1, total: 191.98, subtotal: 159.98, vat_amount: 32 },
    message: notExact("its `total` of 191\\.98 is the price of more than 1 year"),
  },
  {
    title: "the two years of .ai, said",
    domain: "fresh.ai",
    years: 1,
    price: { ...bare, unit_price: 79.99, registration_length: 2, total: 191.98 },
    message: notExact("it is for 2 years, but 1 year was requested"),
  },
  {
    title: "one year of .ai for its default of two",
    domain: "fresh.ai",
    years: 2,
    price: { ...bare, unit_price: 79.99, registration_length: 1, total: 95.99 },
    message: notExact("it is for 1 year, but 2 years were requested"),
  },
  {
    title: "months for years",
    price: { ...year, registration_length: 12 },
    message: notExact("its `registration_length` is not a number of years"),
  },
  {
    title: "a length with its word",
    price: { ...year, registration_length: "1 year" },
    message: notExact("its `registration_length` is not a number of years"),
  },
  ...[0, -1, 1.5, true, [1]].map((registration_length) => ({
    title: `a length of ${JSON.stringify(registration_length)}`,
    price: { ...year, registration_length },
    message: notExact("its `registration_length` is not a number of years"),
  })),
  {
    title: "a total of 0 beside a price of a year",
    price: { ...bare, unit_price: 120, total: 0 },
    message: notExact("its `total` is 0\\.00"),
  },
  {
    title: "zeros everywhere",
    price: { ...bare, unit_price: 0, total: 0 },
    message: notExact("its `total` is 0\\.00"),
  },
  {
    title: "a price of a year of 0",
    price: { ...bare, unit_price: 0 },
    message: notExact("its `unit_price` is 0\\.00"),
  },
  {
    title: "a total below the price of the year",
    price: { ...bare, unit_price: 120, total: 12 },
    message: notExact("its `total` of 12\\.00 is less than 1 year at its `unit_price` of 120\\.00"),
  },
  {
    title: "a total without its tax",
    price: { ...year, total: 11.17 },
    message: notExact(
      "its `subtotal` of 11\\.17 and its `vat_amount` of 2\\.23 do not add up to its `total` of 11\\.17",
    ),
  },
  {
    title: "a subtotal above the total",
    price: { ...without(year, "vat_amount"), subtotal: 20 },
    message: notExact("its `subtotal` of 20\\.00 is above its `total`"),
  },
  {
    title: "tax above the total",
    price: { ...without(year, "subtotal"), vat_amount: 20 },
    message: notExact("its `vat_amount` of 20\\.00 is above its `total`"),
  },
  ...[
    ["a currency", "13.40 USD"],
    ["a currency sign", "$13.40"],
    ["a comma", "13,40"],
    ["thousands apart", "1,013.40"],
    ["a sign", "+13.40"],
    ["an exponent", "1e1"],
    ["a hexadecimal number", "0xd"],
    ["nothing in it", ""],
    ["the word for no number", "NaN"],
    ["the word for too much", "Infinity"],
  ].map(([what, total]) => ({
    title: `a text with ${what}`,
    price: { ...year, total },
    message: notExact("its `total` is not an amount"),
  })),
  ...[-13.4, 1e300, 1_000_000_000, 1e-7, true, [13.4], { amount: 13.4 }].map((total) => ({
    title: `a total of ${JSON.stringify(total)}`,
    price: { ...year, total },
    message: notExact("its `total` is not an amount"),
  })),
  ...["unit_price", "icann_fee", "subtotal", "vat_amount"].map((key) => ({
    title: `a negative ${key}`,
    price: { ...year, [key]: -1 },
    message: notExact(`its \`${key}\` is not an amount`),
  })),
  {
    title: "tax beside the total",
    price: { ...gross, vat_amount: 2 },
    message: unpaid("2\\.00 of fees and tax that it names"),
  },
  {
    title: "a tax rate beside the total",
    price: { ...gross, subtotal: 10, vat_rate: 20 },
    message: unpaid("2\\.00 of"),
  },
  { title: "the same rate as a fraction", price: { ...gross, vat_rate: 0.2 }, message: unpaid("2\\.00 of") },
  { title: "a tax rate beside no tax", price: { ...gross, vat_rate: 20, vat_amount: 0 }, message: unpaid("2\\.00 of") },
  { title: "a fee beside the total", price: { ...gross, icann_fee: 5 }, message: unpaid("5\\.00 of") },
  { title: "a fee that nobody knows", price: { ...gross, setup_fee: "0.5", gst: 1 }, message: unpaid("1\\.50 of") },
  {
    title: "taxes in a list",
    price: { ...gross, taxes: [{ name: "VAT" }] },
    message: notExact("its `taxes` is not an amount"),
  },
  {
    title: "a total that is three cents below its parts",
    price: { ...without(year, "subtotal"), total: 13.37 },
    message: notExact("its `total` of 13\\.37 is less than 1 year"),
  },
  {
    title: "a price of the year that includes the tax that it names, too",
    price: { ...year, unit_price: 13.4, icann_fee: 0 },
    message: notExact("its `total` of 13\\.40 is less than 1 year at its `unit_price` of 13\\.40, with 2\\.68"),
  },
  {
    title: "an availability of 0 beside its status",
    price: year,
    beside: { availability: 0 },
    message: /cannot be registered: the registrar reports "available, although its availability is 0"/,
  },
  {
    title: "a price above the bound by a cent",
    maxPrice: 13.39,
    price: year,
    message: /more than the `maxPrice` of 13\.39/,
  },
  {
    title: "a bound with a fraction of a cent below the price",
    maxPrice: 13.399,
    price: year,
    message: /more than the `maxPrice` of 13\.39/,
  },
  { title: "a premium name", price: { ...year, is_premium: true }, message: /is a premium name/ },
  {
    title: "flags for premium that contradict each other",
    price: year,
    beside: { is_premium: true },
    message: /is a premium name/,
  },
  {
    title: "a flag for premium that nobody knows",
    price: { ...year, is_premium: "tier 1" },
    message: /is a premium name/,
  },
  {
    title: "no flag for premium",
    price: without(year, "is_premium"),
    message: /may be a premium name \(the registrar does not report whether it is\).*acceptPremium: true/,
  },
];
