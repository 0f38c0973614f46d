import { createHash } from "node:crypto";

/** A short name of a text that says nothing of its words: so many hexadecimal digits of its SHA-256. */
export function fingerprint(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}
