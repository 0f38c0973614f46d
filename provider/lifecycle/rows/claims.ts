/** Claims of one resource on rows of one list. */
import { createHash, randomUUID } from "node:crypto";
import type { Claims } from "../claims.ts";
import type { RowList, Rows } from "../list.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { isExactly } from "./match.ts";
import type { PlannedAs } from "./step.ts";

/** A generated ID of a resource. @param seed makes the same ID each time; default: a random one */
export function newId(domain: string, seed: string = randomUUID()): string {
  return `${domain}/${createHash("sha256").update(seed).digest("hex").slice(0, 13)}`;
}

/**
 * The claims of one resource on rows of one list.
 *
 * | question | keys that are asked | whose claims count |
 * |---|---|---|
 * | `isOthers` | the ID and the data | other resources' |
 * | `isOthersById` | the ID; the data of a row without one | other resources' |
 * | `isClaimedById` | the ID | all resources', this one's too |
 * | `isPlanned` | the ID and the data, both | plans of all checks of the run |
 *
 * @param owner Pulumi ID of the resource
 */
export function rowClaims<Row extends AnyRow>(kind: RowKind<Row>, domain: string, claims: Claims, owner: string) {
  const list = `${kind.group} ${domain} `;
  const dataKey = (row: Row, wanted?: Row) => list + kind.keys(wanted ? kind.interpret(row, wanted) : row).exact;
  const idOrDataKey = (row: Row, wanted?: Row) => (row.id === undefined ? dataKey(row, wanted) : list + row.id);
  const keysOf = (row: Row, wanted?: Row) => [idOrDataKey(row, wanted), dataKey(row, wanted)];
  const isOthersKey = (key: string) => claims.othersOf(key, owner).length > 0;
  const isClaimedById = (id: string) => claims.othersOf(list + id, undefined).length > 0;
  const isOthers = (row: Row, wanted?: Row) => keysOf(row, wanted).some(isOthersKey);
  return {
    isOthers,
    isOthersById: (row: Row) => isOthersKey(idOrDataKey(row)),
    isClaimedById,

    /** Notes a row in a check, as it is now. An update changes or adopts some rows only then (`Foreign`). */
    plan: (row: Row, as: PlannedAs) => claims.planned.add([as, ...keysOf(row)].join()),
    isPlanned: (row: Row, as: PlannedAs) => claims.planned.has([as, ...keysOf(row)].join()),

    /** Keeps a row from the deletes of this run. */
    spare: (row: Row) => claims.spare(keysOf(row)),
    isSpared: (row: Row) => claims.isSpared(keysOf(row)),

    /** Can this resource have just created the row? Not if it differs, or if any resource owned it before. */
    isNew: (row: Row, wanted: Row): boolean =>
      isExactly(kind, row, wanted) && !(row.id !== undefined && isClaimedById(row.id)) && !isOthers(row, wanted),

    /**
     * Claims a row by its ID and by its data: after a write it may have another ID, or none.
     * @param id default: the row's own. A copy of a row with another ID has no memoized keys
     */
    claim(row: Row, id = row.id, isStored = false): void {
      const data = dataKey(row);
      claims.claim([id === undefined ? data : list + id, data], owner, isStored);
    },

    release: (row: Row) => claims.release(keysOf(row), owner),

    /** Releases the data of an updated row. A stale list may still show it under its ID, which stays claimed. */
    releaseData(...rows: readonly (Row | undefined)[]): void {
      for (const row of rows) if (row !== undefined) claims.release([dataKey(row)], owner);
    },

    /** Does a reading of the list lack a row that a state lists? A row removed in this run isn't lacking. */
    isAnyMissing(rows: Rows<Row>, shared: RowList<Row>): boolean {
      const isShown = (key: string) => {
        const idOrData = key.slice(list.length);
        return rows.shows(idOrData) || shared.wasRemoved(idOrData) || rows.withKey(idOrData).length > 0;
      };
      return claims.stored(list).some((keys) => !keys.some(isShown));
    },
  };
}

export type RowClaims<Row extends AnyRow> = ReturnType<typeof rowClaims<Row>>;
