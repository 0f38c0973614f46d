/** Keeps the values of secret arguments out of what people read. */

/** Takes every text inside the given values out of a message. */
export function redactValues(message: string, secrets: readonly unknown[]): string {
  return secrets
    .flatMap(texts)
    .filter((text) => text.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce(
      (shown, text) => shown.replaceAll(text, "[secret]").replaceAll(JSON.stringify(text).slice(1, -1), "[secret]"),
      message,
    );
}

function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(texts);
  return value === undefined || value === null ? [] : [String(value)];
}
