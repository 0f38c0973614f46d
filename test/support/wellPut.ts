/** Signs of an empty part. A blank domain and a root name, such as `MX 0 .`, are none. */
const signs = [
  /^$|^[\s.,;:]|[\s,;]$/,
  /[^\s:] {2,}[^\s:]/,
  / [,;)]| \. [A-Z`]| \(\)/,
  /[,;:] [.,;]|\. \.|,,/,
  /\bundefined\b|^- *$/m,
];
/** Examples, and the registrar's own words. */
const quoted = /"(?:[^"\\]|\\.)*"|`[^`]+`/g;

/** Expects that no part of a message is missing, such as the event, the next step or a name. */
export function expectWellPut(message: string): void {
  const text = message.replaceAll(quoted, "_");
  expect(signs.some((sign) => sign.test(text)) ? message : "").toBe("");
}
