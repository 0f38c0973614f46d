import { createHash, randomBytes } from "node:crypto";
import type { Dialect } from "./dialect.ts";

/** A random secret with a prefix: 22 letters and digits, so that a line with the dashboard's address fits 80 columns. */
export const randomSecret = (prefix: string) =>
  `${prefix}_${randomBytes(16).toString("base64url").replace(/[-_]/g, "0")}`;

/** A hash of the string, for invented data that stays the same between runs. */
export const numberFrom = (text: string) => createHash("sha256").update(text).digest().readUInt32BE(0);

/** The elements, in an order that depends on nothing else if the dialect has none. */
export const shuffled = <T>(all: readonly T[], { shuffled: isShuffled }: Dialect): readonly T[] =>
  isShuffled ? all.toSorted((a, b) => numberFrom(JSON.stringify(a)) - numberFrom(JSON.stringify(b))) : all;
