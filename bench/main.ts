/**
 * `npm run bench`: what this package costs beside a provider that does nothing, one written as documentation teaches,
 * and other tools. Everything is measured in one run, in turn, and only the ratios mean anything on another machine.
 *
 * docs/maintainers/design.md, "Cost of a run", says what the time goes into.
 */
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { chooseEngine } from "../testing/engine/index.ts";
import { peers, versionOf } from "./peers.ts";
import { pulumiSubjects } from "./pulumiSubjects.ts";
import { type Figures, pictureOf, tableOf } from "./report.ts";

const help = `npm run bench -- [options]

  --records 100,1000   numbers of records as resources of their own   (default: 100,1000,3000)
  --zones 1000         numbers of records in one zone                 (default: 1000,10000)
  --runs 3             runs of each; the table shows the median
  --only TEXT          only subjects whose name holds TEXT, and their bases
  --svg FILE           write the picture there
  --table FILE         write the table there
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      records: { type: "string", default: "100,1000,3000" },
      zones: { type: "string", default: "1000,10000" },
      runs: { type: "string", default: "3" },
      only: { type: "string", default: "" },
      svg: { type: "string" },
      table: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const sizes = { records: numbersIn(values.records), zones: numbersIn(values.zones) };
  const { engine, why } = await chooseEngine();
  say(
    engine === "pulumi"
      ? `Engine: Pulumi's own CLI (${why}).`
      : `Engine: the small engine (${why}); figures of Pulumi's own CLI are left out.`,
  );
  const { subjects: others, leftOut } = peers(sizes);
  for (const { name, needs } of leftOut) say(`Left out: ${name}; ${needs} is not on PATH.`);
  const all = [...pulumiSubjects(sizes, engine), ...others];
  const chosen = all.filter(({ name }) => name.includes(values.only));
  const subjects = all.filter((one) => chosen.includes(one) || chosen.some(({ base }) => base === one.name));

  const figures: Figures[] = subjects.flatMap((subject) =>
    subject.sizes.map((records) => ({ subject, records, runs: [] })),
  );
  // In turn, so that a slow minute of the machine meets all of them.
  const runs = Number(values.runs);
  for (let run = 1; run <= runs; run += 1) {
    for (const { subject, records, runs: done } of figures) {
      say(`Run ${run} of ${runs}: ${subject.name}, ${records} records`);
      done.push(await subject.life(records));
    }
  }
  const table = `${machine(engine)}\n\n${tableOf(figures)}`;
  process.stdout.write(`\n${table}`);
  if (values.table !== undefined) writeFileSync(values.table, table);
  if (values.svg !== undefined) writeFileSync(values.svg, pictureOf(figures));
}

function machine(engine: "pulumi" | "local"): string {
  const versions = [
    `Node ${process.versions.node}`,
    engine === "pulumi" ? `Pulumi ${versionOf("pulumi", "version") ?? ""}` : "the small engine",
    versionOf("terraform", "version"),
    versionOf("octodns-sync", "--version"),
    versionOf("dnscontrol", "version"),
    versionOf("named", "-v"),
  ].filter((version) => version !== undefined);
  const memory = Math.round(totalmem() / 1024 ** 3);
  return (
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ` +
    `${memory} GiB; ${versions.join(", ")}.`
  );
}

function numbersIn(text: string): number[] {
  return text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => {
      const value = Number(part);
      if (Number.isInteger(value) && value > 0) return value;
      throw new Error(`${JSON.stringify(part)} is no number of records`);
    });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
