/** The largest TTL, in seconds. RFC 2181 section 8. */
export const LARGEST_TTL = 2147483647;

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };

/** Whether a word is written like a TTL: `3600`, or with units `1h30m`, as BIND has them. */
export function looksLikeTtl(word: string): boolean {
  return /^(?:[0-9]+|(?:[0-9]+[smhdw])+)$/i.test(word);
}

/** The seconds of a TTL, `undefined` if the word is none or it is above {@link LARGEST_TTL}. */
export function readTtl(word: string): number | undefined {
  if (!looksLikeTtl(word)) return undefined;
  let total = 0;
  for (const [, digits = "", unit = "s"] of word.toLowerCase().matchAll(/([0-9]+)([smhdw])?/g)) {
    total += Number(digits) * (seconds[unit] ?? 1);
  }
  return total <= LARGEST_TTL ? total : undefined;
}
