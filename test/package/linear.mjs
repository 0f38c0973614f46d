// Reads patterns as JSON from the standard input, and writes what is wrong with each: null for one that takes linear time.
import { text } from "node:stream/consumers";
import { check } from "recheck";

/** Bounds of characters, not of time: on a machine that has much to do, an attack would count as slow. */
const untimed = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null, timeout: 120_000 };
const { patterns, randomSeed } = JSON.parse(await text(process.stdin));

async function slowness({ source, flags, place }) {
  const found = await check(source, flags, { ...untimed, randomSeed });
  if (found.status === "safe") return null;
  return `${place}: /${source}/${flags} ${found.status}: ${found.complexity?.summary ?? found.error?.kind}`;
}

const proofs = await Promise.all(patterns.map(slowness));
// The native helper of recheck would keep the process.
process.stdout.write(JSON.stringify(proofs), () => process.exit(0));
