/** The cases of every record type: data in `test/cases/types`, and code here, in files with the name of the type. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { memoizeByText, type RecordTypeName, recordTypeNames } from "../../../provider/dns/index.ts";
import { casesIn, sectionsIn } from "../../support/cases.ts";
import type { TypeCases, TypeCode } from "./typeCases.ts";

/** Rows of a section: a cell that begins as an object or a list is JSON, another one is a string. */
function rowsIn(file: string, section: string) {
  if (!sectionsIn(file).includes(section)) return [];
  const rows = casesIn(file, section).map((cells) =>
    cells.map((cell) => (/^[{[]/.test(cell) ? cell : JSON.stringify(cell))).join(),
  );
  return JSON.parse(`[${rows.map((row) => `[${row}]`).join()}]`);
}

export const casesOf = memoizeByText((type: RecordTypeName): TypeCases => {
  const name = type.toLowerCase();
  const file = join(__dirname, `${name}.ts`);
  if (!existsSync(file)) throw new Error(`test/dns/types/${name}.ts is missing: the cases of ${type} records`);
  const { code }: { code: TypeCode } = require(file);
  const rows = (section: string) => rowsIn(`types/${name}`, section);
  const [[valid], [drift]] = [rows("valid"), rows("drift")];
  return {
    ...code,
    valid: valid[0],
    drift,
    checks: rows("checks"),
    right: [...rows("right").flat(), ...(code.right ?? [])],
    refused: [...rows("refused"), ...(code.refused ?? [])],
    rows: [...rows("rows"), ...(code.rows ?? [])],
    unreadable: [...rows("unreadable"), ...(code.unreadable ?? [])],
    printed: rows("printed"),
    meanings: [...rows("meanings"), ...(code.meanings ?? [])],
    declared: Object.fromEntries(rows("declared")),
    account: [...rows("account").flat(), ...(code.account ?? [])],
  };
});

/** Collects the results of a function of the cases of each type. */
export function everyCase<T>(of: (cases: TypeCases, type: RecordTypeName) => readonly T[]): T[] {
  return recordTypeNames.flatMap((type) => of(casesOf(type), type));
}
