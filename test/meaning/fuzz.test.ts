/** Responses that no service documents: each ends in a value or in one clear error. */
import { inspect } from "node:util";
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import { createClient, RegistrarError } from "../../provider/api/index.ts";
import { withServer } from "../api/server.ts";
import { rows } from "../support/argumentRows.ts";
import * as fc from "../support/fastCheck.ts";
import { authCode, withOrders, withPulumiHome } from "../support/orders.ts";
import { isSoak } from "../support/soak.ts";
import { type Declared, HandlerStack, withStory } from "../support/story.ts";
import { type Delivery, delivery, type Mutation, mutated, mutation, textOf, token } from "./answers.ts";

const { registrar, said } = withStory({ token });
const { orders } = withOrders(registrar);
withPulumiHome();
const server = withServer();
/** The spoiling of the nth response of a run; the others are the sandbox's own. */
let plan: readonly ({ mutations: readonly Mutation[] } & Delivery)[] = [];
let answered = 0;

beforeEach(() => {
  process.env["REGISTRAR_BASE_URL"] = server.baseUrl;
  server.respond = async ({ method, url, headers: { authorization = "" }, body }) => {
    const headers = { authorization, "content-type": "application/json" };
    const address = registrar.sandbox.url.replace(/\/api$/, url);
    const sound = await fetch(address, { method, headers, ...(body !== "" && { body }) });
    const text = await sound.text();
    const spoiling = plan[answered];
    answered += 1;
    if (spoiling === undefined || text === "") return { status: sound.status, text };
    const isBodiless = [204, 205, 304].includes(spoiling.status);
    const spoiled = textOf(mutated(JSON.parse(text), spoiling.mutations), spoiling.form);
    return { status: spoiling.status, text: isBodiless ? "" : spoiled, headers: { "x-said": token } };
  };
});

const spoilingsWith = (one: fc.Arbitrary<Mutation>) =>
  fc.array(
    fc
      .record({ mutations: fc.array(one, { maxLength: 3 }), delivery })
      .map(({ mutations, delivery: { status, form } }) => ({ mutations, status, form })),
    { minLength: 1, maxLength: 4 },
  );

/** A registrar may say our token back to us in its own words, but does not keep it as a record's data. */
const inData = mutation.filter(({ kind }) => kind !== "token");

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

const numRuns = Number(process.env["REGISTRAR_FUZZ_RUNS"] ?? 240) / 2;
const queries: Record<string, object> = {
  "marketplace.search": { query: "tea" },
  "marketplace.appraise": { domain_name: "tea.com" },
};

it("a spoiled response to any read gives the client a value or one clear error", async () => {
  const reads = endpointNames.filter((name) => endpoints[name].method === "GET");
  const credentials = { token, marketplaceUserId: "4242", marketplaceToken: token, appraisalToken: token };
  const property = fc.asyncProperty(fc.constantFrom(...reads), spoilingsWith(mutation), async (name, spoiling) => {
    [plan, answered] = [spoiling, 0];
    const [group = "", method = ""] = name.split(".");
    const lines: string[] = [];
    const client = createClient({ baseUrl: server.baseUrl, ...credentials, env: {}, log: (line) => lines.push(line) });
    const call: unknown = Reflect.get(Reflect.get(client, group), method);
    if (typeof call !== "function") throw new TypeError(`no method ${name}`);
    try {
      await call({ domain: "example.com", id: "1", handle: "ATOM-1001", query: queries[name] });
    } catch (error) {
      if (!(error instanceof RegistrarError)) throw error;
      const everything = `${error.stack} ${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
      expect(error.code).toMatch(/^ERR_REGISTRAR_/);
      expectNoFault(error.message, `${everything} ${lines.join()}`);
    }
  });
  await fc.assert(property, { numRuns, endOnFailure: !isSoak });
});

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
  const property = fc.asyncProperty(fc.nat(changes.length - 1), spoilingsWith(inData), async (at, spoiling) => {
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
