/** The cases of every record type: a file each, by the type's name. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { forEachType, type RecordTypeName, recordTypeNames } from "../../../provider/dns/index.ts";
import type { TypeCases } from "./typeCases.ts";

function casesIn(type: RecordTypeName): TypeCases {
  const file = join(__dirname, `${type.toLowerCase()}.ts`);
  if (!existsSync(file))
    throw new Error(`test/dns/types/${type.toLowerCase()}.ts is missing: the cases of ${type} records`);
  const { cases }: { cases: TypeCases } = require(file);
  return cases;
}

export const casesOf = forEachType(casesIn);

/** What a function makes of the cases of each type, in one list. */
export function everyCase<T>(of: (cases: TypeCases, type: RecordTypeName) => readonly T[]): T[] {
  return recordTypeNames.flatMap((type) => of(casesOf[type], type));
}
