/**
 * The lookups of a running program. Inline programs of the Automation API share one process, so that each of them has its own
 * client, and its own responses.
 */
import * as pulumi from "@pulumi/pulumi";
import type * as registrar from "../../lookups/index.ts";
import { allNames, type LookupName, rowOf } from "../../lookups/rows.ts";
import type { LookupTypes, MarketplaceName } from "../../lookups/types.generated.ts";
import { pluginType } from "../shared/state.ts";
import {
  type InputsOf,
  type Lookup,
  LookupError,
  type LookupOutput,
  type SearchMarketplaceAllArgs,
} from "./lookupOptions.ts";
import {
  checkSettings,
  noteSecret,
  perProgram,
  pluginOptions,
  secretNames,
  secretStrings,
} from "./registrarResource.ts";

type ArgsOf<N extends LookupName> = LookupTypes[N]["args"];
type ResultOf<N extends LookupName> = LookupTypes[N]["result"];
type Session = registrar.Lookups;
type Looks = { [N in LookupName]: (session: Session, args: ArgsOf<N>) => Promise<ResultOf<N>> };

/** A lookup as a promise, which rejects with a {@link LookupError}. @param isPlugin does the plugin always answer it? */
export function lookup<N extends LookupName>(name: N, isPlugin = false): Lookup<ArgsOf<N>, ResultOf<N>> {
  return (args?: ArgsOf<N>, options: pulumi.InvokeOptions = {}) => lookUp(name, args, { isPlugin, options });
}

/** A lookup as an output. It is secret if an argument is, or if it is personal data. */
export function lookupOutput<N extends LookupName>(name: N, isPlugin = false): LookupOutput<ArgsOf<N>, ResultOf<N>> {
  return (args?: InputsOf<ArgsOf<N>>, { dependsOn, ...options }: pulumi.InvokeOutputOptions = {}) => {
    const awaited = dependsOn === undefined ? pulumi.output<string[]>([]) : idsOf(dependsOn);
    const secrets = secretNames(args ?? {})?.catch(() => []);
    const found = () =>
      awaited.apply((ids) =>
        unwrapped(args).apply((known) => lookUp(name, known, { isPlugin, options, after: ids.join(" ") }, secrets)),
      );
    // An output that derives from a secret is secret.
    return rowOf(name).isSecret ? pulumi.secret(true).apply(found) : found();
  };
}

function unwrapped<A>(args: InputsOf<A> | undefined): pulumi.Output<A | undefined> {
  // Unwrapping `InputsOf<A>` gives `A`, which the compiler can't see for a type parameter.
  return pulumi.output(args) as pulumi.Output<unknown> as pulumi.Output<A | undefined>;
}

/** A search that fetches pages on demand. */
export const searchOfAll =
  (search: Lookup<ArgsOf<"searchMarketplace">, ResultOf<"searchMarketplace">>) =>
  (args: SearchMarketplaceAllArgs, options?: pulumi.InvokeOptions): AsyncIterable<MarketplaceName> =>
    allNames((page) => search({ pageSize: 100, ...args, page }, options));

interface How {
  isPlugin: boolean;
  options: pulumi.InvokeOptions;
  /** IDs of the resources in `dependsOn`: responses from before their writes may be stale. */
  after?: string;
}

class Program {
  readonly #loading: Promise<{ looks: Looks; open: () => Session }>;
  /** Sessions with the responses so far, by {@link How.after}. */
  readonly #sessions = new Map<string, Session>();

  constructor() {
    const settings = pulumi.runtime.allConfig();
    this.#loading = (async () => {
      checkSettings();
      const all = await import("../../lookups/index.ts");
      const configuration = all.readConfiguration({ get: (key) => settings[key], env: process.env });
      for (const notice of configuration.notices) await pulumi.log.info(notice);
      const client = all.lookupClient(configuration);
      return { looks: all, open: () => client.cached() };
    })();
    // Each lookup reports the error, so Node must not report a rejection that nothing handles.
    this.#loading.catch(() => undefined);
  }

  async run<N extends LookupName>(name: N, args: ArgsOf<N>, after = ""): Promise<ResultOf<N>> {
    const { looks, open } = await this.#loading;
    const session = this.#sessions.get(after) ?? open();
    this.#sessions.set(after, session);
    return looks[name](session, args);
  }
}

const program = perProgram(() => new Program());

/** Does the engine answer a lookup: with the plugin, for the account of a provider, or with the mocks of a unit test? */
function isInvoked(token: string, { isPlugin, options: { provider, parent } }: How): boolean {
  const isMocked = pulumi.runtime.hasMonitor() && pulumi.runtime.getEngine() === undefined;
  return isPlugin || isMocked || (provider ?? parent?.getProvider(token)) !== undefined;
}

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
  const token = pluginType(name);
  try {
    if (isInvoked(token, how))
      return await pulumi.runtime.invoke(token, { ...args }, { ...pluginOptions, ...how.options });
    // Each lookup checks its arguments.
    return await program().run(name, (args ?? {}) as ArgsOf<N>, how.after);
  } catch (error) {
    for (const secret of (await secrets) ?? []) noteSecret(Reflect.get(Object(args), secret), known);
    throw await lookupError(error, known);
  }
}

/** IDs of the resources, and of the children of components; unknown until all are created. */
function idsOf(dependsOn: NonNullable<pulumi.InvokeOutputOptions["dependsOn"]>): pulumi.Output<string[]> {
  return pulumi.output(dependsOn).apply((resources) =>
    pulumi.all(
      [resources]
        .flat()
        .flatMap(customIn)
        .map(({ id }) => id),
    ),
  );
}

/** The resources of the registrar that a resource is or has. */
function customIn(resource: unknown): pulumi.CustomResource[] {
  if (pulumi.CustomResource.isInstance(resource)) return [resource];
  const children: unknown = Reflect.get(Object(resource), "__childResources");
  return children instanceof Set ? [...children].flatMap(customIn) : [];
}

/** Redacting shorter values would make messages unreadable. */
const minSecretLength = 8;

/** Makes a {@link LookupError} of an error with a code of this package. Returns other errors unchanged. */
async function lookupError(error: unknown, secrets: ReadonlySet<string>): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  // An error of the plugin has no property `code`: its message ends with the code.
  const code = "code" in error ? error.code : /\[(ERR_REGISTRAR_\w+): /.exec(error.message)?.[1];
  if (typeof code !== "string" || !code.startsWith("ERR_REGISTRAR_")) return error;
  const [{ withCode }, { Redactor, withholding }] = await Promise.all([
    import("../../api/errors.ts"),
    import("../../api/redaction.ts"),
  ]);
  const redactor = () => new Redactor().add([...secrets].filter(({ length }) => length >= minSecretLength));
  const words = "words" in error && typeof error.words === "string" ? error.words : undefined;
  const ending = withCode("", code);
  const message = error.message.replace(ending, "");
  return new LookupError(() => redactor().shown(withholding(message, words, redactor())), code, ending);
}
