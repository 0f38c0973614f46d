/** The bench's table, and its picture. */
import { median } from "./measure.ts";
import { type Life, type Measured, type StepName, type Subject, steps } from "./subject.ts";

/** The figures of one subject at one size: one entry a run. */
export interface Figures {
  subject: Subject;
  records: number;
  runs: Life[];
}

/** What a step took in each run; nothing where the subject has no such step. */
const measuredIn = ({ runs }: Figures, step: StepName): Measured[] => runs.flatMap((run) => run[step] ?? []);

const stepsOf = (figures: Figures) => steps.filter((step) => measuredIn(figures, step).length > 0);

const secondsOf = (figures: Figures, step: StepName) =>
  median(measuredIn(figures, step).map(({ seconds, cpuSeconds }) => cpuSeconds ?? seconds));

function ratioOf(figures: Figures, step: StepName, all: readonly Figures[]): number | undefined {
  const base = all.find(({ subject, records }) => subject.name === figures.subject.base && records === figures.records);
  if (base === undefined || measuredIn(base, step).length === 0) return undefined;
  return secondsOf(figures, step) / secondsOf(base, step);
}

/** One row a subject, size and step, as a table in Markdown. Ratios come first: only they mean anything elsewhere. */
export function tableOf(all: readonly Figures[]): string {
  const rows = all.flatMap((figures) =>
    stepsOf(figures).map((step) => {
      const runs = measuredIn(figures, step);
      const seconds = runs.map((run) => run.seconds);
      const ratio = ratioOf(figures, step, all);
      const last = runs.at(-1);
      const peak = Math.max(...runs.map(({ peakMiB }) => peakMiB ?? 0));
      return [
        figures.subject.name,
        String(figures.records),
        step,
        ratio === undefined ? "" : ratio.toFixed(2),
        secondsOf(figures, step).toFixed(1),
        `${median(seconds).toFixed(1)} (${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)})`,
        peak === 0 ? "" : peak.toFixed(0),
        last?.calls === undefined ? "" : String(last.calls),
        last?.stateBytes === undefined ? "" : String(Math.round(last.stateBytes / 1024)),
      ];
    }),
  );
  const head = ["what", "records", "step", "ratio", "CPU seconds", "seconds", "peak MiB", "calls", "state KiB"];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

const barHeight = 14;
const labelWidth = 330;
const chartWidth = 520;
const colours: Record<StepName, string> = {
  "first apply": "#3b6ea5",
  "no change": "#5b9f62",
  "one change": "#c98a2b",
  refresh: "#8a6fb0",
  "no change after it": "#4aa3a3",
  "drift report": "#a3525a",
};

/** CPU seconds of every step as bars, one group a subject and size. */
export function pictureOf(all: readonly Figures[]): string {
  const values = all.flatMap((figures) => stepsOf(figures).map((step) => secondsOf(figures, step)));
  const highest = Math.max(...values);
  const x = (seconds: number) => labelWidth + (seconds / highest) * chartWidth;
  const parts: string[] = [];
  let y = 40;
  for (const figures of all) {
    const name = escapeXml(`${figures.subject.name}, ${figures.records}`);
    parts.push(`<text x="${labelWidth - 10}" y="${y + barHeight * 2.5}" text-anchor="end">${name}</text>`);
    for (const step of stepsOf(figures)) {
      const seconds = secondsOf(figures, step);
      const width = Math.max(1, x(seconds) - labelWidth).toFixed(1);
      const bar = `<rect x="${labelWidth}" y="${y}" width="${width}" height="${barHeight - 2}" fill="${colours[step]}"/>`;
      const figure = `<text x="${(x(seconds) + 5).toFixed(1)}" y="${y + 10}" font-size="10">${seconds.toFixed(1)} s</text>`;
      parts.push(bar, figure);
      y += barHeight;
    }
    y += 12;
  }
  const legend = steps.map((step, index) => {
    const left = labelWidth + index * 115;
    return `<rect x="${left}" y="12" width="10" height="10" fill="${colours[step]}"/><text x="${left + 15}" y="21">${step}</text>`;
  });
  const width = labelWidth + chartWidth + 60;
  const size = `width="${width}" height="${y}" viewBox="0 0 ${width} ${y}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">
<title>CPU seconds of each step</title>
<rect width="${width}" height="${y}" fill="white"/>
<text x="10" y="21">CPU seconds</text>
${[...legend, ...parts].join("\n")}
</svg>
`;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
