/**
 * What a resource is, for any front: a schema of arguments, checks beyond the schema, a pure diff, and four calls
 * against the registrar. Nothing here knows Pulumi.
 */
import type * as z from "zod";
import type { EndpointName, RegistrarError } from "../api/index.ts";
import type { Claims } from "./claims.ts";
import type { Run } from "./run.ts";

/** Plain arguments or state: JSON values by property name. */
export type Properties = Record<string, unknown>;

/** One property that differs, and what that leads to. */
export interface Change {
  /** Property path, such as `content` or `nameservers`. */
  path: string;
  kind: "update" | "replace";
  reason: string;
}

/** Something wrong with the arguments, found before any call. */
export interface CheckFailure {
  property?: string;
  /** Names the remedy. */
  reason: string;
  /** The error that it reports, if any. */
  error?: RegistrarError;
}

export interface FillContext<Args extends object = Properties> {
  /** Arguments of the previous run; `undefined` for a new resource. */
  previous: Partial<Args> | undefined;
  /**
   * The same, also in the second check of a replacement, in which an engine does not say what the resource was.
   */
  former?: Partial<Args> | undefined;
  /** Is the value of this argument known, be it given or not? In a preview some are not yet. */
  known(key: keyof Args & string): boolean;
}

export interface CheckContext<Args extends object = Properties> extends FillContext<Args> {
  /** Name of the resource in the program; empty where no program declares it. */
  name: string;
  /** Ids of checks that the program or the configuration switches off. */
  ignoreChecks: readonly string[];
  /** Is a value, or any part of it, not known yet? */
  holdsUnknown(value: unknown): boolean;
  /** Arguments of what a domain has one of, such as `Nameservers`, if the program declared it before this resource. */
  declared(type: string, domain: string): Properties | undefined;
  /** Are there settings to ask the registrar with? A preview may run without. */
  canAsk(): boolean;
  /** Are the previous arguments those of an import in this operation? Then the program has said of none that it is its own. */
  isImported(): boolean;
  /** Reports what is usual, of a resource that is new or changed: the first finding of each check in a run. */
  advise(check: string, finding: string): void;
  /** Tells a person, once in an operation. A warning is of what the program says, or of what could not be looked at. */
  log(message: string, isWarning?: boolean): void;
}

/** When a precondition is asked. */
export interface Question<Args extends object = Properties> {
  readonly run: Run;
  /** In a dry run: what its check knew. */
  readonly context?: CheckContext<Args>;
  /** Afterwards: what the registrar refused the write with. */
  readonly refusal?: RegistrarError;
}

/** @throws PreconditionError where it certainly does not hold; any other error where it cannot be looked up */
export type Precondition<Args extends object = Properties> = (
  args: Partial<Args>,
  question: Question<Args>,
) => Promise<void>;

export interface LiveCheck<Args extends object = Properties> {
  failures: CheckFailure[];
  /** Arguments to keep beside those given, for `diff`, `create` and `update`. */
  inputs?: Partial<Args>;
}

/** A resource that was made or found. */
export interface Made<State extends object = Properties> {
  /** A stable label, never parsed. */
  id: string;
  state: State;
}

/** An output that arguments alone tell: known where these are, secret where one of these is. */
export interface Computed {
  readonly of: readonly string[];
  /** Never fails: arguments that make no sense tell nothing. */
  readonly from: (args: Properties) => string | undefined;
}

/**
 * A resource. Its file writes it with the types of its arguments and its state; `defineResource` makes of that a plain
 * `Resource`, which takes and gives JSON, for every front and command.
 */
export interface Resource<Args extends object = Properties, State extends object = Properties> {
  /** Name of the type, such as `DnsRecord`. */
  readonly type: string;
  /** One sentence for the reference page. */
  readonly summary: string;
  /** The registrar's operations that its life cycle calls. */
  readonly endpoints: readonly EndpointName[];
  /** What create, drift and delete mean, for the reference page. */
  readonly meaning: { create: string; drift: string; delete: string };
  /** Schema of the arguments; chosen by the arguments where they are a union. */
  readonly schema: z.ZodType;
  /** Names of the arguments, where the schema is only made when somebody asks for it. Default: those in the schema. */
  readonly argumentNames?: readonly string[];
  schemaFor(args: Properties): z.ZodObject | CheckFailure;
  /**
   * Outputs beside the arguments, each with a description; one that is not optional is in every state. `meta({ tsType })`
   * names the TypeScript type where the schema does not tell it.
   */
  readonly outputs: z.ZodRawShape;
  /** Those of the outputs that arguments alone tell. */
  readonly computed?: Readonly<Record<string, Computed>>;
  /** Arguments that are secret whatever the program says; equal outputs are secret, too. */
  readonly secretInputs?: readonly string[];
  /** Outputs that hold secret or personal data. */
  readonly secretOutputs?: readonly string[];
  /** Arguments whose values identify people: never shown beside a failure. */
  readonly personal?: readonly string[];
  /** Arguments that steer the provider and are no part of what is live. */
  readonly controls: readonly string[];
  /** Inputs that its own check adds and a preview is to show; others that are no arguments are not shown. */
  readonly shownInputs?: readonly string[];
  /** Of what a domain has one of: the id is `<domain>/<part>`. Never the domain alone, for which generated programs would write a reference. */
  readonly part?: string;
  /**
   * A domain has one of it, so that a resource may go while the program goes on declaring the same under this or another
   * name: then nothing is called. @returns what is said of what stays, without why
   */
  readonly onePerDomain?: (state: State) => string;
  /** What is logged of a state in which something waits for somebody's approval. */
  readonly waiting?: (id: string, state: Properties) => string | undefined;
  /** Old and new cannot exist side by side. */
  readonly deleteBeforeReplace: boolean;
  /**
   * Fills in what a user may leave out although it has only one meaning, and leaves out what is not needed any more.
   * @param args those that are known
   * @returns the arguments to put in place of given ones; `undefined`: the argument is left out
   */
  readonly fill?: (args: Partial<Args>, context: FillContext<Args>) => Partial<Args>;
  readonly check?: (args: Partial<Args>, context: CheckContext<Args>) => CheckFailure[];
  /**
   * What can only be said after looking at the registrar, once `check` has found nothing wrong; also in a preview. It
   * reads and never writes.
   */
  readonly checkLive?: (args: Partial<Args>, context: CheckContext<Args>, run: Run) => Promise<LiveCheck<Args>>;
  /** Do these arguments need `checkLive`? Then a preview needs the registrar and its settings. Default: always. */
  readonly needsLiveCheck?: (args: Partial<Args>, context: CheckContext<Args>) => boolean;
  /** What must hold before `create` or `update` can succeed, beside that the account holds the domain. */
  readonly preconditions?: readonly Precondition<Args>[];
  /**
   * Pure, and never fails: it also runs while drift is looked for.
   * @param unread arguments that are given, but not known yet or not of their type: each may differ
   */
  readonly diff: (state: State, args: Partial<Args>, unread?: readonly string[]) => Change[];
  /** Of a resource of which a domain has one: its arguments as they are live, without the domain, for an import. Default: none. */
  readonly live?: (domain: string, run: Run) => Promise<Properties>;
  readonly create: (args: Args, run: Run) => Promise<Made<State>>;
  /** What is there now; `undefined` when the resource is certainly gone. */
  readonly read: (id: string, state: State, run: Run) => Promise<State | undefined>;
  readonly update: (id: string, state: State, args: Args, run: Run) => Promise<State>;
  readonly delete: (id: string, state: State, run: Run) => Promise<void>;
  /**
   * Tells the running operation that this resource is alive and holds its item at the registrar. No call.
   * @param args what the program wants it to be from now on; default: what it is
   */
  readonly claim?: (id: string, state: State, claims: Claims, args?: Partial<Args>) => void;
  /** Its `records` may be texts to an engine (fronts/shared/recordTexts.ts). */
  readonly inTexts?: true;
}

/** What arguments tell of the outputs. */
export const computedOutputs = (computed: Resource["computed"] = {}, args: Properties): Properties =>
  Object.fromEntries(Object.entries(computed).map(([name, { from }]) => [name, from(args)]));

/** A resource exists but is not as it should be. It is kept in the state with what is known of it. */
export class PartialFailure extends Error {
  readonly code: string;
  readonly id: string;
  /** With `unfinished`, the outcome of the last update is unknown, and the next one reads what is live before it compares. */
  readonly state: Properties;

  constructor(id: string, state: Properties, reason: string, code = "ERR_REGISTRAR_UNFINISHED") {
    super(reason);
    this.code = code;
    this.name = "PartialFailure";
    this.id = id;
    this.state = state;
  }
}

/** Some of the properties, as far as they are there. */
export function pick(properties: Properties, keys: readonly string[]): Properties {
  const picked: Properties = {};
  for (const key of Object.keys(properties)) {
    const value = properties[key];
    if (value !== undefined && keys.includes(key)) picked[key] = value;
  }
  return picked;
}

/** Names of the arguments that the program manages: those that it gives, without those that steer the provider. */
export function managedKeys(args: Properties, controls: readonly string[]): string[] {
  return Object.keys(args)
    .filter((key) => args[key] !== undefined && !controls.includes(key))
    .sort();
}

/** How a state keeps them where it holds others as well: one short text, so that a resource shown in full stays readable. */
export function managedText(keys: readonly string[]): string {
  return keys.join(" ");
}

/** The arguments that a state lists as managed by the program. */
export function managedIn(state: Properties): string[] {
  const { managed } = state;
  return typeof managed === "string" ? managed.split(" ") : [];
}

/** These arguments with the state's values. A state without the list holds no other arguments. */
export function managedArgs(state: Properties): Properties {
  if (typeof state["managed"] !== "string") return state;
  const args: Properties = {};
  for (const key of managedIn(state)) if (key in state) args[key] = state[key];
  return args;
}

/**
 * Compares what a state says with what the program wants, argument by argument.
 * @param state lists the managed arguments, or holds nothing else
 * @param replaces arguments that cannot change in place
 * @param unread arguments that are given, but not known yet: each may differ
 */
export function diffArgs(
  state: Properties,
  args: Properties,
  controls: readonly string[],
  replaces: readonly string[],
  same: (key: string, old: unknown, wanted: unknown) => boolean,
  unread: readonly string[] = [],
): Change[] {
  const old = managedArgs(state);
  const awaited = unread.filter((key) => !controls.includes(key));
  const keys = [...new Set([...Object.keys(old), ...managedKeys(args, controls), ...awaited])].sort();
  return keys.flatMap((key): Change[] => {
    const kind = replaces.includes(key) ? "replace" : "update";
    if (!(key in old)) return [{ path: key, kind: "update", reason: "now managed by the program" }];
    if (awaited.includes(key)) return [{ path: key, kind, reason: "not known yet" }];
    if (args[key] === undefined) return [{ path: key, kind: "update", reason: "left alone from now on" }];
    if (same(key, old[key], args[key])) return [];
    return [{ path: key, kind, reason: "differs" }];
  });
}
