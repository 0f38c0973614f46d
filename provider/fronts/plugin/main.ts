/** The executable `pulumi-resource-registrar`. The engine reads the port from standard output. */
import { join } from "node:path";
import { interruption } from "../shared/interruption.ts";
import { serve } from "./server.ts";

async function main(): Promise<void> {
  // This call comes first, because it watches the engine, which may be killed at any time.
  interruption();
  const { port } = await serve(join(__dirname, "schema.json"));
  process.stdout.write(`${port}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`pulumi-resource-registrar: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
