/** Accounts with the rows that people have, for stories about imports. */
import type { Sandbox, SandboxRecord } from "../../testing/sandbox/index.ts";
import { everyCase } from "../dns/types/index.ts";

type NewRecord = Omit<SandboxRecord, "id">;

/** Records of every type, and what is awkward to write down. */
export const everyRecord: readonly NewRecord[] = everyCase(({ account }, type) =>
  account.map((record) => ({ type, ...record })),
);

/** As many records as asked for, of every type in turn. */
function records(count: number): NewRecord[] {
  return Array.from({ length: count }, (_, index): NewRecord => {
    const record = everyRecord[index % everyRecord.length] ?? { type: "A", name: "", content: "192.0.2.1" };
    const round = Math.floor(index / everyRecord.length);
    return round === 0 ? record : { ...record, name: record.name === "" ? `n${round}` : `${record.name}.n${round}` };
  });
}

export const accountDomains = ["example.com", "example.org", "example.net", "xn--bcher-kva.example", "bare.example"];

/** Five domains: full, locked, on foreign nameservers, internationalised, and one with nothing in it. */
export function fillAccount(sandbox: Sandbox, size: number, second = Math.min(size, 3)): void {
  const { dashboard } = sandbox;
  const contacts = { registrant: "ATOM-1001", admin: "ATOM-1001", billing: null, tech: null };
  sandbox.addDomain("xn--bcher-kva.example", { contacts, locked: true, privacy: false });
  sandbox.addDomain("bare.example");
  for (const record of records(size)) dashboard.addRecord("example.com", record);
  for (const record of records(second)) dashboard.addRecord("example.org", record);
  dashboard.addRecord("xn--bcher-kva.example", { type: "A", name: "www", content: "192.0.2.7" });
  dashboard.editDomain("example.org", { locked: true, autoRenew: false });
  dashboard.addForward("example.com", {
    source: "shop",
    destination: "https://www.example.net/shop",
    type: "permanent",
  });
  dashboard.addForward("example.org", { destination: "https://www.example.com/?a=1&b='2'" });
}
