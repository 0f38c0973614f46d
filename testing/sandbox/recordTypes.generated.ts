// Generated from the record types by `npm run generate`. Do not edit.

export const recordTypes = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA", "PTR"] as const;

/** Fields of all types, with their kinds. */
export const recordFields = {
  content: "string",
  priority: "number",
  service: "string",
  protocol: "string",
  weight: "number",
  port: "number",
  target: "string",
  flags: "number",
  tag: "string",
  value: "string",
} as const;

/** Fields of each type, in the order of zone files: the highest number, or a string. */
export const fieldsOfTypes: Readonly<Record<string, Readonly<Record<string, number | "string">>>> = {
  A: { content: "string" },
  AAAA: { content: "string" },
  CNAME: { content: "string" },
  MX: { priority: 65535, content: "string" },
  TXT: { content: "string" },
  NS: { content: "string" },
  SRV: { service: "string", protocol: "string", priority: 65535, weight: 65535, port: 65535, target: "string" },
  CAA: { flags: 255, tag: "string", value: "string" },
  PTR: { content: "string" },
};
