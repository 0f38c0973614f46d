/**
 * What the lookups of one program share: settings, one client, and the answers so far. An inline program has its own,
 * since several may run in one process.
 */
import * as pulumi from "@pulumi/pulumi";
import type * as registrar from "../../lookups/index.ts";
import { type LookupName, rowOf } from "../../lookups/rows.ts";
import {
  type InputsOf,
  type Lookup,
  LookupError,
  type LookupOfAll,
  type LookupOfAllOutput,
  type LookupOutput,
  type LookupOutputOptions,
} from "./lookupOptions.ts";
import { assertSecretToken, noteSecret, perProgram, secretNames, secretStrings } from "./program.ts";

type AllLookups = typeof registrar;
type Session = registrar.Lookups;
type ArgsOf<N extends LookupName> = Parameters<AllLookups[N]>[1];
type ResultOf<N extends LookupName> = Awaited<ReturnType<AllLookups[N]>>;
type Looks = { [N in LookupName]: (session: Session, args: ArgsOf<N>) => Promise<ResultOf<N>> };

type OfAll<N extends LookupName> = Record<never, never> extends ArgsOf<N> ? true : false;
type Form<N extends LookupName> = {
  true: LookupOfAll<ArgsOf<N>, ResultOf<N>>;
  false: Lookup<ArgsOf<N>, ResultOf<N>>;
}[`${OfAll<N>}`];
type OutputForm<N extends LookupName> = {
  true: LookupOfAllOutput<ArgsOf<N>, ResultOf<N>>;
  false: LookupOutput<ArgsOf<N>, ResultOf<N>>;
}[`${OfAll<N>}`];

/** The form of a lookup that gives a promise. It rejects with a {@link LookupError}. */
export function lookup<N extends LookupName>(name: N): Form<N> {
  const form: LookupOfAll<ArgsOf<N>, ResultOf<N>> = (args, { fresh = false } = {}) =>
    lookUp(name, args, { fresh, after: "" });
  return form;
}

/**
 * The form of a lookup that gives an output: not known as long as its arguments, or what it depends on, are not. Secret
 * arguments make a secret result, and so does personal data.
 */
export function lookupOutput<N extends LookupName>(name: N): OutputForm<N> {
  const form: LookupOfAllOutput<ArgsOf<N>, ResultOf<N>> = (args, { fresh = false, dependsOn } = {}) => {
    const awaited = dependsOn === undefined ? pulumi.output<string[]>([]) : idsOf(dependsOn);
    const secrets = secretNames(args ?? {})?.catch(() => []);
    const found = () =>
      awaited.apply((ids) =>
        unwrapped(args).apply((known) => lookUp(name, known, { fresh, after: ids.join(" ") }, secrets)),
      );
    // A value made inside a secret is secret.
    return rowOf(name).isSecret ? pulumi.secret(true).apply(found) : found();
  };
  return form;
}

/** Arguments once they are known. */
function unwrapped<A>(args: InputsOf<A> | undefined): pulumi.Output<A | undefined> {
  // That unwrapping `InputsOf<A>` gives `A` is what the type means; the compiler cannot see it for a type parameter.
  return pulumi.output(args) as pulumi.Output<unknown> as pulumi.Output<A | undefined>;
}

interface How {
  fresh: boolean;
  /** Ids of the resources that it waits for: what was asked before they were made may be old. */
  after: string;
}

/** The answers that one program has so far, by what they had to wait for. */
class Program {
  readonly #loading: Promise<Pick<AllLookups, "assertLength"> & { looks: Looks; open: () => Session }>;
  readonly #sessions = new Map<string, Session>();

  constructor() {
    const settings = pulumi.runtime.allConfig();
    this.#loading = (async () => {
      assertSecretToken();
      const all = await import("../../lookups/index.ts");
      const configuration = all.readConfiguration({ get: (key) => settings[key], env: process.env });
      for (const notice of configuration.notices) await pulumi.log.info(notice);
      const client = all.lookupClient(configuration);
      return { assertLength: all.assertLength, looks: all, open: () => client.cached() };
    })();
    // Each lookup says so; Node would warn of it beside them.
    this.#loading.catch(() => undefined);
  }

  async run<N extends LookupName>(name: N, args: ArgsOf<N>, { fresh, after }: How): Promise<ResultOf<N>> {
    const { assertLength, looks, open } = await this.#loading;
    assertLength(name, Object(args));
    const known = this.#sessions.get(after);
    const session = fresh || known === undefined ? open() : known;
    if (!fresh) this.#sessions.set(after, session);
    return looks[name](session, args);
  }
}

const program = perProgram(() => new Program());

/**
 * Makes a lookup in the running program.
 * @param secrets names of the arguments that are secret
 * @throws LookupError
 */
async function lookUp<N extends LookupName>(
  name: N,
  args: ArgsOf<N> | undefined,
  how: How,
  secrets?: Promise<string[]>,
): Promise<ResultOf<N>> {
  const known = secretStrings();
  try {
    // Each lookup checks its arguments.
    return await program().run(name, (args ?? {}) as ArgsOf<N>, how);
  } catch (error) {
    for (const secret of (await secrets) ?? []) noteSecret(Reflect.get(Object(args), secret), known);
    throw await lookupError(error, known);
  }
}

/** Known once the resources are made. */
function idsOf(dependsOn: NonNullable<LookupOutputOptions["dependsOn"]>): pulumi.Output<string[]> {
  return pulumi.output(dependsOn).apply((resources) => pulumi.all([resources].flat().map(({ id }) => id)));
}

/** Shorter values would blank out half of every sentence. */
const minSecretLength = 8;

/** The error that a program sees; any error that isn't a lookup's stays as it is. */
async function lookupError(error: unknown, secrets: ReadonlySet<string>): Promise<unknown> {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (!(error instanceof Error) || typeof code !== "string") return error;
  if (!code.startsWith("ERR_REGISTRAR_")) return error;
  const { Redactor } = await import("../../api/redaction.ts");
  const redactor = () => new Redactor().add([...secrets].filter(({ length }) => length >= minSecretLength));
  return new LookupError(() => redactor().shown(error.message), code);
}
