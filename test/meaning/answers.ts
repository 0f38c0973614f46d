/** Ways to spoil the response to a request. */
import * as fc from "../support/fastCheck.ts";

export const token = "tok-5ecret-5ecret-5ecret";

/** One way to spoil an answer: where (a number picks one of all places), and how. */
export interface Mutation {
  place: number;
  kind: string;
}

/** An own property, also of a name that JavaScript keeps for itself. */
const own = (key: string, value: unknown) => Object.fromEntries([[key, value]]);
const polluting = () => own("__proto__", { polluted: true, toString: null, id: 1 });

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { data: value };
  return value;
}

/** The replacement of a value; of one that is dropped, nothing. */
const spoiled: Record<string, (value: unknown) => unknown> = {
  drop: () => null,
  null: () => null,
  number: () => 4.5,
  huge: () => 1e308,
  digits: () => "@@123456789012345678901234567890@@",
  negative: () => -7,
  text: () => "true",
  empty: () => "",
  long: () => "x".repeat(70_000),
  surrogate: () => "\ud800 www \udc00",
  control: () => "a\u0000b\n\u2028\u202e",
  flag: () => false,
  list: (value) => [value, value, null],
  object: (value) => ({ value }),
  nest: () => nested(300),
  proto: (value) => ({ ...(typeof value === "object" ? value : {}), ...polluting(), nested: polluting() }),
  constructor: (value: unknown) => {
    const polluted = { prototype: { polluted: true } };
    return { constructor: polluted, ...polluted, hasOwnProperty: 1, value };
  },
  twice: (value) => (Array.isArray(value) ? [...value, ...value] : value),
  wrap: (value) => ({ data: { data: value } }),
  failure: (value) => ({ success: false, error: value, message: `no: Bearer ${token}` }),
  token: () => `said ${token}`,
};

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  // The first places are the envelope, and others are mostly fields of rows.
  place: fc.oneof(fc.nat(8), fc.nat(10_000)),
  kind: fc.constantFrom(...Object.keys(spoiled)),
});

/** Every place in a value, the value itself first. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null || path.length > 6) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], kind: string): unknown {
  if (key === undefined) return spoiled[kind]?.(value);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]];
    return rest.length === 0 && kind === "drop" ? [] : [[name, replaced(inner, rest, kind)]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function mutated(value: unknown, mutations: readonly Mutation[]): unknown {
  return mutations.reduce((now, { place, kind }) => {
    const all = places(now);
    return replaced(now, all[place % all.length] ?? [], kind);
  }, value);
}

/** Ways to spoil the text itself. */
const forms: Record<string, (whole: string) => string> = {
  whole: (whole) => whole,
  cut: (whole) => whole.slice(0, Math.floor(whole.length / 2)),
  garbage: (whole) => `${whole}}\u0000]`,
  twice: (whole) => `${whole}${whole}`,
  html: () => `<!doctype html><title>${token}</title>`,
  nothing: () => "",
  bom: (whole) => `\ufeff${whole}`,
  text: (whole) => JSON.stringify(whole),
  keys: (whole) => whole.replace(/"(id|type|name|data)":/g, '"$1":null,"$1":'),
};

/** A body that was spoiled or not, and the status it comes with. */
export interface Delivery {
  status: number;
  form: string;
}

const statuses = [201, 202, 204, 205, 299, 301, 304, 400, 401, 403, 404, 405, 409, 410, 418, 422, 451];

export const delivery: fc.Arbitrary<Delivery> = fc.record({
  status: fc.oneof({ weight: 4, arbitrary: fc.constant(200) }, { weight: 1, arbitrary: fc.constantFrom(...statuses) }),
  form: fc.oneof(
    { weight: 6, arbitrary: fc.constant("whole") },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(forms)) },
  ),
});

export const textOf = (value: unknown, form: string): string =>
  forms[form]?.((JSON.stringify(value) ?? "").replace(/"@@(\d+)@@"/g, "$1")) ?? "";
