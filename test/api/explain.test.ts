/** A 404 may mean the domain or the route, a 403 the token or the domain: every caller of the client is told which. */
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import { type Api, createClient, parseContract, RegistrarError } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { type Reply, withServer } from "./server.ts";
import { callOf } from "./wire.ts";

const server = withServer();
let api: Api;
const client = (contract: unknown = {}) =>
  createClient({
    baseUrl: server.baseUrl,
    token: "t",
    marketplaceUserId: "4242",
    marketplaceToken: "market",
    appraisalToken: "appraisal",
    contract: parseContract(contract, "test"),
    timeouts: { budgetMs: 300 },
  });
beforeEach(() => {
  api = client();
});

const isDomain = (path: string) => /\/domains\/[^/]+$/.test(path);
/** Sets the response of domains.get; every other one is 404 (or another status). */
const answers = (details: Reply, status = 404, words = "") => {
  server.respond = ({ path }) => {
    if (isDomain(path)) return details;
    return { status, ...(words && { json: { success: false, error: "e", message: words } }) };
  };
};
const held: Reply = { json: { data: { domain_name: "example.com" } } };
const domain = "example.com";

async function failure(call: Promise<unknown>): Promise<RegistrarError> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof RegistrarError)) throw new Error("expected a RegistrarError");
  return error;
}

describe("a 404 or 405", () => {
  it.each([404, 405])("(%d) at a guessed path names the contract line if the domain is held", async (status) => {
    answers(held, status);
    const error = await failure(api.privacy.set({ domain, body: { privacy_protect: true } }));
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_UNSUPPORTED_OPERATION", operation: "privacy.set", status });
    expect(error.message).toContain('"privacy.set"');
    expect(error.message).toContain("PUT /registrar/v1/domains/{domain}/privacy");
    expect(error.message).toContain("REGISTRAR_CONTRACT_FILE");
  });

  it("a 404 at a specified path says that the domain is held, and names the contract line", async () => {
    answers(held);
    const error = await failure(api.lock.get({ domain }));
    expect(error.code).toBe("ERR_REGISTRAR_NOT_FOUND");
    expect(error.message).toMatch(
      /although the account holds the domain.*Name the right path or method of "lock\.get"/s,
    );
  });

  it("a 404 of one row asks no further question: its life cycle reads the list", async () => {
    answers(held);
    expect((await failure(api.records.delete({ domain, id: "1" }))).code).toBe("ERR_REGISTRAR_NOT_FOUND");
    expect(server.seen).toHaveLength(1);
  });

  it("says that the account does not hold the domain, each time in full, and asks once a domain", async () => {
    answers({ status: 404, json: { success: false, error: "domain_not_found" } });
    const errors = [
      await failure(api.lock.get({ domain })),
      await failure(api.nameservers.set({ domain, body: { nameservers: ["a.example", "b.example"] } })),
      await failure(api.lock.get({ domain: "b.example" })),
      await failure(api.lock.get({ domain: "EXAMPLE.com" })),
    ];
    for (const error of errors) {
      expect(error.code).toBe("ERR_REGISTRAR_DOMAIN_NOT_HELD");
      expect(error.message).toMatch(/this account does not hold (example\.com|b\.example).*pulumi-registrar forget/is);
      expect(error.message).not.toContain("first message");
    }
    expect(server.seen.filter(({ path }) => isDomain(path))).toHaveLength(2);
  });

  it("asks nothing more when the question about the domain itself failed", async () => {
    answers({ status: 404, json: { success: false, error: "domain_not_found" } });
    expect((await failure(api.domains.get({ domain }))).code).toBe("ERR_REGISTRAR_DOMAIN_NOT_HELD");
    expect(server.seen).toHaveLength(1);
  });

  it.each(casesIn("refusals", "not found"))(
    "with %s, before anything has answered, is about the %s, in few words",
    async (body = "", cause) => {
      server.respond = () => ({ status: 404, text: body });
      const { message } = await failure(api.lock.get({ domain }));
      expect(/base URL|spelling/.exec(message.replace(/^.*?\)\. /, ""))?.[0]).toBe(cause);
      expect(message.length).toBeLessThan(400);
    },
  );

  it("never points at the base URL once something has answered", async () => {
    server.respond = ({ path }) => (path.endsWith("/contacts") ? { json: { data: [] } } : { status: 404 });
    await api.contacts.list();
    expect((await failure(api.lock.get({ domain }))).message).not.toContain("REGISTRAR_BASE_URL");
  });

  it("believes the newest answer about a domain: one that was registered meanwhile is held", async () => {
    answers({ status: 404, json: { success: false, error: "domain_not_found" } });
    expect((await failure(api.lock.get({ domain }))).code).toBe("ERR_REGISTRAR_DOMAIN_NOT_HELD");
    answers(held);
    await api.domains.get({ domain });
    expect((await failure(api.lock.get({ domain }))).code).toBe("ERR_REGISTRAR_NOT_FOUND");
  });

  it("keeps the error while it is unknown if the account holds the domain", async () => {
    answers({ status: 501 });
    expect((await failure(api.lock.get({ domain }))).code).toBe("ERR_REGISTRAR_NOT_FOUND");
  });
});

const words = "Token lacks the scope dns:write.";

it.each([
  ["on everything", { status: 403, json: { success: false, error: "e", message: words } }],
  ["where the domain itself is a 404", { status: 404 }],
])(
  "a 403 stays a 403 in words, with the registrar's, and never advises to forget resources (%s)",
  async (_title, details) => {
    answers(details, 403, words);
    const error = await failure(api.lock.get({ domain }));
    const code = "ERR_REGISTRAR_DOMAIN_FORBIDDEN";
    expect(error).toMatchObject({ code, status: 403, words: `e: ${words}` });
    expect(error.message).toContain("the token may not act on example.com, or another account holds it");
    expect(error.message).toContain(words);
    expect(error.message).not.toMatch(/pulumi-registrar forget/);
  },
);

it("a 403 on the domain itself asks nothing more", async () => {
  answers({ status: 403 }, 403);
  expect((await failure(api.domains.get({ domain }))).code).toBe("ERR_REGISTRAR_DOMAIN_FORBIDDEN");
  expect(server.seen).toHaveLength(1);
});

it("a 403 on the domain itself explains a 404 on a part of it", async () => {
  answers({ status: 403 }, 404);
  const error = await failure(api.lock.get({ domain }));
  expect(error).toMatchObject({ code: "ERR_REGISTRAR_DOMAIN_FORBIDDEN", status: 404 });
  expect(error.message).toMatch(/may not act on example\.com.*404 not found/s);
  expect(error.message).not.toMatch(/pulumi-registrar forget/);
});

it("a 403 on one operation stays one of that operation when the domain may be read", async () => {
  answers(held, 403, words);
  const error = await failure(api.lock.get({ domain }));
  expect(error.code).toBe("ERR_REGISTRAR_FORBIDDEN");
  expect(error.message).toContain(words);
});

it("a 403 of an operation without a domain names the token's setting", async () => {
  answers(held, 403, words);
  expect((await failure(api.contacts.list())).message).toMatch(
    /the token may not do this.*scope.*REGISTRAR_API_TOKEN/s,
  );
});

describe("a refusal of a request whose form is a guess", () => {
  const body = { type: "A", name: "www", content: "192.0.2.1" } as const;

  /** Operations that a user can correct, with the words that the advice must have. */
  const guesses = casesIn("guesses", "operations").map(([name = "", ...parts]) => ({ name, parts }));

  it.each(guesses)("$name: a 400 names the guessed parts and the line of the contract", async ({ name, parts }) => {
    // Two operations are called only if another one doesn't show the same.
    const better = { "nameservers.get": `/domains/${domain}`, "contacts.get": "/contacts" };
    server.respond = ({ path }) =>
      Object.entries(better).some(([each, end]) => each === name && path.replace(/\?.*/, "").endsWith(end))
        ? { json: { success: true, data: name === "contacts.get" ? [] : { domain_name: domain }, total: 1 } }
        : { status: 400, json: { success: false, error: "e", message: "no" } };
    const operation = endpointNames.find((each) => each === name) ?? "lock.get";
    const error = await failure(callOf(api, operation));
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_REFUSED", status: 400 });
    expect(error.message).toContain('"e: no"');
    for (const part of [`"${name}"`, "assumed", "REGISTRAR_CONTRACT_FILE", ...parts])
      expect(error.message).toContain(part);
  });

  it("leaves none of the table's guesses out", () => {
    const guessed = Object.entries(endpoints).filter(([, row]) => row.assumed.some((part) => part !== "answer"));
    expect(guesses.map(({ name }) => name).sort()).toEqual(guessed.map(([name]) => name).sort());
  });

  it("says so of an answer of 200 and success: false, too", async () => {
    server.respond = () => ({ json: { success: false, message: "no" } });
    const error = await failure(api.records.create({ domain, body }));
    expect(error.code).toBe("ERR_REGISTRAR_REFUSED");
    expect(error.message).toContain('{"records.create": {"fields":{"type":"..."}}}');
  });

  it.each([
    ["what the specification shows", (it: Api) => it.lock.set({ domain, body: { locked: true } }), {}],
    [
      "what the user's contract says",
      (it: Api) => it.records.create({ domain, body }),
      { "records.create": { fields: { type: "record_type" } } },
    ],
  ])("says nothing of %s", async (_title, call, contract) => {
    server.respond = () => ({ status: 400 });
    expect((await failure(call(client(contract)))).message).not.toContain("assumed");
  });

  it.each([401, 403, 409, 429, 500])("says nothing of it after a %d", async (status) => {
    answers(held, status);
    expect((await failure(api.privacy.set({ domain, body: { privacy_protect: true } }))).message).not.toContain(
      "assumed",
    );
  });
});

it.each([400, 401, 402, 403])("a %d of the marketplace names the marketplace's credentials", async (status) => {
  server.respond = () => ({ status });
  expect((await failure(api.marketplace.search({ query: { query: "tea" } }))).message).toContain(
    "REGISTRAR_MARKETPLACE_TOKEN and REGISTRAR_MARKETPLACE_USER_ID (or registrar:marketplaceToken and registrar:marketplaceUserId)",
  );
  const { message } = await failure(api.marketplace.appraise({ query: { domain_name: domain } }));
  expect(message).toContain("REGISTRAR_APPRAISAL_TOKEN and REGISTRAR_MARKETPLACE_USER_ID");
  expect(message).not.toContain("REGISTRAR_API_TOKEN");
});

it("keeps other errors, and asks nothing", async () => {
  answers(held, 400);
  expect((await failure(api.lock.get({ domain }))).code).toBe("ERR_REGISTRAR_REFUSED");
  expect(server.seen).toHaveLength(1);
});
