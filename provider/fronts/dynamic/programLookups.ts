/**
 * What the lookups of one program share: settings, one client, and the answers so far. An inline program has its own,
 * since several may run in one process.
 */
import * as pulumi from "@pulumi/pulumi";
import type * as registrar from "../../lookups/index.ts";
import {
  type InputsOf,
  type Lookup,
  LookupError,
  type LookupOfAll,
  type LookupOfAllOutput,
  type LookupOutput,
  type LookupOutputOptions,
} from "./lookupOptions.ts";
import { assertSecretToken, perProgram } from "./program.ts";

type AllLookups = typeof registrar;
type Session = registrar.Lookups;

/** Names one of the lookups; they are loaded when the program makes its first. */
type Choice<A, R> = (all: AllLookups) => (session: Session, args: A) => Promise<R>;

/**
 * The form of a lookup that gives a promise. It rejects with a {@link LookupError}.
 * @param none the arguments that stand for "all", where none is required
 */
export function lookup<A, R>(choose: Choice<A, R>, none: A): LookupOfAll<A, R>;
export function lookup<A, R>(choose: Choice<A, R>): Lookup<A, R>;
export function lookup<A, R>(choose: Choice<A, R>, none?: A): LookupOfAll<A, R> {
  return (args, { fresh = false } = {}) => lookUp(choose, args ?? none, { fresh, after: "" });
}

/**
 * The form of a lookup that gives an output: not known as long as its arguments, or what it depends on, are not. Secret
 * arguments make a secret result.
 * @param none the arguments that stand for "all", where none is required
 */
export function lookupOutput<A, R>(choose: Choice<A, R>, none: A): LookupOfAllOutput<A, R>;
export function lookupOutput<A, R>(choose: Choice<A, R>): LookupOutput<A, R>;
export function lookupOutput<A, R>(choose: Choice<A, R>, none?: A): LookupOfAllOutput<A, R> {
  return outputForm(choose, none);
}

function outputForm<A, R>(choose: Choice<A, R>, none: A | undefined): LookupOfAllOutput<A, R> {
  return (args, { fresh = false, dependsOn } = {}) => {
    const awaited = dependsOn === undefined ? pulumi.output<string[]>([]) : idsOf(dependsOn);
    return awaited.apply((ids) =>
      unwrapped(args).apply((known) => lookUp(choose, known ?? none, { fresh, after: ids.join(" ") })),
    );
  };
}

/** The same, with a result that is secret as a whole. */
export function secretLookupOutput<A, R>(choose: Choice<A, R>, none: A): LookupOfAllOutput<A, R>;
export function secretLookupOutput<A, R>(choose: Choice<A, R>): LookupOutput<A, R>;
export function secretLookupOutput<A, R>(choose: Choice<A, R>, none?: A): LookupOfAllOutput<A, R> {
  const plain = outputForm(choose, none);
  // What is made inside a secret is secret.
  return (args, options) => pulumi.secret(true).apply(() => plain(args, options));
}

/** Arguments once they are known. */
function unwrapped<A>(args: InputsOf<A> | undefined): pulumi.Output<A | undefined> {
  // That unwrapping `InputsOf<A>` gives `A` is what the type means; the compiler cannot see it for a type parameter.
  return pulumi.output(args) as pulumi.Output<unknown> as pulumi.Output<A | undefined>;
}

/** The answers that one program has so far, by what they had to wait for. */
class Program {
  readonly #loading: Promise<{ all: AllLookups; client: Session["api"] }>;
  readonly #sessions = new Map<string, Session>();

  constructor() {
    const settings = pulumi.runtime.allConfig();
    this.#loading = (async () => {
      assertSecretToken();
      const all = await import("../../lookups/index.ts");
      const configuration = all.readConfiguration({ get: (key) => settings[key], env: process.env });
      for (const notice of configuration.notices) await pulumi.log.info(notice);
      return { all, client: all.lookupClient(configuration) };
    })();
    // Each lookup says so; Node would warn of it beside them.
    this.#loading.catch(() => undefined);
  }

  async run<A, R>(choose: Choice<A, R>, args: A, { fresh, after }: { fresh: boolean; after: string }): Promise<R> {
    const { all, client } = await this.#loading;
    const known = this.#sessions.get(after);
    const session = fresh || known === undefined ? new all.Lookups(client) : known;
    if (!fresh) this.#sessions.set(after, session);
    return choose(all)(session, args);
  }
}

/** The running program's lookups. */
const program = perProgram(() => new Program());

/** Makes a lookup in the running program. @throws LookupError */
async function lookUp<A, R>(
  choose: Choice<A, R>,
  args: A | undefined,
  how: { fresh: boolean; after: string },
): Promise<R> {
  if (args === undefined) {
    throw new LookupError("the lookup needs arguments, such as { domain }", "ERR_REGISTRAR_INVALID_LOOKUP");
  }
  try {
    return await program().run(choose, args, how);
  } catch (error) {
    throw lookupError(error);
  }
}

/** Known once the resources are made. */
function idsOf(dependsOn: NonNullable<LookupOutputOptions["dependsOn"]>): pulumi.Output<string[]> {
  return pulumi.output(dependsOn).apply((resources) => pulumi.all([resources].flat().map(({ id }) => id)));
}

/** What a program sees of a failure; what is no failure of a lookup stays as it is. */
function lookupError(error: unknown): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (!(error instanceof Error) || typeof code !== "string") return error;
  return code.startsWith("ERR_REGISTRAR_") ? new LookupError(error.message, code) : error;
}
