/** The lookups of a running program. Inline programs share one process, so each has its own client, and its own responses. */
import * as pulumi from "@pulumi/pulumi";
import type { Redacted } from "../../api/redaction.ts";
import type * as lookups from "../../lookups/index.ts";
import type { LookupTypes, MarketplaceName, SearchMarketplaceArgs } from "../../lookups/types.generated.ts";
import { pluginType } from "../shared/state.ts";
import { checkSettings, noteSecret, perProgram, pluginOptions, secretNames, secretStrings } from "./registration.ts";

type Name = keyof LookupTypes;
type ArgsOf<N extends Name> = LookupTypes[N]["args"];
type ResultOf<N extends Name> = LookupTypes[N]["result"];

/** A lookup failed; `code` is stable. The message is redacted when it is read: a secret may be known only after the failure. */
export class LookupError extends pulumi.RunError {
  /** Such as `ERR_REGISTRAR_DOMAIN_NOT_HELD`. */
  readonly code: string;

  /** @param ending of the message: its code, and where to read about it. Default: none */
  constructor(message: () => Redacted, code: string, ending = "") {
    super();
    this.code = code;
    const get = () => `${message()}${ending}`;
    Object.defineProperties(this, { message: { get }, stack: { get } });
  }
}

/** Arguments as values or outputs. An element of a list can be an output, too. */
export type InputsOf<A> = { [K in keyof A]: pulumi.Input<A[K]> | ListOf<A[K]> };
type ListOf<T> = T extends readonly (infer E)[] ? pulumi.Input<pulumi.Input<E>[]> : never;

/** Takes arguments, which can be left out if all of them can, and options. */
type Lookup<A, Options, R> = {
  true: (args?: A, options?: Options) => R;
  false: (args: A, options?: Options) => R;
}[Record<never, never> extends A ? "true" : "false"];
type PromiseOf<N extends Name> = Lookup<ArgsOf<N>, pulumi.InvokeOptions, Promise<ResultOf<N>>>;
type OutputOf<N extends Name> = Lookup<InputsOf<ArgsOf<N>>, pulumi.InvokeOutputOptions, pulumi.Output<ResultOf<N>>>;

/** A search on the marketplace, page after page. */
export interface SearchMarketplaceAllArgs extends Pick<SearchMarketplaceArgs, "query" | "filters"> {
  /** Results per call, 1 to 100. Default: 100. */
  pageSize?: number | undefined;
}

interface Kind {
  /** Does the plugin always answer it? */
  isPlugin?: boolean;
  /** Is its result personal data? */
  isSecret?: boolean;
}

/** A lookup as a promise, which rejects with a {@link LookupError}. */
export function lookup<N extends Name>(name: N, { isPlugin = false }: Kind = {}): PromiseOf<N> {
  return (args?: ArgsOf<N>, options: pulumi.InvokeOptions = {}) => lookUp(name, args, { isPlugin, options });
}

/** A lookup as an output. It is secret if an argument is, or if it is personal data. */
export function lookupOutput<N extends Name>(name: N, { isPlugin = false, isSecret = false }: Kind = {}): OutputOf<N> {
  return (args?: InputsOf<ArgsOf<N>>, { dependsOn, ...options }: pulumi.InvokeOutputOptions = {}) => {
    const awaited = pulumi.output(dependsOn).apply((given) => pulumi.all([given].flat().flatMap(idsIn)));
    const secrets = secretNames(args ?? {})?.catch(() => []);
    const found = () =>
      awaited.apply((ids) => {
        // Unwrapping `InputsOf<A>` gives `A`, which the compiler can't see for a type parameter.
        const given = pulumi.output(args) as pulumi.Output<unknown> as pulumi.Output<ArgsOf<N> | undefined>;
        return given.apply((known) => lookUp(name, known, { isPlugin, options, after: ids.join(" ") }, secrets));
      });
    // An output that derives from a secret is secret.
    return isSecret ? pulumi.secret(true).apply(found) : found();
  };
}

/** A search that yields every name once, in the marketplace's order. It fetches a page, from 1, only when it is needed. */
export const searchOfAll = (search: PromiseOf<"searchMarketplace">) =>
  async function* (args: SearchMarketplaceAllArgs, options?: pulumi.InvokeOptions): AsyncIterable<MarketplaceName> {
    const seen = new Set<string>();
    for (let page = 1; ; page += 1) {
      const { names, total, totalPages } = await search({ pageSize: 100, ...args, page }, options);
      const fresh = names.filter(({ domain }) => !seen.has(domain));
      for (const name of fresh) {
        seen.add(name.domain);
        yield name;
      }
      // A page without new names is the last one. A server that ignores paging repeats its first page.
      if (fresh.length === 0 || page >= (totalPages ?? Infinity) || seen.size >= (total ?? Infinity)) return;
    }
  };

interface How extends Kind {
  options: pulumi.InvokeOptions;
  /** IDs of the resources in `dependsOn`: responses from before their writes may be stale. */
  after?: string;
}

/** Makes a lookup of the running program, with the settings of its stack. */
const program = perProgram(() => {
  const settings = pulumi.runtime.allConfig();
  const load = async () => {
    checkSettings();
    const { call, lookupClient, readConfiguration } = await import("../../lookups/index.ts");
    const configuration = readConfiguration({ get: (key) => settings[key], env: process.env });
    for (const notice of configuration.notices) await pulumi.log.info(notice);
    return { call, client: lookupClient(configuration) };
  };
  const loading = load();
  // Each lookup reports the error, so Node must not report a rejection that nothing handles.
  loading.catch(() => undefined);
  /** Clients with the responses so far, by {@link How.after}. */
  const sessions = new Map<string, lookups.Services>();
  return async <N extends Name>(name: N, args: unknown, after = ""): Promise<ResultOf<N>> => {
    const { call, client } = await loading;
    const services = sessions.get(after) ?? { api: client.cached(), warn: () => undefined };
    sessions.set(after, services);
    return call(name, services, args);
  };
});

/** Does the engine answer a lookup: with the plugin, for the account of a provider, or with the mocks of a unit test? */
function isInvoked(token: string, { isPlugin = false, options: { provider, parent } }: How): boolean {
  const isMocked = pulumi.runtime.hasMonitor() && pulumi.runtime.getEngine() === undefined;
  return isPlugin || isMocked || (provider ?? parent?.getProvider(token)) !== undefined;
}

/** Makes a lookup in the running program. @param secrets names of secret arguments @throws LookupError */
async function lookUp<N extends Name>(
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
    return await program()(name, args ?? {}, how.after);
  } catch (error) {
    for (const secret of (await secrets) ?? []) noteSecret(Reflect.get(Object(args), secret), known);
    throw await lookupError(error, known);
  }
}

/** The IDs of the registrar's resources that a resource is or has; each is unknown until its resource is created. */
function idsIn(resource: unknown): pulumi.Output<string>[] {
  if (pulumi.CustomResource.isInstance(resource)) return [resource.id];
  const children: unknown = Reflect.get(Object(resource), "__childResources");
  return children instanceof Set ? [...children].flatMap(idsIn) : [];
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
