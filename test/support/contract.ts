import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "../../provider/api/endpoints/table.ts";
import { newFolder } from "./folder.ts";

/** Allows rows that can't be changed or deleted, until the test ends. */
export function allowNoIds(): void {
  useContract({ records: { ids: "none" }, forwards: { ids: "none" } });
  process.env["REGISTRAR_CREATE_WITHOUT_IDS"] = "true";
}

/** The contract of the profile `godaddy-rows`, whose calls write all records of a name and type. */
export function useContractOfSets(): void {
  const path = endpoints["records.update"].path.replace("{id}", "{type}/{name}");
  useContract({
    records: { fields: { content: "data", SRV: { target: "data" } } },
    "records.update": { path },
    "records.delete": { path },
  });
}

/** A contract file as a user would write it, until the test ends. */
export function useContract(contract: object): void {
  const file = join(newFolder(), "contract.json");
  writeFileSync(file, JSON.stringify(contract));
  process.env["REGISTRAR_CONTRACT_FILE"] = file;
}
