/** The calls of one resource in plain JSON, for classes and plugin. They add unknown values, secrets and redacted errors. */
import { isDeepStrictEqual } from "node:util";
import { RegistrarError, withCode } from "../../api/index.ts";
import { isInvalidData } from "../../dns/index.ts";
import type { HandlerName } from "../../imports/capture.ts";
import { checkShape, fqdnParts, hasUnknown, isSameBut, managedArgs, pick } from "../../lifecycle/arguments.ts";
import type { Phase } from "../../lifecycle/claims.ts";
import { visibleKeys } from "../../lifecycle/define.ts";
import type { Change, CheckContext, CheckFailure, Checks, Properties, Resource } from "../../lifecycle/definition.ts";
import { editedState } from "../../lifecycle/errors.ts";
import { naming, type RedactionScope, withRedaction } from "../../lifecycle/redactionScope.ts";
import type { Run } from "../../lifecycle/run.ts";
import { unknownChecks } from "./declarations.ts";
import type { EngineOperation, Failure } from "./engineOperation.ts";
import {
  forEngine,
  identityIn,
  markedSecret,
  nameIn,
  plainOf,
  registrarKey,
  registrarOf,
  secret,
  typeIn,
} from "./state.ts";

/** Outputs with values that arguments had. */
const formerOutputs = ["pending", "previousNameservers"];

/** Makes outputs secret that derive from secret arguments: neither engine nor class knows which of them do. */
export function withSealed(outputs: Properties, from: Properties): Properties {
  const secrets = markedSecret(from);
  if (secrets.length === 0) return outputs;
  // The memory of rows has keys of `records`; rows of others may hold the same data.
  const isAny = (keys: readonly string[]) => keys.some((key) => secrets.includes(key));
  const made = ["rows", ...formerOutputs, ...(isAny(fqdnParts) ? ["fqdn"] : [])];
  if (isAny(["records", "values"])) made.push("unlisted");
  const sealed = made.flatMap((name) => (outputs[name] === undefined ? [] : [[name, secret(outputs[name])]]));
  return { ...outputs, ...Object.fromEntries(sealed) };
}

interface Call {
  /** Of the resource, if it is known. */
  readonly identity: string | undefined;
  /** The new inputs, else the state, with the marks of the class. The results get the same marks. */
  readonly marked: Properties;
  readonly messageOf: (error: Failure) => string;
  readonly scope: RedactionScope;
}

/** A check, after the resource has filled in arguments. */
interface Check {
  readonly call: Call;
  readonly given: Properties;
  readonly args: Properties;
  readonly context: CheckContext;
  readonly checks: Checks;
}

/** The failures of a step, with errors of the registrar: if a check throws, the host of the classes also prints the stack. */
async function failuresIn(step: () => CheckFailure[] | Promise<CheckFailure[]>): Promise<CheckFailure[]> {
  try {
    return await step();
  } catch (thrown) {
    const error = ofEditedState(thrown);
    if (!(error instanceof RegistrarError)) throw error;
    return [{ reason: error.message, error }];
  }
}

/** Only a state that a person edited has data that a definition can't read. */
const ofEditedState = (error: unknown) => (isInvalidData(error) ? editedState(error) : error);

/**
 * The calls of an engine for one resource. Arguments and states have a name for each form: `olds`, `news` and `props` as the
 * engine sends them; `given` and `state` as plain JSON; `args` with the arguments that the resource filled in.
 */
export class ResourceCalls {
  /** Name of the resource in `provider.ts`, such as `dnsRecord`. */
  readonly handler: HandlerName;
  readonly resource: Resource;
  /** A function, since another configuration of the provider starts another operation. */
  readonly #operation: () => EngineOperation;
  /** Names of the arguments and outputs. All other properties are the provider's own data. */
  readonly #visible: ReadonlySet<string>;

  constructor(handler: HandlerName, resource: Resource, operation: () => EngineOperation) {
    this.handler = handler;
    this.resource = resource;
    this.#operation = operation;
    this.#visible = visibleKeys(resource);
  }

  async check(olds: Properties, news: Properties, identity?: string) {
    const call = this.#call(identity, news, olds);
    return this.#inRun("writing", call, async (run) => {
      const check = this.#prepared(call, olds, news);
      const failures = await this.#failuresOf(check, run);
      return { inputs: this.#wrapped(check.args, news), failures };
    });
  }

  /** Fills in arguments, and finds the facts that checks may use. */
  #prepared(call: Call, olds: Properties, news: Properties): Check {
    const { identity = "" } = call;
    // Without the provider's own data, which are in `news` if the engine checks what `find` made, for `pulumi import`.
    const given = pick(plainOf(news), Object.keys(news));
    const unknown = new Set(Object.keys(given).filter((key) => hasUnknown(given[key])));
    const known = (key: string) => !unknown.has(key);
    const former = this.#formerArgs(identity, olds);
    const args = { ...given, ...this.resource.fill?.(given, { previous: former.previous, known }) };
    const facts = { ...former, known, name: nameIn(identity), type: typeIn(identity, this.resource.type) };
    const context = this.#contextOf(args, facts);
    return { call, given, args, context, checks: this.resource.checks(args, context) };
  }

  #contextOf(
    args: Properties,
    { type, ...facts }: Pick<CheckContext, "previous" | "predecessor" | "known" | "name"> & { type: string },
  ): CheckContext {
    const operation = this.#operation();
    const { previous, name } = facts;
    const argumentsIn = (bag: Properties) => pick(bag, this.resource.argumentNames);
    const isChanged = previous === undefined || !isDeepStrictEqual(argumentsIn(previous), argumentsIn(args));
    return {
      ...facts,
      skipChecks: this.#skipped(args),
      declared: (type, domain) => operation.declarations.argsOf(type, domain),
      canAskOrWarn: () => operation.canAskOrWarn(),
      advise: (check, finding) => {
        if (isChanged) operation.advise(check, `${type} \`${name}\`: ${finding}`);
      },
      adopts: (domain, lines) => operation.noteAdoptions(domain, lines),
      log: (message, isWarning) => operation.log(message, isWarning),
    };
  }

  /** The arguments of the last run. Notes them for the second check of a replacement, to which the engine sends none. */
  #formerArgs(identity: string, olds: Properties): Pick<CheckContext, "previous" | "predecessor"> {
    const { firstInputs } = this.#operation();
    if (Object.keys(olds).length === 0) return { previous: undefined, predecessor: firstInputs.get(identity) };
    const previous = plainOf(olds);
    if (identity !== "") firstInputs.set(identity, previous);
    return { previous };
  }

  /** IDs of the checks that the configuration or the arguments switch off. Warns of those that aren't the ID of a check. */
  #skipped({ skipChecks }: Properties): string[] {
    const operation = this.#operation();
    const given: unknown[] = Array.isArray(skipChecks) ? skipChecks : [];
    const known = given.filter((id) => typeof id === "string").filter((id) => !hasUnknown(id));
    const ids = [...operation.ignoredChecks, ...known];
    for (const warning of unknownChecks(ids)) operation.log(warning, true);
    return ids;
  }

  /**
   * The failures of the first step that has any: shape, the resource's own checks, declarations, the plan or the price, and
   * preconditions. The last two ask the registrar.
   */
  async #failuresOf(check: Check, run: () => Run) {
    const { call, given, args, context, checks } = check;
    const steps = [
      () => checkShape(this.resource, args, context.known, given),
      () => checks.ofArguments(),
      () => this.#declare(check),
      () => checks.live(run),
      () => this.#checkPreconditions(check, run),
    ];
    for (const step of steps) {
      const failures = await failuresIn(step);
      if (failures.length > 0) return failures.map((failure) => this.#shown(failure, call));
    }
    return [];
  }

  /** A failure for the engine, which prints the value of a named property: of none that is secret or has thousands of records. */
  #shown({ property = "", reason, error }: CheckFailure, { scope: { names, redact }, messageOf }: Call) {
    const text = error === undefined ? redact(reason) : withCode(redact(messageOf(error), error.words), error.code);
    const isCovered = [...names, ...(this.resource.personal ?? []), "records", "ttls"].includes(property);
    return isCovered ? { property: "", reason: `${property}: ${text}` } : { property, reason: text };
  }

  /** Declares the resource. Returns its conflicts with other declarations of this run. */
  #declare({ args, context, call: { identity, scope } }: Check): CheckFailure[] {
    if (identity === undefined) return [];
    const { known, skipChecks: ignored, name } = context;
    const { type, part } = this.resource;
    const declared = Object.fromEntries(Object.entries(args).filter(([key]) => known(key)));
    const how = { isSingle: part !== undefined, ignored, secrets: [...scope.names] };
    const conflicts = this.#operation().declarations.declare({ identity, type, name }, declared, how);
    return conflicts.map((each) => ({ ...each, reason: `${each.reason} [${each.check}]` }));
  }

  /** Checks the preconditions of a new resource, and of one whose live values are to change. */
  async #checkPreconditions({ args, context, checks }: Check, run: () => Run): Promise<CheckFailure[]> {
    const { controls } = this.resource;
    const { previous, known, canAskOrWarn, log } = context;
    if ((previous !== undefined && isSameBut(controls, args, previous)) || !canAskOrWarn()) return [];
    if (Object.keys(args).some((key) => !known(key)))
      log(
        "Arguments that aren't known yet were not compared with what the registrar has, so `pulumi up` may still fail.",
      );
    if (!known("domain")) return [];
    return checks.preconditions(run());
  }

  /** @returns the changed arguments, and how to change them. The provider's own data isn't compared */
  async diff(id: string, olds: Properties, news: Properties) {
    const { resource } = this;
    const operation = this.#operation();
    operation.noteRegistrar(registrarOf(olds));
    const [state, args] = [plainOf(olds), plainOf(news)];
    const changes = [...resource.diff(state, args)];
    const replaces = changes.filter(({ kind }) => kind === "replace").map(({ path }) => path);
    const isReplaced = replaces.length > 0;
    // The diffs of a refresh make no claims and say nothing: the `up` after it checks and diffs each resource again.
    if (!operation.claims.isReading) {
      const lost = resource.claim?.(id, state, operation.claims, isReplaced ? undefined : args);
      // Two states owned one row, after a run that stopped half way.
      if (lost !== undefined && changes.length === 0)
        changes.push({
          path: lost,
          kind: "update",
          reason: `This run gave a row of ${id} to another resource: it is made again.`,
        });
      this.#explain(id, state, changes);
    }
    // The state must be written again if a value has become secret, or no longer is.
    const secretsMoved = this.#secretNames(olds).join() !== this.#secretNames(news).join();
    return {
      changes,
      isChanged: changes.length > 0 || secretsMoved,
      replaces,
      // A replacement that the diff doesn't ask for is that of `replaceOnChanges`: the new resource has the same rows.
      deleteBeforeReplace: resource.deleteBeforeReplace === true || (resource.claim !== undefined && !isReplaced),
    };
  }

  /** Logs what the changes of a diff don't show. */
  #explain(id: string, state: Properties, changes: readonly Change[]): void {
    const operation = this.#operation();
    for (const { reason } of changes) if (reason !== undefined) operation.log(reason);
    if (changes.length === 0) this.#logWaiting(id, state);
    if (state["unfinished"] === true)
      operation.log(
        `The last \`pulumi up\` failed while it changed ${this.resource.type} ${id}. The next one reads it first, and goes on ` +
          "from there. A preview doesn't list these changes; after `pulumi refresh`, it does.",
      );
  }

  async create(news: Properties, identity?: string) {
    return this.#inRun("writing", this.#call(identity, news), async (run) => {
      const { id, state } = await this.resource.create(plainOf(news), run());
      return { id, outs: this.#stateOf(id, state, news) };
    });
  }

  async read(id: string, props: Properties, identity?: string) {
    return this.#inRun("reading", this.#call(identity, props), async (run) => {
      this.#operation().noteRegistrar(registrarOf(props));
      const state = await this.resource.read(id, plainOf(props), run());
      if (state === undefined) return {};
      // A state keeps a few controls, such as `approvalDays`.
      const { controls, argumentNames } = this.resource;
      const inputs = { ...pick(state, controls), ...pick(managedArgs(state), argumentNames) };
      // A refresh adds nothing to a state that no run wrote, such as that of an import file: it would show as drift.
      const isWritten = registrarOf(props) !== undefined;
      return { id, props: this.#stateOf(id, state, props, isWritten), inputs: this.#wrapped(inputs, props) };
    });
  }

  /**
   * Finds an existing row by its ID alone: for `pulumi import`, the option `import`, and `get`.
   * @param urn of the resource that is imported
   * @throws CallError unless exactly one row has the ID
   */
  async find(id: string, urn = "") {
    const operation = this.#operation();
    const identity = urn === "" ? undefined : identityIn(urn);
    const work = async () => {
      // Loads all resources, which few programs use.
      const { findExisting } = await import("../../imports/find.ts");
      const found = await operation.importing((run) => findExisting(this.handler, id, run, urn));
      const state = { ...found.state, [registrarKey]: operation.mark };
      return { id: found.id, props: forEngine(state, this.#visible), inputs: forEngine(found.args, this.#visible) };
    };
    return operation.ask(work, { messageOf: (error) => operation.messageOf(error, identity) });
  }

  async update(id: string, olds: Properties, news: Properties, identity?: string) {
    return this.#inRun("writing", this.#call(identity, news, olds), async (run) => {
      const state = await this.resource.update(id, plainOf(olds), plainOf(news), run());
      return { outs: this.#stateOf(id, state, news) };
    });
  }

  async delete(id: string, props: Properties, identity?: string): Promise<void> {
    this.#operation().noteRegistrar(registrarOf(props));
    await this.#inRun("writing", this.#call(identity, props), (run) => this.resource.delete(id, plainOf(props), run()));
  }

  #secretNames(properties: Properties): string[] {
    return [...new Set([...markedSecret(properties), ...(this.resource.secretInputs ?? [])])].sort();
  }

  #call(identity: string | undefined, marked: Properties, olds: Properties = {}): Call {
    const operation = this.#operation();
    const secrets = [...new Set([olds, marked].flatMap((bag) => this.#secretNames(bag)))];
    const names = secrets.length === 0 ? [] : [...secrets, ...formerOutputs];
    const messageOf = (error: Failure) => operation.messageOf(error, identity);
    const bags = [olds, marked].map((bag) => pick(bag, [...names, ...naming]));
    return { identity, marked, messageOf, scope: operation.secrets.scope(this.resource, names, bags) };
  }

  #logWaiting(id: string, state: Properties): void {
    const text = this.resource.waiting?.(id, state);
    if (text !== undefined) this.#operation().log(text);
  }

  /** A state in the form that the engine takes. Logs a change that waits. */
  #stateOf(id: string, state: Properties, from: Properties, isWritten = true): Properties {
    this.#logWaiting(id, state);
    const mark = isWritten ? { [registrarKey]: this.#operation().mark } : {};
    return this.#wrapped({ ...state, ...mark }, from);
  }

  /** Inputs or outputs in the form that the engine takes. @param from has the marks of the class */
  #wrapped(properties: Properties, from: Properties): Properties {
    return forEngine(withSealed(properties, from), this.#visible, from);
  }

  /** Runs a call of the life cycle. @throws CallError */
  async #inRun<T>(phase: Phase, { scope, messageOf, marked }: Call, work: (run: () => Run) => Promise<T>): Promise<T> {
    const operation = this.#operation();
    const inPhase = async () => {
      operation.enter(phase);
      try {
        return await withRedaction(scope, () => work(() => operation.run));
      } catch (error) {
        throw ofEditedState(error);
      }
    };
    const stateOf = (id: string, state: Properties) => this.#stateOf(id, state, marked);
    return operation.ask(inPhase, { redact: scope.redact, messageOf, stateOf });
  }
}
