/** `pulumi-registrar doctor` against a registrar as the table says. Others: test/cases/recorded/doctor.txt. */
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { person, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { examine, run } from "./run.ts";

const registrar = withRegistrar();

const addRecord = (name: string) =>
  registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name, content: "192.0.2.1", ttl: 300 });

const reading = endpointNames.filter((name) => endpoints[name].method === "GET");
const marketplaceEnv = () =>
  Object.assign(process.env, {
    REGISTRAR_MARKETPLACE_USER_ID: registrar.sandbox.marketplaceUserId,
    REGISTRAR_MARKETPLACE_TOKEN: registrar.sandbox.marketplaceToken,
    REGISTRAR_APPRAISAL_TOKEN: registrar.sandbox.appraisalToken,
  });

it("tries every reading operation, lists to their end, writes nothing, and finds nothing to correct", async () => {
  for (const name of ["a", "b"]) addRecord(name);
  registrar.sandbox.dashboard.addForward("example.com", { source: "go", destination: "https://x.example/" });
  marketplaceEnv();
  registrar.calls();
  const { code, operations: found, of, domain, contract } = await examine("--appraise");
  // Two are read as a run reads them, by operations with better evidence.
  const other: Record<string, string> = { "nameservers.get": "domains.get", "contacts.get": "contacts.list" };
  expect(registrar.calls().sort()).toEqual(reading.map((name) => `GET ${other[name] ?? name}`).sort());
  expect([code, domain, contract]).toEqual([0, "example.com", undefined]);
  const isRead = (operation: string) => reading.some((name) => name === operation);
  const expected = endpointNames.map((name) => (isRead(name) ? [name, "works"] : [name, "notTried", "it writes"]));
  const told = found.map(({ operation, verdict, note }) => [operation, verdict, ...(isRead(operation) ? [] : [note])]);
  expect(told).toEqual(expected);
  expect(of("records.list")).toMatchObject({
    status: 200,
    rows: 10,
    shape: expect.stringMatching(
      /^\{ success: boolean, data: \[10 x \{ id: number, type: string, .* \}\], total: number, .* \}$/,
    ),
  });
});

it("asks the marketplace only with its credentials, and for an appraisal only when told to", async () => {
  expect((await examine("example.org")).of("marketplace.search")).toMatchObject({
    verdict: "notTried",
    note: "REGISTRAR_MARKETPLACE_USER_ID and REGISTRAR_MARKETPLACE_TOKEN are not both set",
  });
  marketplaceEnv();
  const { of, domain } = await examine("Example.ORG.");
  expect([domain, of("marketplace.search").verdict]).toEqual(["example.org", "works"]);
  expect(of("marketplace.appraise")).toMatchObject({
    verdict: "notTried",
    note: expect.stringMatching(/--appraise/),
  });
  expect(registrar.calls().filter((call) => call.includes("appraise"))).toEqual([]);
});

it.each([[], ["--json"]])("shows no value of the account: %j", async (...form) => {
  addRecord("host-1");
  await new HandlerStack(quick).up({ ada: { handler: "contact", args: person } });
  marketplaceEnv();
  const { out, err } = await run("doctor", "--appraise", ...form);
  const text = `${out}${err}`;
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = registrar.sandbox;
  const contacts = registrar.sandbox.contacts().map(({ type: _type, country: _country, ...rest }) => rest);
  const secrets = ["192.0.2.1", "host-1", token, marketplaceUserId, marketplaceToken, appraisalToken];
  const values: unknown[] = [...secrets, ...contacts.flatMap((contact) => Object.values(contact).flat())];
  expect(values.length).toBeGreaterThan(20);
  expect(values.filter((value) => typeof value === "string" && value.length > 2 && text.includes(value))).toEqual([]);
  expect(text).toMatch(/records\.list\b.*works/s);
});
