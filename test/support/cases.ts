/** Reads cases that are text: `test/cases/NAME.txt` has sections below `# title`, and rows with cells between ` | `. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A cell in backticks is taken as it is, also with blanks at its ends; one in quotes is a JSON string. */
function cellOf(written: string): string {
  if (written.startsWith('"')) return JSON.parse(written);
  return written.startsWith("`") ? written.slice(1, -1) : written;
}

function sectionsOf(name: string): ReadonlyMap<string, string[]> {
  const text = readFileSync(join(__dirname, "..", "cases", `${name}.txt`), "utf8");
  const sections = text.split(/^# /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [title = "", ...rows] = section.trimEnd().split("\n");
      return [title, rows];
    }),
  );
}

/** The titles of the sections. */
export const sectionsIn = (name: string): string[] => [...sectionsOf(name).keys()];

/** The rows of a section. */
export function casesIn(name: string, section: string): string[][] {
  const rows = sectionsOf(name).get(section);
  if (rows === undefined) throw new Error(`test/cases/${name}.txt has no section "${section}"`);
  return rows.map((row) => row.split(" | ").map(cellOf));
}
