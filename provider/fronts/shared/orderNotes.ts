import { homedir } from "node:os";
import { join } from "node:path";
import type { OrderNotes } from "../../resources/run.ts";

/** Orders are noted in Pulumi's home, which all runs of a user on one machine share. */
export function orderNotes(env: NodeJS.ProcessEnv = process.env): OrderNotes {
  const home = env["PULUMI_HOME"] || join(homedir(), ".pulumi");
  return { folder: join(home, "registrar-orders"), elsewhere: "set PULUMI_HOME to one" };
}
