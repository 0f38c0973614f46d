/**
 * What a zone of N records costs as one resource: the host's calls for it, beside a provider that does nothing, in the
 * same run. Only the ratios mean anything. Run: `npx tsx bench/zone.ts 5000 2>/dev/null` (what
 * changes is printed on stderr).
 */
import { performance } from "node:perf_hooks";
import * as z from "zod";
import { dynamicHandler } from "../provider/fronts/dynamic/dynamic.ts";
import type { Resource } from "../provider/lifecycle/definition.ts";
import { dnsZone } from "../provider/resources/dnsZone.ts";
import { startSandbox } from "../testing/sandbox/index.ts";

type Properties = Record<string, unknown>;

const anything = z.looseObject({
  domain: z.unknown(),
  records: z.unknown(),
  mode: z.unknown(),
  ttl: z.unknown(),
  ttls: z.unknown(),
});

/** Answers everything at once, with what it was given. */
const idle: Resource = {
  type: "Idle",
  summary: "Does nothing.",
  meaning: { create: "nothing", drift: "nothing", delete: "nothing" },
  argumentNames: ["domain", "records", "mode", "ttl", "ttls"],
  schema: anything,
  schemaFor: () => anything,
  endpoints: [],
  outputs: {},
  controls: [],
  deleteBeforeReplace: true,
  checks: () => ({ ofArguments: () => [], live: async () => [], preconditions: async () => [] }),
  diff: () => [],
  create: async (args) => ({ id: "idle", state: { ...args, managed: "domain records" } }),
  read: async (_id, state) => state,
  update: async (_id, _state, args) => ({ ...args, managed: "domain records" }),
  delete: async () => undefined,
};

/** One life of the resource: milliseconds and calls of each run. */
async function life(resource: Resource, args: Properties, changed: Properties, calls: () => number) {
  const handler = dynamicHandler("dnsZone", async () => ({ dnsZone: resource }));
  let [id, inputs, outputs]: [string, Properties, Properties] = ["", {}, {}];
  const times: Record<string, { ms: number; calls: number }> = {};
  const timed = async (step: string, work: () => Promise<void>) => {
    handler.configure({ config: { get: (key) => (key === "registrar:staleListSeconds" ? "0" : undefined) } });
    const [start, before] = [performance.now(), calls()];
    await work();
    times[step] = { ms: performance.now() - start, calls: calls() - before };
  };
  const checked = async (news: Properties) => {
    const { inputs: made, failures } = await handler.check(inputs, news);
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return made;
  };
  await timed("first up", async () => {
    const made = await checked(args);
    ({ id, outs: outputs } = await handler.create(made));
    inputs = made;
  });
  await timed("no-op up", async () => {
    inputs = await checked(args);
    await handler.diff(id, outputs, inputs);
  });
  await timed("refresh", async () => {
    await handler.read(id, outputs);
  });
  await timed("one change", async () => {
    const news = await checked(changed);
    await handler.diff(id, outputs, news);
    ({ outs: outputs } = await handler.update(id, outputs, news));
    inputs = news;
  });
  return times;
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 5000);
  const hosts = Array.from({ length: count }, (_, i) => [`host${i} A`, [`192.0.${i >> 8}.${i & 255}`]]);
  const records = Object.fromEntries(hosts);
  const sandbox = await startSandbox();
  process.env["REGISTRAR_BASE_URL"] = sandbox.url;
  process.env["REGISTRAR_API_TOKEN"] = sandbox.token;
  const calls = () => sandbox.log.entries().length;
  try {
    for (const mode of ["additive", "authoritative"]) {
      const domain = `${mode}.example`;
      sandbox.addDomain(domain);
      const args = { domain, mode, records, ttl: 300 };
      const next = { ...args, ttls: { "host7 A": 600 } };
      const [zone, nothing] = [await life(dnsZone, args, next, calls), await life(idle, args, next, calls)];
      console.log(`${count} records as one ${mode} DnsZone; ratio to a provider that does nothing`);
      for (const [step, { ms, calls: made }] of Object.entries(zone)) {
        const base = Math.max(nothing[step]?.ms ?? 0, 0.01);
        console.log(
          `${step.padEnd(10)} ${ms.toFixed(0).padStart(7)} ms  ${String(made).padStart(6)} calls  ${(ms / base).toFixed(1).padStart(8)} x`,
        );
      }
    }
  } finally {
    await sandbox.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
