/** The lookups of one program: settings, one client, and the responses so far. */
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

/** A lookup as a promise, which rejects with a {@link LookupError}. */
export function lookup<N extends LookupName>(name: N): Form<N> {
  const form: LookupOfAll<ArgsOf<N>, ResultOf<N>> = (args, { fresh = false } = {}) =>
    lookUp(name, args, { fresh, after: "" });
  return form;
}

/** A lookup as an output. It is secret if an argument is, or if it is personal data. */
export function lookupOutput<N extends LookupName>(name: N): OutputForm<N> {
  const form: LookupOfAllOutput<ArgsOf<N>, ResultOf<N>> = (args, { fresh = false, dependsOn } = {}) => {
    const awaited = dependsOn === undefined ? pulumi.output<string[]>([]) : idsOf(dependsOn);
    const secrets = secretNames(args ?? {})?.catch(() => []);
    const found = () =>
      awaited.apply((ids) =>
        unwrapped(args).apply((known) => lookUp(name, known, { fresh, after: ids.join(" ") }, secrets)),
      );
    // An output that derives from a secret is secret.
    return rowOf(name).isSecret ? pulumi.secret(true).apply(found) : found();
  };
  return form;
}

function unwrapped<A>(args: InputsOf<A> | undefined): pulumi.Output<A | undefined> {
  // Unwrapping `InputsOf<A>` gives `A`, which the compiler can't see for a type parameter.
  return pulumi.output(args) as pulumi.Output<unknown> as pulumi.Output<A | undefined>;
}

interface How {
  fresh: boolean;
  /** IDs of the resources in `dependsOn`: responses from before their writes may be stale. */
  after: string;
}

class Program {
  readonly #loading: Promise<Pick<AllLookups, "assertLength"> & { looks: Looks; open: () => Session }>;
  /** Sessions with the responses so far, by {@link How.after}. */
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
    // Each lookup reports the error, so Node must not report a rejection that nothing handles.
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
 * @param secrets names of secret arguments
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

/** IDs of the resources; unknown until all are created. */
function idsOf(dependsOn: NonNullable<LookupOutputOptions["dependsOn"]>): pulumi.Output<string[]> {
  return pulumi.output(dependsOn).apply((resources) => pulumi.all([resources].flat().map(({ id }) => id)));
}

/** Redacting shorter values would make messages unreadable. */
const minSecretLength = 8;

/** Makes a {@link LookupError} of an error with a code of this package. Returns other errors unchanged. */
async function lookupError(error: unknown, secrets: ReadonlySet<string>): Promise<unknown> {
  if (!(error instanceof Error && "code" in error)) return error;
  const { code } = error;
  if (typeof code !== "string" || !code.startsWith("ERR_REGISTRAR_")) return error;
  const { Redactor, withholding } = await import("../../api/redaction.ts");
  const redactor = () => new Redactor().add([...secrets].filter(({ length }) => length >= minSecretLength));
  const words = "words" in error && typeof error.words === "string" ? error.words : undefined;
  return new LookupError(() => redactor().shown(withholding(error.message, words, redactor())), code);
}
