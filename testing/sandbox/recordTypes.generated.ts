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
