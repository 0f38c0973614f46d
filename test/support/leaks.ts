/** Secrets in the shapes that people have, and a search for parts of them in texts. */

const base64 = (length: number) =>
  Array.from({ length }, (_, at) => "Q7xk2LmVr0ZpYd9sTfB+h/Ng"[(at * 7 + (at >> 3)) % 24]).join("");

export const secretCases: readonly { title: string; value: string }[] = [
  { title: "a DKIM key of 200 characters", value: `v=DKIM1; k=rsa; p=${base64(182)}` },
  { title: "a value longer than one string of DNS", value: base64(600) },
  { title: "quotes inside", value: 'key="t0p;zecret" and="m0re;of:it"' },
  { title: "quoted strings", value: '"first zquare part" "second zquare part of it"' },
  { title: "tabs and line ends", value: "col0ne\tcolTw0\t\tz3cretvalue\nlast-l1ne" },
  { title: "blanks around it", value: "   padded-z3cret-value   " },
  { title: "letters of many alphabets", value: "pässwörd-日本語-geheim-ключ-😀-ende" },
  { title: "backslashes", value: "C:\\zemp\\n3w\\table\\009z3cret" },
  { title: "percent signs", value: "100%25-0f-it%2Fz3cret%zz" },
  { title: "capitals", value: "ZEcREtPaSsPhRaSe" },
  { title: "a common word", value: "production" },
  { title: "a short one", value: "q7z" },
  { title: "a number", value: "471108" },
];

/** The ways in which a registrar may repeat a value. */
export const echoes: Readonly<Record<string, (value: string) => string>> = {
  "as it is": (value) => value,
  trimmed: (value) => value.trim(),
  "in small letters": (value) => value.toLowerCase(),
  "as JSON": (value) => JSON.stringify(value),
  "in a URL": (value) => encodeURIComponent(value),
  "as Base64": (value) => Buffer.from(value).toString("base64"),
  "as Base64 of a header": (value) => Buffer.from(`Bearer ${value}`).toString("base64"),
  "after two bytes, as Base64": (value) => Buffer.from(`x=${value}, and more`).toString("base64"),
};

const squeezed = (text: string) => text.toLowerCase().replace(/[\s"\\\p{Cc}\p{Cf}]/gu, "");

/** Readings of what is shown: as it is, and with its escapes and its Base64 undone. */
function readingsOf(text: string): string[] {
  const bytes = (found: string, pattern: RegExp, base: number) =>
    Buffer.from((found.match(pattern) ?? []).map((code) => Number.parseInt(code, base))).toString("utf8");
  return [
    text,
    text.replace(/(?:\\\d{3})+/g, (found) => bytes(found, /\d{3}/g, 10)),
    text.replace(/(?:%[\da-f]{2})+/gi, (found) => bytes(found, /[\da-f]{2}/gi, 16)),
    text.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    text.replace(/[\w+/-]{12,}/g, (found) => Buffer.from(found, "base64").toString("utf8")),
  ].map(squeezed);
}

/** The part of a secret that is shown: the first run of 8 characters that count, or a shorter secret in full. */
export function leakOf(text: string, secret: string): string | undefined {
  const value = squeezed(secret);
  const readings = readingsOf(text);
  // Of blanks, quotes and backslashes alone, nothing is told.
  if (value === "") return undefined;
  if (value.length < 8) {
    const alone = new RegExp(
      `(?<![\\p{L}\\p{N}])${value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`,
      "iu",
    );
    return alone.test(text) ? value : undefined;
  }
  for (let at = 0; at + 8 <= value.length; at += 1) {
    const run = value.slice(at, at + 8);
    if (readings.some((reading) => reading.includes(run))) return run;
  }
  return undefined;
}
