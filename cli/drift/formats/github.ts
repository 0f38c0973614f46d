/** The report as annotations of GitHub Actions (workflow commands on stdout). */
import { withCode } from "../../../provider/api/errors.ts";
import type { Report } from "../report.ts";
import { concerned, unmanagedText } from "./table.ts";
import { shown } from "./text.ts";

/** GitHub shows ten annotations of a kind for each step. */
const most = 10;

export function annotations({ drift, errors, unmanaged, waiting }: Report): string[] {
  const changed = drift.map(({ type, name, kind, changes }) => ({
    title: `Drift: ${type} ${name}`,
    message:
      kind === "gone"
        ? "the item is gone"
        : changes.map(({ path, declared, live }) => `${path}: ${shown(declared)} -> ${shown(live)}`).join("\n"),
  }));
  const failed = errors.map(({ message, code, resources }) => ({
    title: "Drift could not be determined",
    message: `${concerned(resources)}${withCode(message, code)}`,
  }));
  const extra = unmanaged.map((item) => ({ title: "Unmanaged", message: unmanagedText(item) }));
  for (const message of waiting) extra.push({ title: "Waiting for approval", message });
  return [...commands("error", failed), ...commands("warning", changed), ...commands("notice", extra)];
}

interface Annotation {
  title: string;
  message: string;
}

function commands(level: "error" | "warning" | "notice", all: Annotation[]): string[] {
  const rest = all.length > most ? all.slice(most - 1) : [];
  const shownOnes = all.slice(0, all.length - rest.length);
  if (rest.length > 0) shownOnes.push({ title: `${rest.length} more`, message: "The job summary lists all of them." });
  return shownOnes.map(({ title, message }) => `::${level} title=${property(title)}::${data(message)}`);
}

/** What is shown may hold anything; only so it cannot end the command or begin another. */
const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
