/**
 * What the lookups of one program share: settings, one client, and the answers so far. An inline program has its own,
 * since several may run in one process.
 */
import * as pulumi from "@pulumi/pulumi";
import type * as functions from "../functions/index.ts";
import { LookupError, type LookupOutputOptions } from "./lookupOptions.ts";
import { currentProgram } from "./programChecks.ts";
import { assertSecretToken } from "./register.ts";

type Functions = typeof functions;
type Lookups = functions.Lookups;

/** The answers that one program has so far, by what they had to wait for. */
class Program {
  readonly #loading: Promise<{ load: Functions; client: Lookups["api"] }>;
  readonly #shared = new Map<string, Lookups>();

  constructor() {
    const settings = pulumi.runtime.allConfig();
    this.#loading = (async () => {
      assertSecretToken();
      const load = await import("../functions/index.ts");
      const configuration = load.readConfiguration({ get: (key) => settings[key], env: process.env });
      for (const notice of configuration.notices) await pulumi.log.info(notice);
      return { load, client: load.lookupClient(configuration) };
    })();
  }

  async run<T>(
    { fresh, after }: { fresh: boolean; after: string },
    look: (functions: Functions, lookups: Lookups) => Promise<T>,
  ): Promise<T> {
    const { load, client } = await this.#loading;
    const known = this.#shared.get(after);
    const lookups = fresh || known === undefined ? new load.Lookups(client) : known;
    if (!fresh) this.#shared.set(after, lookups);
    return look(load, lookups);
  }
}

const programs = new WeakMap<object, Program>();

/** The running program's lookups. */
function program(): Program {
  const key = currentProgram();
  const known = programs.get(key) ?? new Program();
  programs.set(key, known);
  return known;
}

/** Makes a lookup in the running program. @throws LookupError */
export async function lookUp<T>(
  look: (functions: Functions, lookups: Lookups) => Promise<T>,
  { fresh = false, after = "" }: { fresh?: boolean | undefined; after?: string } = {},
): Promise<T> {
  try {
    return await program().run({ fresh, after }, look);
  } catch (error) {
    throw told(error);
  }
}

/**
 * The result of a lookup whose arguments may be outputs; not known as long as they, or what it depends on, are not. Secret
 * arguments make a secret result.
 */
export function lookUpOutput<A, T>(
  args: pulumi.Output<A>,
  { fresh, dependsOn }: LookupOutputOptions,
  look: (functions: Functions, lookups: Lookups, args: A) => Promise<T>,
): pulumi.Output<T> {
  const waited = dependsOn === undefined ? pulumi.output<string[]>([]) : idsOf(dependsOn);
  return waited.apply((ids) =>
    args.apply((known) =>
      lookUp((functions, lookups) => look(functions, lookups, known), { fresh, after: ids.join(" ") }),
    ),
  );
}

/** Known once the resources are made. */
function idsOf(dependsOn: NonNullable<LookupOutputOptions["dependsOn"]>): pulumi.Output<string[]> {
  return pulumi.output(dependsOn).apply((resources) => pulumi.all([resources].flat().map(({ id }) => id)));
}

function told(error: unknown): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (!(error instanceof Error) || typeof code !== "string") return error;
  return code.startsWith("ERR_REGISTRAR_") ? new LookupError(error.message, code) : error;
}
