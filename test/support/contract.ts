import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A contract file as a user would write it, for the rest of the test. */
export function useContract(contract: object): void {
  const file = join(mkdtempSync(join(tmpdir(), "contract-")), "contract.json");
  writeFileSync(file, JSON.stringify(contract));
  process.env["REGISTRAR_CONTRACT"] = file;
}
