/**
 * Resources of which a domain has exactly one. Each says in its own file how to observe what is live, how to ensure what
 * the program wants, and what its release leaves. What they share is here: the id is made of the domain, which never changes, what
 * the program gives is managed and compared, and a domain that left the account for good is not asked about.
 */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { domainArgument, domainOf, sameDomain } from "./arguments.ts";
import { defineResource, reader } from "./define.ts";
import {
  type Change,
  type CheckFailure,
  diffArgs,
  managedIn,
  managedKeys,
  managedText,
  PartialFailure,
  type Properties,
  pick,
  type Resource,
} from "./definition.ts";
import type { Run } from "./run.ts";

type PerDomainArgs = Properties & { domain: string };
type PerDomainState = Properties & { domain?: string | undefined };

const description = "Domain name, such as `example.com`; may be internationalised. It cannot change.";
/** The schema of a resource's arguments: the domain, and its own. */
export const domainSchema = <Shape extends z.ZodRawShape>(type: string, shape: Shape) =>
  z.strictObject({ domain: domainArgument.meta({ description }), ...shape }).meta({ id: `${type}Args` });

/** What a state is read as; any part of it may be missing. What is both an argument and an output is an output. */
export type StateOf<Schema extends z.ZodObject, Kept extends z.ZodRawShape> = Incomplete<
  Omit<z.output<Schema>, keyof Kept> & z.output<z.ZodObject<Kept>>
>;
export type Incomplete<T> = { [K in keyof T]?: T[K] | undefined };

export interface PerDomain<Args extends PerDomainArgs, State extends PerDomainState>
  extends Pick<
    Resource<Args, State>,
    | "type"
    | "summary"
    | "endpoints"
    | "meaning"
    | "secretInputs"
    | "secretOutputs"
    | "personal"
    | "waiting"
    | "fill"
    | "check"
    | "checkLive"
    | "needsLiveCheck"
    | "preconditions"
    | "live"
  > {
  /** What follows the domain and a slash in the id. */
  readonly part: string;
  readonly schema: z.ZodObject & z.ZodType<Args>;
  /** What programs see beside the arguments. */
  readonly outputs?: z.ZodRawShape;
  /** What a state keeps for the provider only. */
  readonly memory?: z.ZodRawShape;
  /** Arguments that steer the provider and are no part of what is live. The state keeps them; a change is an update. */
  readonly controls?: readonly (keyof Args & string)[];
  /** Arguments of which at least one is given. */
  readonly oneOf?: readonly (keyof Args & string)[];
  /** An argument that no state keeps, and whose change is none. */
  readonly unkept?: keyof Args & string;
  /** What stays at the registrar while the program declares the same under another name. */
  readonly stays: (domain: string, state: State) => string;
  /** Of arguments that need not be equal to mean the same: do they, in a state and a program? */
  readonly same?: (state: State, args: Partial<Args>) => { readonly [name: string]: boolean };
  /** Changes that no argument shows: something is left to be done. */
  readonly due?: (state: State, args: Partial<Args>) => Change[];
  /** What is live: all that the state holds beside the arguments, and the arguments that differ. */
  readonly observe: (state: State, domain: string, run: Run) => Promise<Partial<State>>;
  /**
   * Makes it as the arguments say.
   * @param before what the state said so far; `undefined` for a new resource
   * @returns all that the state holds beside the arguments, also with a `PartialFailure`
   */
  readonly ensure: (args: Args, domain: string, run: Run, before?: State) => Promise<Partial<State>>;
  /** Says what stays at the registrar, now that the resource goes. */
  readonly release: (state: State, domain: string, run: Run) => Promise<void> | void;
}

export function perDomain<Args extends PerDomainArgs, State extends PerDomainState>({
  outputs = {},
  memory = {},
  controls = [],
  oneOf = [],
  unkept,
  stays,
  same,
  due,
  observe,
  ensure,
  release,
  ...definition
}: PerDomain<Args, State>): Resource {
  const { type, schema, check, part } = definition;
  const idIn = (domain: string) => `${domain}/${part}`;
  const steering = unkept === undefined ? controls : [...controls, unkept];
  const [readArgs, readKept] = [reader(schema.shape), reader({ ...outputs, ...memory, managed: z.string() })];

  /** A state: arguments, what is known beside them, and which of the arguments the program manages. */
  const stateWith = ({ domain, ...args }: PerDomainState, managed: readonly string[], known: Properties) => {
    const state: Properties = {
      ...pick(args, managed),
      ...known,
      ...Object.fromEntries(controls.map((name) => [name, args[name]])),
      domain,
      managed: managedText(managed),
    };
    return state as State;
  };

  const ensured = async (args: Args, domain: string, run: Run, before?: State) => {
    const managed = managedKeys(args, steering);
    try {
      return stateWith(args, managed, await ensure(args, domain, run, before));
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw error;
      throw new PartialFailure(idIn(domain), stateWith(args, managed, error.state), error.message);
    }
  };

  return defineResource<Args, State>({
    ...definition,
    outputs,
    controls: steering,
    deleteBeforeReplace: true,
    // Every part has the type that `State` says, or is missing.
    readState: (state) =>
      ({
        ...readArgs(pick(state, ["domain", ...managedIn(state), ...controls])),
        ...readKept(state),
      }) as State,
    check(args, context) {
      const failures: CheckFailure[] = check?.(args, context) ?? [];
      const { domain } = args;
      const old = context.previous?.domain;
      // To move it to another domain is never what was meant.
      const isMoved = old !== undefined && domain !== undefined && !sameDomain(old, domain);
      const lacksAll = oneOf.length > 0 && oneOf.every((name) => context.known(name) && args[name] === undefined);
      const moved = `cannot change from ${old}: declare a new ${type} with a name of its own for ${domain}, and keep or remove this one`;
      return [
        ...(isMoved ? [{ property: "domain", reason: moved }] : []),
        ...(lacksAll ? [{ reason: `give at least one of ${oneOf.join(", ")}: what is left out is left alone` }] : []),
        ...failures,
      ];
    },
    diff(state, args, unread = []) {
      const isSame: Readonly<Record<string, boolean>> = {
        ...same?.(state, args),
        domain: sameDomain(state.domain, args.domain),
      };
      const equal = (name: string, old: unknown, wanted: unknown) => isSame[name] ?? old === wanted;
      const steered = controls.filter((name) => unread.includes(name) || !isDeepStrictEqual(state[name], args[name]));
      return [
        ...diffArgs(state, args, steering, [], equal, unread),
        ...steered.map((path): Change => ({ path, kind: "update", reason: "differs" })),
        ...(due?.(state, args) ?? []),
      ];
    },
    onePerDomain: (state) => stays(domainOf(state), state),

    async create(args, run) {
      const domain = domainOf(args);
      return { id: idIn(domain), state: await ensured(args, domain, run) };
    },
    async read(_id, state, run) {
      if (run.isFormer(state.domain)) return undefined;
      return stateWith(state, managedIn(state), await observe(state, domainOf(state), run));
    },
    update: (_id, state, args, run) => ensured(args, domainOf(args), run, state),
    async delete(_id, state, run) {
      if (!run.isFormer(state.domain)) await release(state, domainOf(state), run);
    },
  });
}
