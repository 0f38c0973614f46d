/** What a run cost: wall time, and the memory of all its processes together. */
import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

export interface Cost {
  /** Seconds from start to end. */
  seconds: number;
  /** MiB, the highest sum over all processes of the run; `undefined` where the system does not tell (only Linux does). */
  peakMiB?: number | undefined;
}

const sampleMs = 100;

/** Runs something and measures it. Processes that this process starts meanwhile, and theirs, count as its own. */
export async function measured<T>(work: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, descendantsMiB());
  };
  const timer = setInterval(sample, sampleMs);
  const start = performance.now();
  try {
    const result = await work();
    return { result, cost: { seconds: (performance.now() - start) / 1000, ...(peak > 0 && { peakMiB: peak }) } };
  } finally {
    clearInterval(timer);
  }
}

/** Resident memory of every descendant of this process, which itself does not count: it is the registrar of the bench. */
function descendantsMiB(): number {
  if (process.platform !== "linux") return 0;
  const parents = new Map<number, number>();
  const pages = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // The name of a process may hold blanks: what follows it begins after the last parenthesis.
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      parents.set(Number(entry), Number(fields[1]));
      pages.set(Number(entry), Number(fields[21]));
    } catch {
      // It ended between the two looks.
    }
  }
  let bytes = 0;
  for (const [pid, resident] of pages) if (descendsFrom(process.pid, pid, parents)) bytes += resident * 4096;
  return bytes / 1024 / 1024;
}

function descendsFrom(ancestor: number, pid: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at = parents.get(pid); at !== undefined && at > 0; at = parents.get(at)) if (at === ancestor) return true;
  return false;
}

/** The middle of several figures. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
