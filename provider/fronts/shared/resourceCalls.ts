/**
 * The calls of one resource, in plain JSON, for both the classes and the plugin. They add what a definition leaves out:
 * unknown values, clean JSON, secrets and redacted errors.
 */
import { isDeepStrictEqual } from "node:util";
import type { RegistrarError } from "../../api/index.ts";
import { domainOf } from "../../lifecycle/arguments.ts";
import { argumentNames, checkLength, checkShape, openKeys } from "../../lifecycle/define.ts";
import {
  type Change,
  type CheckContext,
  type CheckFailure,
  type CheckServices,
  managedArgs,
  type Properties,
  pick,
  type Resource,
} from "../../lifecycle/definition.ts";
import { unmet } from "../../lifecycle/preconditions.ts";
import { type RedactionScope, withRedaction } from "../../lifecycle/redactionScope.ts";
import type { Run } from "../../lifecycle/run.ts";
import { CallError, callError, internalError, shownFailure } from "./callError.ts";
import { unknownChecks } from "./declarations.ts";
import type { EngineOperation } from "./engineOperation.ts";
import { inFlight } from "./interruption.ts";
import {
  baseUrlKey,
  baseUrlOf,
  classMarks,
  cleanJson,
  hasUnknown,
  identityOf,
  markedSecret,
  nameIn,
  packed,
  plainOf,
  providerKey,
  secret,
} from "./ownKeys.ts";

export interface Differences {
  /** Changed arguments. The provider's own data isn't compared. */
  changes: Change[];
  isChanged: boolean;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** The memory of rows has the keys of `records`, which may be secret. */
const memory = ["rows", ["records"]] as const;

/** Makes outputs secret that derive from secret arguments: neither engine nor class knows which of them do. */
export function withSealed({ computed = {} }: Resource, outputs: Properties, from: Properties): Properties {
  const secrets = markedSecret(from);
  const made = [memory, ...Object.entries(computed).map(([name, { of }]) => [name, of] as const)];
  const sealed = made.flatMap(([name, of]): [string, unknown][] =>
    outputs[name] !== undefined && of.some((key) => secrets.includes(key)) ? [[name, secret(outputs[name])]] : [],
  );
  return { ...outputs, ...Object.fromEntries(sealed) };
}

/** A check, after its arguments were read. */
interface Asked {
  readonly inputs: Properties;
  /** Is the resource new, or its arguments others than in the last run? */
  readonly isChanged: boolean;
  readonly context: CheckContext;
  readonly identity: string | undefined;
  readonly scope: RedactionScope;
  /** The arguments, new and old, as the engine sent them. */
  readonly bags: readonly Properties[];
}

const notKnownYet =
  "Arguments that aren't known yet were not compared with what the registrar has, so `pulumi up` may still fail.";

export class ResourceCalls {
  readonly #resource: Resource;
  readonly #operation: () => EngineOperation;
  readonly #arguments: readonly string[];
  readonly #open: ReadonlySet<string>;

  constructor(resource: Resource, operation: () => EngineOperation) {
    this.#resource = resource;
    this.#operation = operation;
    this.#arguments = argumentNames(resource);
    this.#open = openKeys(resource);
  }

  /** @param identity default: the identity that the class sent */
  async check(olds: Properties, news: Properties, identity = identityOf(news)) {
    const tooLong = checkLength(news).map(({ reason }) => ({ property: "", reason }));
    if (tooLong.length > 0) return { inputs: {}, failures: tooLong };
    this.#operation().enter("writing");
    const asked = this.#normalise(olds, news, identity);
    return { inputs: this.#wrapped(asked.inputs, news), failures: await this.#shownFailures(asked) };
  }

  /** A check that throws would show as two errors on the classes: the host prints its stack, too. Bugs of this package do. */
  async #shownFailures(asked: Asked) {
    try {
      const failures = await this.#failuresOf(asked);
      return failures.map((failure) => this.#shown(failure, asked));
    } catch (error) {
      if (!(error instanceof CallError) || error.code === internalError) throw error;
      return [{ property: "", reason: error.message }];
    }
  }

  /** Reads the arguments, fills them in, and finds the facts of their check. */
  #normalise(olds: Properties, news: Properties, identity: string | undefined): Asked {
    const operation = this.#operation();
    const given = plainOf(news);
    const unknown = new Set(Object.keys(given).filter((key) => hasUnknown(given[key])));
    const known = (key: string) => !unknown.has(key);
    const previous = Object.keys(olds).length === 0 ? undefined : plainOf(olds);
    if (previous !== undefined && identity !== undefined) operation.former.set(identity, previous);
    const former = previous ?? operation.former.get(identity ?? "");
    const inputs = { ...given, ...this.#resource.fill?.(given, { previous, known }) };
    const own = Array.isArray(inputs["skipChecks"]) ? inputs["skipChecks"].map(String) : [];
    const isImported = () =>
      [...operation.claims.imported.values()].some((each) => isDeepStrictEqual(plainOf(each), previous));
    const skipChecks = [...operation.ignoredChecks, ...own];
    for (const warning of known("skipChecks") ? unknownChecks(skipChecks) : []) operation.logOnce(warning, true);
    const facts = { previous, former, known, name: nameIn(identity), skipChecks, isImported };
    const scope = this.#redactionScope([news, olds]);
    // A refresh adds memory of rows to the inputs, which the next check removes.
    const argumentsIn = (bag: Properties) => pick(bag, this.#arguments);
    const isChanged = previous === undefined || !isDeepStrictEqual(argumentsIn(previous), argumentsIn(inputs));
    const context = { ...facts, ...this.#servicesFor(facts.name, isChanged, scope) };
    return { inputs, isChanged, context, identity, scope, bags: [news, olds] };
  }

  #servicesFor(name: string, isChanged: boolean, scope: RedactionScope): CheckServices {
    const operation = this.#operation();
    return {
      holdsUnknown: hasUnknown,
      declared: (type, domain) => operation.declarations.argsOf(type, domain),
      canAsk: () => operation.canLook(),
      advise: (check, finding) => {
        if (isChanged) operation.advise(check, `${this.#resource.type} \`${name}\`: ${scope.redact(finding)}`);
      },
      log: (message, isWarning) => operation.logOnce(scope.redact(message), isWarning),
    };
  }

  /** The failures of the first step that has any: shape, the resource's own checks, declarations, the registrar's rows. */
  async #failuresOf(asked: Asked): Promise<CheckFailure[]> {
    const { inputs, context, scope } = asked;
    const resource = this.#resource;
    const steps = [
      () => withRedaction(scope, () => checkShape(resource, inputs, context.known)),
      () => withRedaction(scope, () => resource.check?.(inputs, context) ?? []),
      () => this.#declare(asked),
      () => this.#checkLive(asked),
      () => this.#checkPreconditions(asked),
    ];
    for (const step of steps) {
      const failures = await step();
      if (failures.length > 0) return failures;
    }
    return [];
  }

  /** Declares the resource. Returns its conflicts with other declarations of this run. */
  #declare({ inputs, context, identity, bags: [news = {}] }: Asked): CheckFailure[] {
    if (identity === undefined) return [];
    const { known, skipChecks: ignored, former, name } = context;
    const declared = Object.fromEntries(Object.entries(inputs).filter(([key]) => known(key)));
    const how = { ignored, former, secrets: this.#secretNames(news) };
    const by = { identity, type: this.#resource.type, name };
    return this.#operation()
      .declarations.declare(by, declared, how)
      .map(({ check, property, reason }) => ({
        ...(property !== undefined && { property }),
        reason: `${reason} [${check}]`,
      }));
  }

  /** Runs the checks that read the registrar. */
  async #checkLive({ inputs, context, bags, identity }: Asked): Promise<CheckFailure[]> {
    const { checkLive, needsLiveCheck } = this.#resource;
    if (checkLive === undefined || needsLiveCheck?.(inputs, context) === false) return [];
    return this.#inRun("writing", bags, identity, (run) => checkLive(inputs, context, run));
  }

  /** Checks the preconditions of a new or changed resource. */
  async #checkPreconditions({ inputs, isChanged, context, bags, identity }: Asked): Promise<CheckFailure[]> {
    if (!isChanged || !this.#operation().canLook()) return [];
    if (Object.keys(inputs).some((key) => !context.known(key))) this.#operation().logOnce(notKnownYet);
    return this.#inRun("writing", bags, identity, (run) => unmet(this.#resource, inputs, context, run));
  }

  #shown(failure: CheckFailure, { scope, identity }: Asked) {
    // If a failure names a property, the engine prints its value: a secret, or thousands of records.
    const covered = [...scope.names, ...(this.#resource.personal ?? []), "records"];
    const messageOf = (error: RegistrarError) => this.#operation().messageOf(error, identity);
    return shownFailure(failure, covered, { ...scope, messageOf });
  }

  async diff(id: string, olds: Properties, news: Properties): Promise<Differences> {
    const resource = this.#resource;
    const { claims } = this.#operation();
    this.#operation().noteRegistrar(baseUrlOf(olds));
    const [state, inputs] = [plainOf(olds), plainOf(news)];
    const changes = resource.diff(state, inputs);
    // The state must be written again if a value has become secret, or no longer is.
    const secretsMoved = this.#secretNames(olds).join() !== this.#secretNames(news).join();
    const replaces = changes.filter(({ kind }) => kind === "replace").map(({ path }) => path);
    // The diffs of a refresh make no claims: the `up` after it checks and diffs each resource again.
    if (replaces.length === 0 && !claims.isReading) resource.claim?.(id, state, claims, inputs);
    return {
      changes,
      isChanged: changes.length > 0 || secretsMoved,
      replaces,
      deleteBeforeReplace: resource.deleteBeforeReplace,
    };
  }

  async create(inputs: Properties, identity?: string) {
    return this.#inRun("writing", [inputs], identity, async (run) => {
      const { id, state } = await this.#resource.create(plainOf(inputs), run);
      this.#tellWaiting(id, state);
      return { id, outs: this.#state(state, inputs) };
    });
  }

  async read(id: string, props: Properties, identity?: string) {
    return this.#inRun("reading", [props], identity, async (run) => {
      const { controls } = this.#resource;
      const former = plainOf(props);
      this.#operation().noteRegistrar(baseUrlOf(props));
      const state = await this.#resource.read(id, former, run);
      if (state === undefined) return {};
      this.#tellWaiting(id, state);
      const live = pick(managedArgs(state), this.#arguments);
      const inputs = { ...pick(former, controls), ...pick(state, controls), ...live };
      // A refresh adds nothing to a state that no run wrote, such as that of an import file: it would show as drift.
      const shown = baseUrlOf(props) === undefined ? this.#wrapped(state, props) : this.#state(state, props);
      return { id, props: shown, inputs: this.#wrapped(inputs, props) };
    });
  }

  async update(id: string, olds: Properties, news: Properties, identity?: string) {
    return this.#inRun("writing", [olds, news], identity, async (run) => {
      const state = await this.#resource.update(id, plainOf(olds), plainOf(news), run);
      this.#tellWaiting(id, state);
      return { outs: this.#state(state, news) };
    });
  }

  async delete(id: string, props: Properties, identity?: string): Promise<void> {
    const state = plainOf(props);
    this.#operation().noteRegistrar(baseUrlOf(props));
    await this.#inRun("writing", [props], identity, async (run) => {
      const { onePerDomain, type } = this.#resource;
      if (
        onePerDomain === undefined ||
        this.#operation().declarations.argsOf(type, String(state["domain"])) === undefined
      ) {
        return this.#resource.delete(id, state, run);
      }
      this.#operation().claims.replaced.set(`${type} ${domainOf(state)}`, state);
      run.log(`${onePerDomain(state)}: another resource of this program owns it now.`);
    });
  }

  #tellWaiting(id: string, state: Properties): void {
    const text = this.#resource.waiting?.(id, state);
    if (text !== undefined) this.#operation().logOnce(text);
  }

  #secretNames(properties: Properties): string[] {
    return [...new Set([...markedSecret(properties), ...(this.#resource.secretInputs ?? [])])].sort();
  }

  #redactionScope(bags: readonly Properties[]): RedactionScope {
    const names = [...new Set(bags.flatMap((bag) => this.#secretNames(bag)))];
    return this.#operation().secrets.scope(this.#resource, names, bags);
  }

  /** Returns a state in the form that the engine takes. */
  #state(state: Properties, from: Properties): Properties {
    return this.#wrapped(state, from, { [baseUrlKey]: this.#operation().registrar });
  }

  /** Returns inputs or outputs in the form that the engine takes. */
  #wrapped(properties: Properties, from: Properties, memory: Properties = {}): Properties {
    return cleanJson({
      ...packed({ ...withSealed(this.#resource, properties, from), ...classMarks(from), ...memory }, this.#open),
      ...pick(from, [providerKey]),
    });
  }

  /** Runs a call of the life cycle, and redacts its errors. */
  async #inRun<T>(
    phase: "reading" | "writing",
    bags: readonly Properties[],
    identity: string | undefined,
    work: (run: Run) => Promise<T>,
  ): Promise<T> {
    const operation = this.#operation();
    const scope = this.#redactionScope(bags);
    try {
      operation.enter(phase);
      return await withRedaction(scope, () => inFlight(() => work(operation.run)));
    } catch (error) {
      const leaving = { ...scope, messageOf: (known: RegistrarError) => operation.messageOf(known, identity) };
      throw callError(error, operation, leaving, (state) => this.#state(state, bags.at(-1) ?? {}));
    }
  }
}
