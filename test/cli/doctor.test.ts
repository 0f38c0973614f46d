/** `pulumi-registrar doctor` against a registrar as the table says. Others: test/cases/recorded/doctor.txt. */
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { person, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { doctor, examine } from "./runDoctor.ts";

const registrar = withRegistrar();

/** Adds records that no program manages. */
function addRecords(count: number): void {
  for (let number = 1; number <= count; number += 1) {
    const record = { type: "A" as const, name: `host-${number}`, content: `192.0.2.${number}`, ttl: 300 };
    registrar.sandbox.dashboard.addRecord("example.com", record);
  }
}

const reading = endpointNames.filter((name) => endpoints[name].method === "GET");
const marketplaceEnv = () => {
  process.env["REGISTRAR_MARKETPLACE_USER_ID"] = registrar.sandbox.marketplaceUserId;
  process.env["REGISTRAR_MARKETPLACE_TOKEN"] = registrar.sandbox.marketplaceToken;
  process.env["REGISTRAR_APPRAISAL_TOKEN"] = registrar.sandbox.appraisalToken;
};

it("tries every reading operation, lists to their end, writes nothing, and finds nothing to correct", async () => {
  addRecords(2);
  registrar.sandbox.dashboard.addForward("example.com", { source: "go", destination: "https://x.example/" });
  marketplaceEnv();
  registrar.calls();
  const { code, operations: found, of, domain, contract } = await examine("--appraise");
  // Two are read as a run reads them, by operations with better evidence.
  const other: Record<string, string> = { "nameservers.get": "domains.get", "contacts.get": "contacts.list" };
  expect(registrar.calls().sort()).toEqual(reading.map((name) => `GET ${other[name] ?? name}`).sort());
  expect([code, domain, contract]).toEqual([0, "example.com", undefined]);
  expect(found.map(({ operation }) => operation)).toEqual(endpointNames);
  for (const { operation, verdict, note } of found) {
    const isRead = reading.some((name) => name === operation);
    expect([operation, verdict, isRead || note]).toEqual([
      operation,
      isRead ? "works" : "notTried",
      isRead || "it writes",
    ]);
  }
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

it.each([["as a page"], ["--json"]])("shows no value of the account: %s", async (form) => {
  addRecords(1);
  await new HandlerStack(quick).up({ ada: { handler: "contact", args: person } });
  marketplaceEnv();
  const { text } = await doctor("--appraise", ...(form === "--json" ? [form] : []));
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = registrar.sandbox;
  const contacts = registrar.sandbox
    .contacts()
    .flatMap(({ type: _type, country: _country, ...rest }) => Object.values(rest));
  const values = [
    "192.0.2.1",
    "host-1",
    token,
    marketplaceUserId,
    marketplaceToken,
    appraisalToken,
    ...contacts.flat(),
  ];
  expect(values.length).toBeGreaterThan(20);
  for (const value of values.filter((one): one is string => typeof one === "string" && one.length > 2)) {
    expect(text).not.toContain(value);
  }
  expect(text).toMatch(/records\.list\b.*works/s);
});
