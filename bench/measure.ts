/** Cost of a run: wall time, and CPU time and memory of its processes. */
import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

export interface Cost {
  /** Seconds from start to end. */
  seconds: number;
  /** CPU seconds of all processes of the run; `undefined` except on Linux. Other work on the machine hardly changes it. */
  cpuSeconds?: number | undefined;
  /** MiB, the highest sum over all processes of the run; `undefined` except on Linux. */
  peakMiB?: number | undefined;
}

const sampleMs = 50;
const ticksPerSecond = 100;

/** Runs and measures `work`. Its processes are the descendants of this process, which is the registrar and doesn't count. */
export async function measured<T>(work: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
  const before = new Set(processes().keys());
  /** CPU seconds of each process when it was last seen. */
  const cpu = new Map<number, number>();
  let peak = 0;
  const sample = () => {
    const all = processes();
    let resident = 0;
    for (const [pid, { cpuSeconds, MiB }] of all) {
      if (before.has(pid) || !(cpu.has(pid) || descendsFrom(process.pid, pid, all))) continue;
      cpu.set(pid, cpuSeconds);
      resident += MiB;
    }
    peak = Math.max(peak, resident);
  };
  const timer = setInterval(sample, sampleMs);
  const start = performance.now();
  try {
    const result = await work();
    const seconds = (performance.now() - start) / 1000;
    const cpuSeconds = [...cpu.values()].reduce((sum, each) => sum + each, 0);
    return { result, cost: { seconds, ...(peak > 0 && { cpuSeconds, peakMiB: peak }) } };
  } finally {
    clearInterval(timer);
  }
}

interface Process {
  parent: number;
  cpuSeconds: number;
  MiB: number;
}

function processes(): Map<number, Process> {
  const all = new Map<number, Process>();
  if (process.platform !== "linux") return all;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // The name of a process may contain blanks: the fields begin after the last parenthesis.
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const fields = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .map(Number);
      const [parent = 0, user = 0, system = 0, pages = 0] = [1, 11, 12, 21].map((at) => fields[at]);
      all.set(Number(entry), { parent, cpuSeconds: (user + system) / ticksPerSecond, MiB: (pages * 4096) / 1024 ** 2 });
    } catch {
      // The process ended after the folder was read.
    }
  }
  return all;
}

function descendsFrom(ancestor: number, pid: number, all: ReadonlyMap<number, Process>): boolean {
  for (let at = all.get(pid)?.parent; at !== undefined && at > 0; at = all.get(at)?.parent) {
    if (at === ancestor) return true;
  }
  return false;
}

/** The middle of several figures. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
