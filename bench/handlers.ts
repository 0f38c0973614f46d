/**
 * `npm run bench`: what the provider itself costs. Times the host's calls for N records against a sandbox in the same
 * process, beside a provider that does nothing, in the same run: only the ratios mean anything.
 */
import { performance } from "node:perf_hooks";
import * as z from "zod";
import { dynamicHandler } from "../provider/fronts/dynamic/dynamic.ts";
import type { Resource } from "../provider/lifecycle/definition.ts";
import type { DynamicHandler } from "../provider/provider.ts";
import { dnsRecord } from "../provider/resources/dnsRecord.ts";
import { startSandbox } from "../testing/sandbox/index.ts";

type Properties = Record<string, unknown>;

const anything = z.looseObject({});

/** Answers everything at once, with what it was given. */
const idle: Resource = {
  type: "Idle",
  summary: "Does nothing.",
  endpoints: [],
  meaning: { create: "nothing", drift: "nothing", delete: "nothing" },
  argumentNames: [],
  schema: anything,
  schemaFor: () => anything,
  outputs: {},
  controls: [],
  deleteBeforeReplace: true,
  checks: () => ({ ofArguments: () => [], live: async () => [], preconditions: async () => [] }),
  diff: () => [],
  create: async (args) => ({ id: "idle", state: { ...args, managed: "" } }),
  read: async (_id, state) => state,
  update: async (_id, _state, args) => args,
  delete: async () => undefined,
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** One handler's life: up, up again, refresh, destroy. Milliseconds of each. */
async function life(make: () => DynamicHandler, programs: readonly Properties[]): Promise<Record<string, number>> {
  const handler = make();
  const begin = () => handler.configure({ config: { get: () => undefined } });
  const rows: { id: string; inputs: Properties; outputs: Properties }[] = [];
  const checked = async (args: Properties) => (await handler.check({}, args)).inputs;
  const up = await timed(async () => {
    begin();
    const inputs: Properties[] = [];
    for (const args of programs) inputs.push(await checked(args));
    await Promise.all(
      inputs.map(async (args) => {
        const { id, outs } = await handler.create(args);
        rows.push({ id, inputs: args, outputs: outs });
      }),
    );
  });
  const again = await timed(async () => {
    begin();
    for (const { id, inputs, outputs } of rows) await handler.diff(id, outputs, await checked(inputs));
  });
  const refresh = await timed(async () => {
    begin();
    await Promise.all(rows.map(({ id, outputs }) => handler.read(id, outputs)));
  });
  const destroy = await timed(async () => {
    begin();
    await Promise.all(rows.map(({ id, outputs }) => handler.delete(id, outputs)));
  });
  return { up, "no-op up": again, refresh, destroy };
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 500);
  const programs = Array.from({ length: count }, (_, i) => ({
    domain: "example.com",
    type: "A",
    name: `host${i}`,
    content: `192.0.${i >> 8}.${i & 255}`,
    ttl: 300,
  }));
  const sandbox = await startSandbox();
  process.env["REGISTRAR_BASE_URL"] = sandbox.url;
  process.env["REGISTRAR_API_TOKEN"] = sandbox.token;
  try {
    // Once to warm up, once to count.
    await life(() => dynamicHandler("dnsRecord", async () => ({ dnsRecord })), programs.slice(0, 20));
    const [records, nothing] = [
      await life(() => dynamicHandler("dnsRecord", async () => ({ dnsRecord })), programs),
      await life(() => dynamicHandler("dnsRecord", async () => ({ dnsRecord: idle })), programs),
    ];
    console.log(`${count} DnsRecords against a sandbox in this process; ratio to a provider that does nothing`);
    for (const [step, ms] of Object.entries(records)) {
      const base = Math.max(nothing[step] ?? 0, 0.01);
      console.log(
        `${step.padEnd(10)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / count).toFixed(2).padStart(6)} ms each  ` +
          `${(ms / base).toFixed(1).padStart(8)} x`,
      );
    }
  } finally {
    await sandbox.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
