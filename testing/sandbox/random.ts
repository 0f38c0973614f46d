import { createHash, randomBytes } from "node:crypto";

/** A source of numbers in [0, 1) that repeats for the same seed. */
export type Random = () => number;

/** Mulberry32: good enough to inject faults. */
export function seededRandom(seed: number): Random {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random secret with a prefix: 22 letters and digits, so that a line with the dashboard's address fits 80 columns. */
export const randomSecret = (prefix: string) =>
  `${prefix}_${randomBytes(16).toString("base64url").replace(/[-_]/g, "0")}`;

/** A hash of the string, for invented data that stays the same between runs. */
export const numberFrom = (text: string) => createHash("sha256").update(text).digest().readUInt32BE(0);
