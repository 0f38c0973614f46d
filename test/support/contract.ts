import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A contract file as a user would write it, for the rest of the test. */
export function useContract(contract: object): void {
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  folders.push(folder);
  const file = join(folder, "contract.json");
  writeFileSync(file, JSON.stringify(contract));
  process.env["REGISTRAR_CONTRACT_FILE"] = file;
}
