/** Responses that no service documents: each ends in a value or in one clear error. */
import { withServer } from "../api/server.ts";
import { rows } from "../support/argumentRows.ts";
import * as fc from "../support/fastCheck.ts";
import { authCode, withOrders } from "../support/orders.ts";
import { isSoak } from "../support/soak.ts";
import { type Declared, HandlerStack, withStory } from "../support/story.ts";

const token = "tok-5ecret-5ecret-5ecret";
const { registrar, said } = withStory({ token });
const { orders } = withOrders(registrar);
const server = withServer();

/** JSON in place of a value, or of a key, of a response. */
const replacements = [
  ...["null", "false", "4.5", "1e308", "-7", "123456789012345678901234567890", '""', '"true"', '"@"', "[]", "{}"],
  ...['"\\ud800 www \\udc00"', '"a\\u0000b\\n\\u2028\\u202e"', `"${"x".repeat(70_000)}"`, '"__proto__"'],
  ...['{"__proto__":{"polluted":true,"toString":null,"id":1}}', '{"constructor":{"prototype":{"polluted":true}}}'],
  `${'[{"data":'.repeat(150)}1${"}]".repeat(150)}`,
];
/** Forms of a complete response. A registrar may say our token back to us in its own words. */
const forms: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  cut: (text) => text.slice(0, Math.floor(text.length / 2)),
  garbage: (text) => `${text}}\u0000]`,
  twice: (text) => `[${text},${text}]`,
  wrapped: (text) => `{"data":{"data":${text}}}`,
  html: () => `<!doctype html><title>${token}</title>`,
  nothing: () => "",
  failure: (text) => `{"success":false,"error":${text},"message":"no: Bearer ${token}"}`,
  keys: (text) => text.replace(/"(id|type|name|data)":/g, '"$1":null,"$1":'),
};
const statuses = [200, 200, 200, 201, 202, 204, 299, 301, 304, 400, 401, 403, 404, 405, 409, 410, 418, 422, 451];

/** The first keys and values of a response are its envelope's, and others are mostly those of rows. */
const place = fc.oneof(fc.nat(8), fc.nat(200));
const spoiling = fc.record({
  replaced: fc.array(fc.record({ place, by: fc.constantFrom(...replacements) }), { maxLength: 3 }),
  form: fc.oneof({ weight: 6, arbitrary: fc.constant("as it is") }, fc.constantFrom(...Object.keys(forms))),
  status: fc.oneof({ weight: 4, arbitrary: fc.constant(200) }, fc.constantFrom(...statuses)),
});
const spoilings = fc.array(spoiling, { minLength: 1, maxLength: 4 });
type Spoiling = typeof spoiling extends fc.Arbitrary<infer T> ? T : never;

function spoiled(text: string, { replaced, form }: Spoiling): string {
  let at = -1;
  const json = text.replace(
    /"(?:[^"\\]|\\.)*"(:?)|-?\d[\d.e+-]*|true|false|null/g,
    (found, colon: string | undefined) => {
      at += 1;
      const by = replaced.find((each) => each.place === at)?.by ?? found;
      // A key stays a key.
      return colon && by !== found ? `"${by.replace(/\W/g, "").slice(0, 20)}":` : by;
    },
  );
  return forms[form]?.(json) ?? json;
}

/** The spoiling of the nth response of a run; the others are the sandbox's own. */
let plan: readonly Spoiling[] = [];
let answered = 0;

beforeEach(() => {
  process.env["REGISTRAR_BASE_URL"] = server.baseUrl;
  server.respond = async ({ method, url, headers: { authorization = "" }, body }) => {
    const headers = { authorization, "content-type": "application/json" };
    const address = registrar.sandbox.url.replace(/\/api$/, url);
    const sound = await fetch(address, { method, headers, ...(body !== "" && { body }) });
    const text = await sound.text();
    const next = plan[answered];
    answered += 1;
    if (next === undefined || text === "") return { status: sound.status, text };
    const isBodiless = [204, 304].includes(next.status);
    return { status: next.status, text: isBodiless ? "" : spoiled(text, next), headers: { "x-said": token } };
  };
});

/** Faults of what a person reads. Thousands are looked at: `expect` is asked once for each, not once for each question. */
function expectNoFault(message: string, everything: string): void {
  const faults: [boolean, string][] = [
    [message.length >= 2000, `its message has ${message.length} characters`],
    [/undefined|\[object|NaN|TypeError|ERR_REGISTRAR_INTERNAL/.test(message), `its message is ${message}`],
    [everything.includes(token), `it shows the token: ${everything}`],
  ];
  const found = faults.filter(([isSo]) => isSo).map(([, fault]) => fault);
  expect([...found, ...Object.keys(Object.prototype), "polluted" in {}]).toEqual([false]);
}

const numRuns = Number(process.env["REGISTRAR_FUZZ_RUNS"] ?? 60);

/** Resources, with a change of an argument. */
const changes: (() => [Declared, Declared])[] = [
  ...Object.values(rows).flatMap(({ handler, base, values }) =>
    Object.entries(values).map(([name, [first, second]]) => (): [Declared, Declared] => [
      { handler, args: { ...base, [name]: first } },
      { handler, args: { ...base, [name]: second } },
    ]),
  ),
  ...Object.values(orders).map(({ program }) => (): [Declared, Declared] => {
    const { it: order } = program();
    return [order, { ...order, args: { ...order.args, retryOrdersBefore: "2020-01-01T00:00:00Z" } }];
  }),
];

it("a spoiled response to any call of a life cycle leaves a state or one clear error", async () => {
  const property = fc.asyncProperty(fc.nat(changes.length - 1), spoilings, async (at, spoiling) => {
    const [before, after] = changes[at]?.() ?? [];
    if (before === undefined || after === undefined) throw new RangeError(`no change ${at}`);
    [plan, answered] = [spoiling, 0];
    registrar.sandbox.reset();
    registrar.sandbox.addDomain("theirs.com", { account: "other", authCode });
    const stack = new HandlerStack();
    const runs = [() => stack.up({ it: before }, { skipPreview: true }), () => stack.refresh()];
    for (const run of [...runs, () => stack.up({ it: after }, { skipPreview: true }), () => stack.destroy()]) {
      // A check that fails ends an engine's run.
      const { errors } = await run().catch((error: unknown) => ({ errors: { it: String(error) } }));
      expectNoFault(errors["it"] ?? "", `${errors["it"]} ${said()}`);
    }
  });
  await fc.assert(property, { numRuns, endOnFailure: !isSoak });
});
