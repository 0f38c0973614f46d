/**
 * The operations as they go over the wire: `test/cases/wire.txt` was written by hand from the specification, whose words are in
 * its titles, so that a wrong row of the table of operations can't hide behind a sandbox made from that table.
 */
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import { createClient, parseContract } from "../../provider/api/index.ts";
import { withServer } from "./server.ts";
import { callOf, wireCases } from "./wire.ts";

const token = "tok-3f9c2a77d1";
const server = withServer();

it.each(wireCases)("$operation: $says", async ({ operation, contract, args, sends, body, answer, gives, exactly }) => {
  const [, method, path = "", query] = /^(\S+) (\S+) ?(.*)$/.exec(sends) ?? [];
  const [, status, json] = /^(\d+) ?(.*)$/.exec(answer) ?? [];
  server.respond = () => ({ status: Number(status), ...(json && { json: JSON.parse(json) }) });
  const api = createClient({
    baseUrl: server.baseUrl,
    token,
    marketplaceUserId: "user-77",
    marketplaceToken: "market-key-1",
    appraisalToken: "appraisal-key-2",
    // Called only if the contract names them.
    contract: parseContract(contract ?? { "nameservers.get": {}, "contacts.get": {} }, "registrar.json"),
  });
  const given = await callOf(api, operation, args);
  if (exactly === undefined) expect(given).toMatchObject(gives);
  else expect(given).toEqual(exactly);
  const isPaged = /^(domains|records|forwards)\.list$/.test(operation) && contract === undefined;
  // Without a total, page 1 shows from which number pages are counted.
  expect(server.seen).toHaveLength(isPaged ? (operation === "forwards.list" ? 3 : 2) : 1);
  const [seen] = server.seen;
  const isMarketplace = operation.startsWith("marketplace.");
  expect(`${seen?.method} ${seen?.path}`).toBe(
    `${method} ${path.startsWith("/") ? path : `/api/registrar/v1/${path}`}`,
  );
  expect(seen?.query).toEqual(JSON.parse(query || "{}"));
  // The marketplace is called without the token.
  expect(seen?.headers.authorization).toBe(isMarketplace ? undefined : `Bearer ${token}`);
  expect(seen?.headers["user-agent"]).toMatch(/^pulumi-registrar\/\d+\.\d+\.\d+/);
  expect(seen?.body && JSON.parse(seen.body)).toEqual(body ?? args?.["body"] ?? "");
});

it("the cases cover every operation of the table", () => {
  const covered = new Set(wireCases.map(({ operation }) => operation));
  expect(endpointNames.filter((name) => !covered.has(name))).toEqual([]);
  expect(Object.keys(endpoints)).toHaveLength(31);
});
