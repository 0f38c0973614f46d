/**
 * Resources that a domain has once, such as `Nameservers`. Each defines how to observe the live values, how to ensure the
 * program's values, and how to release the domain on delete. Shared here: the ID is made of the domain, so a move to another
 * domain is refused; the arguments that the program gives are managed and compared.
 */
import * as z from "zod";
import {
  diffArgs,
  domainArgument,
  domainOf,
  managedIn,
  managedKeys,
  managedText,
  pick,
  reader,
  sameDomain,
} from "./arguments.ts";
import { defineResource } from "./define.ts";
import {
  type Change,
  type CheckFailure,
  type Description,
  type LifeCycle,
  PartialFailure,
  type Precondition,
  type Properties,
  type Resource,
} from "./definition.ts";
import { heldDomain } from "./preconditions.ts";
import type { Run } from "./run.ts";

type PerDomainArgs = Properties & { domain: string };
type PerDomainState = Properties & { domain?: string | undefined };

const description = "Domain name, such as `example.com`; may be internationalised. It cannot change.";
/** The schema of a resource's arguments: the domain, and its own. */
export const domainSchema = <Shape extends z.ZodRawShape>(type: string, shape: Shape) =>
  z.strictObject({ domain: domainArgument.describe(description), ...shape }).meta({ id: `${type}Args` });

/** A state, of which any property may be missing. A property that is both argument and output has the type of the output. */
export type StateOf<Schema extends z.ZodObject, Kept extends z.ZodRawShape> = Incomplete<
  Omit<z.output<Schema>, keyof Kept> & z.output<z.ZodObject<Kept>>
>;
export type Incomplete<T> = { [K in keyof T]?: T[K] | undefined };

export interface PerDomain<Args extends PerDomainArgs, State extends PerDomainState>
  extends Omit<Description, "schema" | "outputs" | "controls">,
    Pick<LifeCycle<Args, State>, "waiting" | "fill" | "check" | "checkLive" | "preconditions" | "live"> {
  readonly part: string;
  readonly schema: z.ZodObject & z.ZodType<Args>;
  /** Outputs that aren't arguments. */
  readonly outputs?: z.ZodRawShape;
  /** Properties of a state that only the provider reads. */
  readonly memory?: z.ZodRawShape;
  /** Arguments that the registrar doesn't show. The state keeps those that aren't secret; a change of these is an update. */
  readonly controls?: readonly (keyof Args & string)[];
  /** At least one of these arguments is required. */
  readonly oneOf?: readonly (keyof Args & string)[];
  /** The message of a delete without a call: what stays at the registrar. */
  readonly stays: (domain: string, state: State) => string;
  /** For arguments that are compared by meaning: do the state's and the program's values mean the same? */
  readonly same?: (state: State, args: Partial<Args>) => { readonly [name: string]: boolean };
  /** Changes to make although no argument differs, such as a renewal. */
  readonly due?: (state: State, args: Partial<Args>) => Change[];
  /** The live values: outputs, and the arguments that differ. */
  readonly observe: (state: State, domain: string, run: Run) => Promise<Partial<State>>;
  /** Writes values that differ. @param before `undefined` for a new resource @returns the outputs, as in a `PartialFailure` */
  readonly ensure: (args: Args, domain: string, run: Run, before?: State) => Promise<Partial<State>>;
  /** Deletes the resource. Default: logs what stays. */
  readonly release?: (state: State, domain: string, run: Run) => Promise<void>;
}

/** Requires that the account holds the domain of a new resource. */
const isHeld: Precondition<{ domain: string }> = async ({ domain }, { run, context }) => {
  if (domain !== undefined && context !== undefined && context.previous === undefined)
    await heldDomain(domain, run, context);
};

export function perDomain<Args extends PerDomainArgs, State extends PerDomainState>({
  outputs = {},
  memory = {},
  controls = [],
  oneOf = [],
  stays,
  same,
  due,
  observe,
  ensure,
  release,
  ...definition
}: PerDomain<Args, State>): Resource {
  const { type, schema, check, part, preconditions = [], checkLive, secretInputs = [] } = definition;
  const idIn = (domain: string) => `${domain}/${part}`;
  const kept = controls.filter((name) => !secretInputs.includes(name));
  const [readArgs, readKept] = [reader(schema.shape), reader({ ...outputs, ...memory, managed: z.string() })];

  /** A state: arguments, outputs, and the names of the managed arguments. */
  const stateWith = ({ domain, ...args }: PerDomainState, managed: readonly string[], known: Properties) => {
    const state: Properties = {
      ...pick(args, managed),
      ...known,
      ...Object.fromEntries(kept.map((name) => [name, args[name]])),
      domain,
      managed: managedText(managed),
    };
    return state as State;
  };

  const ensured = async (args: Args, domain: string, run: Run, before?: State) => {
    const managed = managedKeys(args, controls);
    try {
      return stateWith(args, managed, await ensure(args, domain, run, before));
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw error;
      throw new PartialFailure(idIn(domain), stateWith(args, managed, error.state), error.message, error);
    }
  };

  return defineResource<Args, State>({
    ...definition,
    outputs,
    controls,
    // The check of an order reads the domain itself.
    preconditions: checkLive === undefined ? [isHeld, ...preconditions] : preconditions,
    // Every part has its type in `State`, or is missing.
    readState: (state) =>
      ({
        ...readArgs(pick(state, ["domain", ...managedIn(state), ...kept])),
        ...readKept(state),
      }) as State,
    check(args, context) {
      const failures: CheckFailure[] = check?.(args, context) ?? [];
      const { domain } = args;
      const old = context.previous?.domain;
      // A move to another domain would leave the old domain's settings as they are.
      const isMoved = old !== undefined && domain !== undefined && !sameDomain(old, domain);
      const lacksAll = oneOf.length > 0 && oneOf.every((name) => context.known(name) && args[name] === undefined);
      const moved =
        `cannot change from ${old}: declare a new ${type} with a name of its own for ${domain}, and keep ` +
        `or remove this one`;
      return [
        ...(isMoved ? [{ property: "domain", reason: moved }] : []),
        ...(lacksAll ? [{ reason: `give at least one of ${oneOf.join(", ")}; the others stay unchanged` }] : []),
        ...failures,
      ];
    },
    diff(state, args, unread) {
      const isSame: Readonly<Record<string, boolean>> = {
        ...same?.(state, args),
        domain: sameDomain(state.domain, args.domain),
      };
      const equal = (name: string, old: unknown, wanted: unknown) => isSame[name] ?? old === wanted;
      const changes = diffArgs(state, args, { controls, kept, same: equal, unread });
      const isNews = ({ path }: Change) => !changes.some((each) => each.path === path);
      return [...changes, ...(due?.(state, args) ?? []).filter(isNews)];
    },
    async create(args, run) {
      const domain = domainOf(args);
      return { id: idIn(domain), state: await ensured(args, domain, run) };
    },
    async read(_id, state, run) {
      return stateWith(state, managedIn(state), await observe(state, domainOf(state), run));
    },
    update: (_id, state, args, run) => ensured(args, domainOf(args), run, state),
    async delete(_id, state, run) {
      const domain = domainOf(state);
      // A rename without aliases, or `--replace`: no call, since the new resource needs what this one ensured.
      if (run.isDeclared(domain, type)) {
        run.claims.replaced.set(`${type} ${domain}`, state);
        return run.log(`${stays(domain, state)}: another resource of this program is the owner now.`);
      }
      if (release !== undefined) return release(state, domain, run);
      run.log(`${stays(domain, state)}. The resource is only removed from the state.`);
    },
  });
}
