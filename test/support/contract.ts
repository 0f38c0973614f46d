import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./folder.ts";

/** A contract file as a user would write it, until the test ends. */
export function useContract(contract: object): void {
  const file = join(newFolder(), "contract.json");
  writeFileSync(file, JSON.stringify(contract));
  process.env["REGISTRAR_CONTRACT_FILE"] = file;
}
