/**
 * The definition of a resource, for both ways to use the package: a schema of arguments, checks beyond the schema, a pure diff,
 * and calls to the registrar. It knows the questions of an engine (previews, replacements, unknown values), and no Pulumi SDK.
 */
import type * as z from "zod";
import type { EndpointName, RegistrarError } from "../api/index.ts";
import type { Words } from "../api/redaction.ts";
import type { Claims } from "./claims.ts";
import type { Run } from "./run.ts";

/** Plain arguments or state: JSON values by property name. */
export type Properties = Record<string, unknown>;

/** A property that differs. */
export interface Change {
  /** Property path, such as `content` or `nameservers`. */
  path: string;
  /** `add`, `delete`: an element of the new or the old list. */
  kind: "add" | "delete" | "update" | "replace";
  /** For people: why there is a change although no argument differs. */
  reason?: string;
}

/** A finding about the arguments. */
export interface CheckFailure {
  property?: string | undefined;
  /** The ID of the check that found it, which `skipChecks` takes. */
  check?: string | undefined;
  /** Names the remedy. */
  reason: string;
  /** The error that it reports, if any. People see its message in place of the reason. */
  error?: RegistrarError;
}

export interface FillContext<Args extends object = Properties> {
  /** Arguments of the previous run; `undefined` for a new resource, and in the second check of a replacement. */
  previous: Partial<Args> | undefined;
  /** Is this argument's value known? In a preview, some aren't. The value of an absent argument is known. */
  known(key: keyof Args & string): boolean;
}

/** Facts and services of one check. */
export interface CheckContext<Args extends object = Properties> extends FillContext<Args> {
  /** In the second check of a replacement: the previous arguments of the resource that is replaced. */
  readonly predecessor?: Partial<Args> | undefined;
  /** Name of the resource in the program; empty if no program declares it. */
  readonly name: string;
  /** IDs of checks that the program or the configuration switches off. */
  readonly skipChecks: readonly string[];
  /** Arguments of a domain's only resource of a type, such as `Nameservers`, if the program declared it before this resource. */
  declared(type: string, domain: string): Properties | undefined;
  /** Are there settings for calls to the registrar? If not, warns: a preview may run without any. */
  canAskOrWarn(): boolean;
  /** Reports a best-practice finding of a new or changed resource: the first finding of each check in a run. */
  advise(check: string, finding: string): void;
  /** Reports that existing rows become the resource's own. @param lines a line for each */
  adopts(domain: string, lines: readonly string[]): void;
  /** Logs once in an operation. A warning is about the program, or about a check that could not read the registrar. */
  log(message: string, isWarning?: boolean): void;
}

/** The check of a live row that no program declares yet. */
export const undeclared: CheckContext = {
  previous: undefined,
  known: () => true,
  name: "",
  skipChecks: [],
  declared: () => undefined,
  canAskOrWarn: () => true,
  advise: () => undefined,
  adopts: () => undefined,
  log: () => undefined,
};

/** The situation in which a precondition is checked. */
export interface Question<Args extends object = Properties> {
  readonly run: Run;
  /** In a dry run: the context of its check. */
  readonly context?: CheckContext<Args>;
  /** After a write: the registrar's refusal. */
  readonly refusal?: RegistrarError;
}

/** @throws PreconditionError if it certainly doesn't hold; any other error if it can't be looked up */
export type Precondition<Args extends object = Properties> = (
  args: Partial<Args>,
  question: Question<Args>,
) => Promise<void>;

/** A resource that was created or adopted. */
export interface Made<State extends object = Properties> {
  /** A stable label, never parsed. */
  id: string;
  state: State;
}

/** A resource as its classes, the plugin's schema and the reference page describe it. */
export interface Description {
  /** Name of the type, such as `DnsRecord`. */
  readonly type: string;
  /** One sentence for the reference page. */
  readonly summary: string;
  /** The registrar's operations that its life cycle calls. */
  readonly endpoints: readonly EndpointName[];
  /** The meaning of create, drift and delete, for the reference page. */
  readonly meaning: { create: string; drift: string; delete: string };
  readonly schema: z.ZodType;
  /** Names of the arguments, if the schema is a union. Default: those in the schema. */
  readonly argumentNames?: readonly string[];
  /** Outputs that aren't arguments. A state has all that aren't optional. `meta({ tsType })` names a type that isn't derived. */
  readonly outputs: z.ZodRawShape;
  /** Outputs that no update changes. */
  readonly lasting?: readonly string[];
  /** Arguments that are always secret; outputs of the same name are secret, too. */
  readonly secretInputs?: readonly string[];
  /** Outputs with secret or personal data. */
  readonly secretOutputs?: readonly string[];
  /** Arguments whose values identify people: never shown with a failure. */
  readonly personal?: readonly string[];
  /** Arguments that control the provider and that the registrar doesn't show. */
  readonly controls: readonly string[];
  /** For a domain's only resource of this type: its ID is `<domain>/<part>`. Generated programs refer to it by the domain. */
  readonly part?: string;
  /** Does a replacement delete the old one first? Both can't exist at once, or the old one hands its memory on. */
  readonly deleteBeforeReplace?: boolean;
}

/** Checks and calls of a resource. */
export interface LifeCycle<Args extends object, State extends object> {
  /** The message about a change that waits for the owner's approval, or about a transfer that the account doesn't show. */
  readonly waiting?: (id: string, state: Properties) => string | undefined;
  /** Fills in arguments with one possible value, and removes needless ones. @returns those to replace; `undefined` removes one */
  readonly fill?: (args: Partial<Args>, context: FillContext<Args>) => Partial<Args>;
  readonly check?: (args: Partial<Args>, context: CheckContext<Args>) => CheckFailure[];
  /** Checks that read the registrar, after `check` found nothing. @param run may throw: a preview may have no settings */
  readonly checkLive?: (args: Partial<Args>, context: CheckContext<Args>, run: () => Run) => Promise<CheckFailure[]>;
  /** Conditions of `create` and `update` that a dry run checks. */
  readonly preconditions?: readonly Precondition<Args>[];
  /** Pure; never fails: a refresh runs it, too. @param unread arguments that aren't known or of their type: each may differ */
  readonly diff: (state: State, args: Partial<Args>, unread?: readonly string[]) => Change[];
  /** For a domain's only resource of this type: the live arguments without the domain, for an import. Default: none. */
  readonly live?: (domain: string, run: Run) => Promise<Properties>;
  readonly create: (args: Args, run: Run) => Promise<Made<State>>;
  /** The live state; `undefined` if the resource is certainly gone. */
  readonly read: (id: string, state: State, run: Run) => Promise<State | undefined>;
  /** @param state `undefined` if an update of unknown outcome left nothing */
  readonly update: (id: string, state: State | undefined, args: Args, run: Run) => Promise<State>;
  readonly delete: (id: string, state: State, run: Run) => Promise<void>;
  /**
   * Claims the rows of this resource in this run, without a call.
   * @param args the new arguments; `undefined`: it is replaced
   * @returns the argument that lists a row which this run has deleted or changed for another resource, if there is one
   */
  readonly claim?: (id: string, state: State, claims: Claims, args: Partial<Args> | undefined) => string | undefined;
}

/** The checks of one declaration, in their order. */
export interface Checks {
  ofArguments(): CheckFailure[];
  /** Checks that read the registrar. @param run may throw: a preview may have no settings */
  live(run: () => Run): Promise<CheckFailure[]>;
  /** The failures of the first precondition that doesn't hold. */
  preconditions(run: Run): Promise<CheckFailure[]>;
}

/** A resource of plain JSON, which `defineResource` makes of typed arguments and state. */
export interface Resource
  extends Description,
    Pick<LifeCycle<Properties, Properties>, "waiting" | "fill" | "live" | "create" | "delete" | "claim"> {
  readonly argumentNames: readonly string[];
  readonly checks: (args: Properties, context: CheckContext) => Checks;
  readonly diff: (state: Properties, args: Properties) => Change[];
  readonly read: (id: string, state: Properties, run: Run) => Promise<Properties | undefined>;
  readonly update: (id: string, state: Properties, args: Properties, run: Run) => Promise<Properties>;
  /** The schema of these arguments, if the schema is a union. */
  readonly schemaFor: (args: Properties) => z.ZodObject | CheckFailure;
}

interface Reason {
  readonly code?: string;
  readonly words?: Words;
  readonly sharedCause?: string | undefined;
}

/** The resource exists, but the write failed in part. The state keeps it. */
export class PartialFailure extends Error {
  readonly code: string;
  readonly id: string;
  /** `unfinished`: the outcome of the last update is unknown, and the next update reads first. */
  readonly state: Properties;
  /** The registrar's own messages that the reason quotes. */
  readonly words: Words;
  /** As of the error that is the reason. */
  readonly sharedCause: string | undefined;

  /** @param error its code, cause and the registrar's words are kept */
  constructor(
    id: string,
    state: Properties,
    reason: string,
    { code = "ERR_REGISTRAR_UNFINISHED", words, sharedCause }: Reason = {},
  ) {
    super(reason);
    this.code = code;
    this.words = words;
    this.sharedCause = sharedCause;
    this.id = id;
    this.state = state;
  }
}
