/** Finds the contract line that proves a list complete, by trying how its pages can be asked for. */
import { isDeepStrictEqual } from "node:util";
import { type Override, plainKey } from "../../provider/api/index.ts";
import { objectsIn } from "./names.ts";

type Line = Pick<Override, "paging" | "complete">;
type Names = Pick<NonNullable<Override["paging"]>, "page" | "offset" | "cursor" | "next">;

const pageNames = ["page", "p"];
const offsetNames = ["offset", "start", "skip"];
const cursorNames = ["cursor", "until", "after", "page_token"];
const sizeNames = ["per_page", "perPage", "page_size", "pageSize", "limit", "size"];
/** No API's maximum is smaller. */
const safeSize = 20;

/** The pages and rows of a list under a line, if it proves to be complete. */
type Trial = (line: Line) => Promise<{ pages: number; rows: number } | undefined>;

/**
 * @param bodies of the first and second page, as the contract in use asks for them
 * @param rows number of rows of the first page
 */
export async function findPaging(bodies: readonly unknown[], rows: number, tried: Trial): Promise<Line | undefined> {
  const [body, second] = bodies;
  const keys = objectsIn(body).flatMap(({ path, object }) =>
    Object.entries(object).map(([key, value]) => ({ key, value, path: path === "" ? key : `${path}.${key}` })),
  );
  const shown = sizeNames.filter((name) => keys.some(({ key, value }) => key === name && typeof value === "number"));
  const sizes = [...new Set([...shown, "page_size", "per_page", "limit"])];
  const isRepeated = second !== undefined && isDeepStrictEqual(body, second);
  const next = keys.find(({ key, value }) => /^(next|cursor)/.test(plainKey(key)) && isCursor(value))?.path;
  const ways: Names[] = [
    ...(next === undefined ? [] : cursorNames.map((cursor) => ({ cursor, next }))),
    ...(isRepeated ? [] : pageNames.map((page) => ({ page }))),
    ...(isRepeated && rows < safeSize ? [] : offsetNames.map((offset) => ({ offset }))),
  ];
  for (const way of ways) {
    const found = await tryWay(way, sizes, rows, tried);
    if (found !== undefined) return found;
  }
  if (isRepeated && (await tried({ paging: null }))) return { paging: null };
  // The pages of documented APIs have a round number of rows.
  const isWholeList = isRepeated && rows % 5 !== 0 && next === undefined;
  return isWholeList && (await tried({ complete: true })) !== undefined ? { complete: true } : undefined;
}

/** With pages of half the size, a name that is ignored shows. */
async function tryWay(way: Names, sizes: readonly string[], rows: number, tried: Trial): Promise<Line | undefined> {
  const size = Math.max(1, Math.ceil(rows / 2));
  for (const pageSize of sizes) {
    const found = await tried({ paging: { ...way, pageSize, size } });
    if (found === undefined || found.rows > found.pages * size) continue;
    if (await tried({ paging: { ...way, pageSize } })) return { paging: { ...way, pageSize } };
    // Without a total, a page that is smaller than requested is the last.
    return { paging: { ...way, pageSize, size: safeSize } };
  }
  return (await tried({ paging: way })) ? { paging: way } : undefined;
}

const isCursor = (value: unknown) =>
  value === null || typeof value === "number" || (typeof value === "string" && !/^(https?:|\/)/.test(value));
