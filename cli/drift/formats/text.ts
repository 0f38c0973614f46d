/** Values and names from the registrar as text that is safe to show: one line, nothing that steers a terminal. */

const longest = 120;

/** A value as it is told: texts bare, everything else as JSON; `-` for nothing. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "-";
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "-");
  if (text === "") return '""';
  return oneLine(text.length > longest ? `${text.slice(0, longest)}...` : text);
}

/** Control characters and line separators as escapes. */
export function oneLine(text: string): string {
  return text.replace(
    // Controls, soft hyphen, zero-width and direction marks, line and paragraph separators.
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
