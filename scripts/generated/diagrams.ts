/** The diagrams of the pages, as SVG by file name. */

const tones = { plain: "#ffffff", accent: "#dbeafe", good: "#dcfce7", warning: "#fee2e2", muted: "#f1f5f9" };
type Tone = keyof typeof tones;
const edge = 'stroke="#475569"';

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Lines of text, centred around a point. */
const label = (x: number, y: number, text: string, size = 13) =>
  text
    .split("\n")
    .map((line, at, lines) => {
      const top = y + (at - (lines.length - 1) / 2) * (size + 4) + size / 3;
      return `<text x="${x}" y="${top}" font-size="${size}" text-anchor="middle">${escaped(line)}</text>`;
    })
    .join("");

/** A box of 150 by 60, around a point. */
const box = (x: number, y: number, text: string, tone: Tone = "plain", height = 60, width = 150) =>
  `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="6" ${edge} fill="${tones[tone]}"/>` +
  label(x, y, text);

/** The text of an arrow is above its middle. */
const arrow = (x1: number, y1: number, x2: number, y2: number, text = "", above = -12) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${edge} marker-end="url(#head)"/>` +
  label((x1 + x2) / 2, (y1 + y2) / 2 + above, text, 11);

const svg = (width: number, height: number, title: string, ...parts: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
  role="img" font-family="sans-serif" fill="#0f172a">
<title>${escaped(title)}</title>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0L8 4L0 8z" fill="#475569"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
${parts.join("\n")}
</svg>
`;

const record = (x: number, at: number, text: string, tone: Tone) => box(x, 75 + at * 44, text, tone, 36, 290);

const zone = (x: number, mode: string, others: string, tone: Tone) =>
  [
    label(x, 30, mode, 15),
    record(x, 0, "www A: declared, kept as declared", "good"),
    record(x, 1, "old A: no longer declared, deleted", "warning"),
    record(x, 2, others, tone),
    record(x, 3, "apex NS, SOA, ignored rows: never touched", "muted"),
  ].join("");

const moment = (x: number, above: string, below: string, tone: Tone) =>
  `<circle cx="${x}" cy="80" r="8" fill="${tones[tone]}" ${edge}/>${label(x, 45, above)}${label(x, 120, below, 11)}`;

export const diagrams: Record<string, string> = {
  "parts.svg": svg(
    760,
    170,
    "A program reaches the registrar through Pulumi's engine, and the classes or the plugin",
    box(85, 85, "your program"),
    arrow(160, 85, 218, 85),
    box(295, 85, "Pulumi's engine\nand the state", "accent"),
    arrow(370, 75, 428, 50),
    arrow(370, 95, 428, 120),
    box(505, 45, "classes\nTypeScript, JavaScript", "good"),
    box(505, 125, "plugin\nevery language", "good"),
    arrow(580, 50, 628, 75),
    arrow(580, 120, 628, 95),
    box(680, 85, "registrar's API", "plain", 60, 100),
  ),
  "zone-modes.svg": svg(
    660,
    245,
    "Additive and authoritative zones",
    zone(165, "additive", "test A: made by hand, left alone", "muted"),
    zone(495, "authoritative", "test A: made by hand, is drift", "warning"),
  ),
  "lock.svg": svg(
    660,
    170,
    "The life of a lock",
    box(90, 60, "domain unlocked"),
    arrow(165, 50, 418, 50, "pulumi up with a DomainLock"),
    box(495, 60, "domain locked", "good"),
    arrow(420, 72, 168, 72, "a person, in the registrar's dashboard", 14),
    arrow(495, 90, 495, 122),
    box(495, 145, "pulumi destroy, or removing the lock: an error", "warning", 40, 320),
  ),
  "transfer.svg": svg(
    720,
    150,
    "A transfer as a time line",
    arrow(20, 80, 700, 80),
    moment(100, "losing registrar", "unlock the domain,\nget the auth code", "plain"),
    moment(280, "pulumi up", "ordered once: pending.\nRemove the auth code", "accent"),
    moment(460, "pulumi refresh, days later", "completed:\ndeclare records", "good"),
    moment(630, "60 days later", "free for another\ntransfer", "plain"),
  ),
};
