/** Responses that no service documents: each ends in a value or in one clear error. */
import { inspect } from "node:util";
import { endpointNames } from "../../provider/api/endpoints/table.ts";
import { createClient, RegistrarError, readConfiguration } from "../../provider/api/index.ts";
import { orderNotes } from "../../provider/fronts/shared/engineOperation.ts";
import { PartialFailure, type Properties, type Resource } from "../../provider/lifecycle/definition.ts";
import { Run } from "../../provider/lifecycle/run.ts";
import { resources } from "../../provider/resources/index.ts";
import { withServer } from "../api/server.ts";
import * as fc from "../support/fastCheck.ts";
import { withPulumiHome } from "../support/orders.ts";
import { person } from "../support/records.ts";
import {
  type Delivery,
  delivery,
  type Mutation,
  mutated,
  mutation,
  operationOf,
  soundAnswer,
  textOf,
  token,
} from "./answers.ts";

withPulumiHome();
const { contact, dnsRecord, dnssec, dnsZone, domainContacts, domainLock, domainRegistration } = resources;
const { domainSettings, domainTransfer, nameservers, urlForward } = resources;

const server = withServer();
const said: string[] = [];
/** The spoiling of the nth answer of a run; the others are sound. */
let plan: readonly ({ mutations: readonly Mutation[] } & Delivery)[] = [];
let answered = 0;

beforeEach(() => {
  server.respond = ({ method, path }) => {
    const value = soundAnswer(operationOf(method, path));
    const spoiling = plan[answered];
    answered += 1;
    if (spoiling === undefined) return { json: value };
    const bodiless = spoiling.status === 204 || spoiling.status === 205 || spoiling.status === 304;
    const text = textOf(mutated(value, spoiling.mutations), spoiling.form);
    return { status: spoiling.status, text: bodiless ? "" : text, headers: { "x-said": token } };
  };
});

const spoilingsWith = (mutation: fc.Arbitrary<Mutation>) =>
  fc.array(
    fc
      .record({ mutations: fc.array(mutation, { maxLength: 3 }), delivery })
      .map(({ mutations, delivery: { status, form } }) => ({ mutations, status, form })),
    { minLength: 1, maxLength: 4 },
  );

/** A registrar may say our token back to us in its own words, but does not keep it as a record's data. */
const inData = mutation.filter(({ kind }) => kind !== "token");

/** Faults of an error of ours. Thousands are looked at: `expect` is asked once for each, not once for each question. */
function faultsOf(error: RegistrarError | PartialFailure): string[] {
  const everything = `${error.stack} ${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${said.join()}`;
  const faults: [boolean, string][] = [
    [!/^ERR_REGISTRAR_/.test(error.code), `its code is ${error.code}`],
    [error.message.length >= 2000, `its message has ${error.message.length} characters`],
    [/undefined|\[object|NaN|TypeError/.test(error.message), `its message is ${error.message}`],
    [everything.includes(token), `it shows the token: ${everything}`],
  ];
  return faults.filter(([isSo]) => isSo).map(([, fault]) => fault);
}

/** Does nothing get through but a value, or one of our own errors that keeps the secret? */
async function survives(work: () => Promise<unknown>): Promise<void> {
  said.length = 0;
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("it hangs")), 10_000);
  });
  let faults: string[] = [];
  try {
    await Promise.race([work(), hang]);
  } catch (error) {
    if (!(error instanceof RegistrarError) && !(error instanceof PartialFailure)) throw error;
    faults = faultsOf(error);
  } finally {
    clearTimeout(timer);
  }
  expect([...faults, ...Object.keys(Object.prototype), "polluted" in {}]).toEqual([false]);
}

const bodies: Record<string, object> = {
  "records.create": { type: "A", name: "www", content: "192.0.2.1" },
  "records.update": { type: "A", name: "www", content: "192.0.2.1" },
  "forwards.create": { source: "shop", destination: "https://example.net/" },
  "forwards.update": { source: "shop", destination: "https://example.net/" },
  "domains.register": { domain_name: "example.com" },
  "domains.renew": {},
  "domains.transfer": { domain_name: "example.com", authcode: "abcd-1234" },
  "nameservers.set": { nameservers: ["ns1.example.net", "ns2.example.net"] },
  "lock.set": { locked: true },
  "privacy.set": { privacy_protect: true },
  "autoRenew.set": { auto_renew: true },
  "contacts.create": person,
  "contacts.update": { city: "y" },
  "domainContacts.set": { registrant: "ATOM-1001" },
};
const queries: Record<string, object> = {
  "marketplace.search": { query: "tea" },
  "marketplace.appraise": { domain_name: "tea.com" },
};

async function random(property: fc.IAsyncProperty<[string, typeof plan]>, share: number): Promise<void> {
  await fc.assert(property, { numRuns: fuzzRuns * share });
}
const fuzzRuns = Number(process.env["REGISTRAR_FUZZ_RUNS"] ?? 240);

it("a spoiled answer to any operation gives the client a value or one clear error", async () => {
  const client = () =>
    createClient({
      baseUrl: server.baseUrl,
      token,
      marketplaceUserId: "4242",
      marketplaceToken: token,
      appraisalToken: token,
      env: {},
      log: (line) => said.push(line),
    });
  const property = fc.asyncProperty(
    fc.constantFrom<string>(...endpointNames),
    spoilingsWith(mutation),
    async (name, spoiling) => {
      plan = spoiling;
      answered = 0;
      const [group = "", method = ""] = name.split(".");
      const call: unknown = Reflect.get(Reflect.get(client(), group), method);
      if (typeof call !== "function") throw new TypeError(`no method ${name}`);
      const args = { domain: "example.com", id: "1", handle: "ATOM-1001", body: bodies[name], query: queries[name] };
      await survives(async () => call(args));
    },
  );
  await random(property, 0.5);
}, 3_600_000);

it("a spoiled answer to any call of a life cycle leaves a state or one clear error", async () => {
  const domain = "example.com";
  const www = { domain, type: "A", name: "www", content: "192.0.2.1", ttl: 300, adopt: true };
  const ns = ["ns1.example.net", "ns2.example.net"];
  const wwwOfZone = { "www A": ["192.0.2.1"] };
  /** A resource, its arguments, and a change of them. */
  const args: [Resource, Properties, Properties][] = [
    [dnsRecord, { ...www, name: "new", adopt: false }, { content: "192.0.2.8" }],
    [dnsRecord, www, { ttl: 301 }],
    [dnsRecord, { domain, type: "TXT", name: "www", content: "onetwo", adopt: true }, { content: "three" }],
    [
      urlForward,
      { domain, source: "shop", destination: "https://example.net/", adopt: true },
      { destination: "https://example.net/2" },
    ],
    [nameservers, { domain, nameservers: ns, restoreOnDelete: true }, { nameservers: ["ns3.example.net", ...ns] }],
    [domainLock, { domain, locked: true }, {}],
    [contact, { ...person }, { city: "Oxford" }],
    [domainSettings, { domain, autoRenew: true, privacy: false }, { privacy: true }],
    [domainContacts, { domain, admin: "ATOM-1001", tech: "ATOM-1001" }, { tech: "ATOM-1002" }],
    [dnssec, { domain, enabled: true }, { enabled: false }],
    [domainRegistration, { domain, years: 1, maxPrice: 20, maxRenewalPrice: 90 }, { renewUntil: "2030-01-01" }],
    [domainTransfer, { domain, authCode: "abcd-1234", maxPrice: 20 }, { retryOrdersBefore: "2020-01-01T00:00:00Z" }],
    [dnsZone, { domain, records: wwwOfZone, adopt: true }, { records: { "www A": ["192.0.2.9"], "new TXT": ["one"] } }],
    [dnsZone, { domain, records: wwwOfZone, mode: "authoritative" }, { maxUnlistedDeletes: 1 }],
  ];
  const env = { REGISTRAR_BASE_URL: server.baseUrl, REGISTRAR_API_TOKEN: token };
  const configuration = { ...readConfiguration({ get: () => undefined, env }), lookups: { times: 2, withinMs: 0 } };
  const property = fc.asyncProperty(
    fc.constantFrom(...args.keys()).map(String),
    spoilingsWith(inData),
    async (index, spoiling) => {
      const [resource, given, change] = args[Number(index)] ?? args[0] ?? [dnsRecord, {}, {}];
      const fill = (properties: Properties) => ({
        ...properties,
        ...resource.fill?.(properties, { previous: undefined, known: () => true }),
      });
      const first = fill(given);
      plan = spoiling;
      answered = 0;
      const run = () => new Run({ configuration, orderNotes: orderNotes(), log: (message) => said.push(message) });
      let id = "example.com/1";
      let state: Properties = {
        ...first,
        managed: Object.keys(first)
          .filter((key) => key !== "adopt")
          .join(" "),
        recordId: "1",
        handle: "ATOM-1001",
      };
      const keep = (next: Properties | undefined) => {
        state = next ?? state;
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      };
      await survives(async () => {
        const made = await resource.create(first, run());
        id = made.id;
        keep(made.state);
      });
      await survives(async () => keep(await resource.read(id, state, run())));
      const next = fill({ ...first, ...change });
      await survives(async () => keep(await resource.update(id, state, next, run())));
      expect(() => resource.diff(state, next)).not.toThrow();
      await survives(async () => resource.delete(id, state, run()));
    },
  );
  await random(property, 0.5);
}, 3_600_000);
