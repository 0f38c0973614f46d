/** A 404 may mean the domain or the route; the reader is told which. */
import { type Api, createClient, explainNotFound, RegistrarError } from "../../provider/api/index.ts";
import { type Reply, TestServer } from "./server.ts";

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await TestServer.start(() => ({}));
});
afterAll(() => server.stop());
beforeEach(() => {
  server.seen.length = 0;
  api = createClient({ baseUrl: server.baseUrl, token: "t", timeouts: { budgetMs: 300 } });
});

const isDomain = (path: string) => /\/domains\/[^/]+$/.test(path);
/** What domains.get answers; everything else is 404 (or another status). */
const answers = (details: Reply, status = 404) => {
  server.respond = ({ path }) => (isDomain(path) ? details : { status });
};
const held: Reply = { json: { data: { domain_name: "example.com" } } };

async function explained(call: Promise<unknown>): Promise<RegistrarError> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof RegistrarError)) throw new Error("expected a RegistrarError");
  return explainNotFound(api, error);
}
const remove = (domain = "example.com") => api.records.delete({ domain, id: "1" });

it("names the override when the domain is there and the path is a guess", async () => {
  answers(held);
  const error = await explained(remove());
  expect(error).toMatchObject({
    code: "ERR_REGISTRAR_UNSUPPORTED_OPERATION",
    operation: "records.delete",
    status: 404,
  });
  expect(error.message).toContain('"records.delete"');
  expect(error.message).toContain("REGISTRAR_CONTRACT");
});

it("does so for a 405 too", async () => {
  answers(held, 405);
  expect((await explained(remove())).message).toContain("DELETE /registrar/v1/domains/{domain}/records/{id}");
});

it("leaves the 404 of a specified path alone when the domain is there", async () => {
  answers(held);
  expect((await explained(api.lock.get({ domain: "example.com" }))).code).toBe("ERR_REGISTRAR_NOT_FOUND");
});

it.each([404, 403])("says once, in full, that the account does not hold the domain (%d)", async (status) => {
  answers({ status }, status);
  const [first, second, other] = [
    await explained(remove()),
    await explained(remove()),
    await explained(remove("b.example")),
  ];
  for (const error of [first, second, other]) expect(error.code).toBe("ERR_REGISTRAR_DOMAIN_NOT_HELD");
  expect(first.message).toContain("registrar:formerDomains");
  expect(second.message).toContain("this account does not hold example.com");
  expect(second.message).not.toContain("registrar:formerDomains");
  expect(other.message).toContain("registrar:formerDomains");
  expect(server.seen.filter(({ path }) => isDomain(path))).toHaveLength(2);
});

it("asks nothing more when the question about the domain itself failed", async () => {
  answers({ status: 404 });
  expect((await explained(api.domains.get({ domain: "example.com" }))).code).toBe("ERR_REGISTRAR_DOMAIN_NOT_HELD");
  expect(server.seen).toHaveLength(1);
});

it("keeps a 403 on one operation when the domain itself may be read", async () => {
  answers(held, 403);
  expect((await explained(remove())).code).toBe("ERR_REGISTRAR_FORBIDDEN");
});

it("keeps the error when nobody can say", async () => {
  answers({ status: 501 });
  expect((await explained(remove())).code).toBe("ERR_REGISTRAR_NOT_FOUND");
});

it("keeps other errors, and asks nothing", async () => {
  answers(held, 400);
  expect((await explained(remove())).code).toBe("ERR_REGISTRAR_BAD_REQUEST");
  expect(server.seen).toHaveLength(1);
});
