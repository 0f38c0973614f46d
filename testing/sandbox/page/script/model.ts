/** The part of the page's script that only computes: no document, no network. */
export const model = String.raw`
/** A record's data as one line. */
function recordValue(record) {
  switch (record.type) {
    case "MX":
      return [record.priority, record.content].join(" ");
    case "SRV":
      return [record.priority, record.weight, record.port, record.target].join(" ");
    case "CAA":
      return [record.flags, record.tag, JSON.stringify(record.value || "")].join(" ");
    default:
      return String(record.content === undefined ? "" : record.content);
  }
}

/** The name in DNS relative to the domain; "@" for the apex. */
function ownerOf(record) {
  return [record.service, record.protocol, record.name].filter(Boolean).join(".") || "@";
}

const recordTypes = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA", "PTR"];
const typeColours = { A: "t1", AAAA: "t1", CNAME: "t3", NS: "t3", PTR: "t3", MX: "t2", SRV: "t2", CAA: "", TXT: "" };

const number = (key, label, max) => ({ key, label, kind: "number", min: 0, max });
const contentLabels = { A: "IPv4 address", AAAA: "IPv6 address", TXT: "Text", MX: "Mail server", NS: "Name server" };

/** What a record's form asks for, by type. */
function recordFields(type) {
  const name = { key: "name", label: "Name", hint: "Relative to the domain; empty for the apex" };
  const ttl = { ...number("ttl", "TTL in seconds", 2147483647), hint: "Empty: as it is" };
  const comment = { key: "comment", label: "Comment", wide: true };
  const content = { key: "content", label: contentLabels[type] || "Host name", kind: type === "TXT" ? "lines" : "text", wide: true, required: true };
  const priority = { ...number("priority", "Priority", 65535), required: true };
  const own = {
    MX: [priority, content],
    SRV: [
      { key: "service", label: "Service", hint: "With the underscore: _sip", required: true },
      { key: "protocol", label: "Protocol", hint: "_tcp or _udp", required: true },
      priority,
      { ...number("weight", "Weight", 65535), required: true },
      { ...number("port", "Port", 65535), required: true },
      { key: "target", label: "Target host", required: true },
    ],
    CAA: [
      { ...number("flags", "Flags", 255), required: true },
      { key: "tag", label: "Tag", hint: "issue, issuewild, iodef", required: true },
      { key: "value", label: "Value", wide: true, required: true },
    ],
  };
  return [name, ttl, ...(own[type] || [content]), comment];
}

/** What a form's texts say, as the body of a request: numbers as numbers, empty optional fields left out. */
function bodyOf(fields, texts, before) {
  const body = {};
  for (const field of fields) {
    const given = texts[field.key];
    if (given === undefined || field.fixed) continue;
    const text = given === "@" && ["name", "source"].includes(field.key) ? "" : given;
    const was = (before || {})[field.key];
    if (text === "" && (was === undefined || field.kind === "number")) continue;
    if (field.kind === "list") body[field.key] = text.split("\n").map((line) => line.trim()).filter(Boolean);
    else body[field.key] = field.kind === "number" ? Number(text) : text;
  }
  return body;
}

/** Heights of the chart's bars from 0 to 1, and the number the top stands for. */
function chartOf(seconds) {
  const highest = Math.max(4, ...seconds.map((second) => second.calls));
  const top = highest <= 10 ? Math.ceil(highest / 2) * 2 : Math.ceil(highest / 10) * 10;
  const sum = (key) => seconds.reduce((total, second) => total + second[key], 0);
  return {
    top,
    calls: sum("calls"),
    limited: sum("limited"),
    bars: seconds.map((second) => ({ calls: (second.calls - second.limited) / top, limited: second.limited / top })),
  };
}

const day = (moment) => (moment ? String(moment).slice(0, 10) : "none");
const clock = (moment) => String(moment).slice(11, 19);
const plural = (count, one) => count + " " + one + (count === 1 ? "" : "s");
const isRestricted = (domain, now) => domain.restrictedUntil !== null && domain.restrictedUntil > now;

/** How a status reads in the log. */
function statusTone(status) {
  if (status === 0) return "bad";
  if (status === 429) return "warn";
  return status >= 400 ? "bad" : "good";
}
`;
