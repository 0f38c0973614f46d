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

/** Fields of a record that say which record it is, and how it is served: not what is in it. */
const told = new Set(["type", "name", "ttl", "priority", "service", "protocol", "weight", "port", "flags", "tag"]);

/** What of a secret argument no message may show. Of a zone's records the data, so that a message can name the record. */
export function secretParts(type: string, name: string, value: unknown): unknown {
  return type === "DnsZone" && name === "records" ? dataIn(value) : value;
}

function dataIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => {
    const isField = !isList && (typeof inner !== "object" || inner === null);
    return isField && told.has(key) ? [] : dataIn(inner);
  });
}
