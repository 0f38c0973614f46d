/**
 * Runs declared resources through the handlers, in this process, by the rules of the real provider host and engine:
 * one operation is configure, then check and diff one after another, then the writes side by side, then the deletes.
 * An `up` begins with a preview, which is an operation of its own, and ends there if that fails.
 * Property bags are plain JSON both ways, and what the host would refuse fails here too.
 */
import { isDeepStrictEqual } from "node:util";
import { joinRecords } from "../../provider/dns/join.ts";
import { identityKey, ownKey, pluginType } from "../../provider/fronts/shared/state.ts";
import * as provider from "../../provider/provider.ts";
import { quick } from "./records.ts";
import { asPreview } from "./registrar.ts";
import { opened } from "./secretMarks.ts";
import { expectWellPut } from "./wellPut.ts";

type Properties = Record<string, unknown>;
const handlers = { ...provider };
type HandlerName = keyof typeof handlers;

/** The calls of a front for one resource. */
export type FrontHandler = Omit<provider.DynamicHandler, "configure">;

/** A front of the provider, as an engine meets it. */
export interface Front {
  /** @param name of the resource */
  handlerOf(handler: HandlerName, name: string): FrontHandler;
  /** An operation begins. @param config stack configuration by full key */
  configure(config: Record<string, string>): Promise<void>;
}

export const dynamicFront: Front = {
  handlerOf: (handler) => handlers[handler],
  /** The host makes one process an operation and configures each handler it meets. */
  async configure(config) {
    const request = { config: { get: (key: string) => config[key] } };
    for (const handler of Object.values(handlers)) handler.configure(request);
  },
};

let front = dynamicFront;
export const isOnPlugin = () => front !== dynamicFront;

/** From now on the stacks of this test file are deployed by this front. */
export function deployBy(chosen: Front): void {
  front = chosen;
}

export interface Declared {
  handler: HandlerName;
  args: Properties;
  ignoreChanges?: string[];
  /** Of a resource that is replaced. Default: as the classes say. */
  deleteBeforeReplace?: false;
  /** Does any change replace it? */
  replaceOnChanges?: true;
}
export type Program = Record<string, Declared>;

interface Row {
  handler: HandlerName;
  id: string;
  inputs: Properties;
  outputs: Properties;
  /** Made, but not finished: the next run updates it even if nothing differs. */
  unfinished?: string;
  /** Deleted for a replacement whose create failed: the next run creates it, whatever differs. */
  isPending?: true;
}

export interface Result {
  /** The step of each resource, in the engine's words. */
  steps: Record<string, "same" | "create" | "update" | "replace" | "delete">;
  /** Message by resource. */
  errors: Record<string, string>;
}

export interface UpOptions {
  /** Somebody else's work between the checks of the `up` and its first write. */
  beforeWrites?: () => void;
  /** As `--skip-preview`. */
  skipPreview?: true;
  /** As `--continue-on-error`: deletes follow failed creates and updates. */
  continueOnError?: true;
  /** As `--replace`: the engine doesn't ask whether they differ. */
  replace?: readonly string[];
  /** As `--target`: the engine asks about no other resource, and changes none. */
  targets?: readonly string[];
  /** A resource whose step fails, for a reason of its own, before any call. */
  fails?: string;
}

export interface StackBehaviour {
  /**
   * Each resource is written before the next is looked at, as `dependsOn` or `--parallel 1` have it, and none after a failure.
   * Default: side by side.
   */
  oneByOne?: boolean;
  /** The write of each resource begins before the next is looked at, and none after a failure, as in programs without `dependsOn`. */
  streamed?: boolean;
  /** As `--refresh --run-program`: each resource is read just before its check or its delete. */
  readsEach?: boolean;
}

/** Arguments as the class sends them: the records of a zone may be a list of parts. */
function sent({ args }: Declared): Properties {
  const given = json(args);
  return Array.isArray(given["records"]) ? { ...given, ...joinRecords(given["records"], given["ttls"]) } : given;
}

export class HandlerStack {
  readonly state = new Map<string, Row>();
  readonly #config: Record<string, string>;
  readonly #behaviour: StackBehaviour;
  /** The process was killed: nothing is stored any more. */
  #isDead = false;

  /** @param config stack configuration by full key, beside the quick settings */
  constructor(config: Record<string, string> = {}, behaviour: StackBehaviour = {}) {
    this.#config = { ...quick, ...config };
    this.#behaviour = behaviour;
  }

  /** The process is killed at this moment; the next `up` is another one. */
  kill(): void {
    this.#isDead = true;
  }

  /** A preview: no write. */
  async preview(program: Program, options: UpOptions = {}): Promise<Result> {
    return this.#deploy(program, true, options);
  }

  /** Calls and messages of its preview are left out of the tests' counts (`withRegistrar`, `withSaid`). */
  async up(program: Program, options: UpOptions = {}): Promise<Result> {
    if (!options.skipPreview) {
      const previewed = await asPreview(() => this.preview(program, options));
      if (Object.keys(previewed.errors).length > 0) return previewed;
    }
    return this.#deploy(program, false, options);
  }

  async #deploy(program: Program, isPreview: boolean, options: UpOptions): Promise<Result> {
    await front.configure(this.#config);
    const { replace = [], continueOnError, beforeWrites, targets, fails } = options;
    const { oneByOne, streamed } = this.#behaviour;
    const result: Result = { steps: {}, errors: {} };
    const work: (() => Promise<void>)[] = [];
    const writing: Promise<void>[] = [];
    const begin = () => writing.push(...work.splice(0).map((step) => step()));
    const write = async () => {
      begin();
      await Promise.all(writing.splice(0));
    };
    const isOver = () => !continueOnError && Object.keys(result.errors).length > 0;
    const fail = async () => {
      result.errors[String(fails)] = "failed";
    };
    const isTarget = (name: string) => targets === undefined || targets.includes(name);
    this.#isDead = false;
    for (const [name, declared] of Object.entries(program).filter(([name]) => isTarget(name))) {
      if (oneByOne && !isPreview) await write();
      if (streamed && !isPreview) begin();
      if (this.#isDead || (isOver() && (oneByOne || streamed) && !isPreview)) break;
      const step = await this.#plan(name, declared, replace.includes(name), result);
      if (step !== undefined) work.push(name === fails ? fail : step);
    }
    const removed = [...this.state.keys()].filter((name) => !(name in program) && isTarget(name));
    for (const name of removed) result.steps[name] = "delete";
    if (isPreview || isOver()) {
      await Promise.all(writing);
      return result;
    }
    beforeWrites?.();
    await write();
    if (!isOver() && !this.#isDead) await this.#deleteAll(removed, result);
    return result;
  }

  /** Checks and compares a resource. @returns the write of its step; none after a failed check */
  async #plan(name: string, declared: Declared, isAsked: boolean, { steps, errors }: Result) {
    if (this.#behaviour.readsEach) await this.#read(name);
    const old = this.state.get(name);
    const { handler: called, ignoreChanges = [], deleteBeforeReplace } = declared;
    const handler = front.handlerOf(called, name);
    const check = async (news: Properties, olds: Properties): Promise<Properties | undefined> => {
      const ofClass = { [ownKey]: { ...Object(news[ownKey]), [identityKey]: identityOf(name, called) } };
      const { inputs, failures } = json(await handler.check(olds, { ...news, __provider: "code", ...ofClass }));
      if (failures.length === 0) return inputs;
      errors[name] = failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n");
      for (const { reason } of failures) expectWellPut(reason);
      return undefined;
    };
    // For `--replace`, the engine checks once, without the old inputs, and asks for no differences.
    const before = isAsked ? undefined : old;
    const checked = await check(restoreIgnored(sent(declared), old?.inputs, ignoreChanges), before?.inputs ?? {});
    if (checked === undefined) return undefined;
    const differences = before && (await handler.diff(before.id, opened(before.outputs), json(checked)));
    const isReplaced =
      (differences?.replaces.length ?? 0) > 0 ||
      (declared.replaceOnChanges && differences?.changes) ||
      before?.isPending === true;
    // A resource that is replaced is checked like a new one.
    const inputs = isReplaced ? await check(sent(declared), {}) : checked;
    if (inputs === undefined) return undefined;

    const make = async () => {
      const { id, outs } = await handler.create(json(inputs));
      this.#store(name, { handler: called, id, inputs, outputs: carried(outs) });
    };
    const remake = async (row: Row) => {
      const { id, outputs } = row;
      if (row.isPending) return make();
      // Without differences, the classes say that the old one goes first.
      const isDeletedFirst = deleteBeforeReplace ?? differences?.deleteBeforeReplace ?? true;
      if (!isDeletedFirst) await make();
      await handler.delete(id, opened(outputs));
      if (!isDeletedFirst) return;
      this.#store(name, { ...row, isPending: true });
      await make();
    };
    const change = async ({ id, outputs }: Row) => {
      const { outs } = await handler.update(id, opened(outputs), json(inputs));
      this.#store(name, { handler: called, id, inputs, outputs: carried(outs) });
    };
    const step = (kind: Result["steps"][string], write: () => Promise<void>) => {
      steps[name] = kind;
      const keep = (id: string, outputs: Properties, unfinished: string) =>
        // Of an update that failed the engine keeps the old inputs.
        this.#store(name, { handler: called, id, inputs: this.state.get(name)?.inputs ?? inputs, outputs, unfinished });
      return () => attempt(name, errors, write, keep);
    };
    if (old === undefined) return step("create", make);
    if (isAsked || isReplaced) return step("replace", () => remake(old));
    if (differences?.changes || old.unfinished !== undefined) return step("update", () => change(old));
    return step("same", async () => this.#store(name, { ...old, inputs }));
  }

  /** Reads everything; returns the resources that differ from the program, and those that are gone. */
  async refresh(): Promise<{ drift: Record<string, Properties>; gone: string[]; errors: Record<string, string> }> {
    await front.configure(this.#config);
    const drift: Record<string, Properties> = {};
    const gone: string[] = [];
    const errors: Record<string, string> = {};
    const read = async (name: string) => {
      const found = await this.#read(name);
      if (found === undefined) gone.push(name);
      else if (Object.keys(found).length > 0) drift[name] = found;
    };
    await Promise.all([...this.state.keys()].map((name) => attempt(name, errors, () => read(name))));
    return { drift, gone: gone.sort(), errors };
  }

  /** Reads a resource. @returns its drift; `undefined` if it is gone, or was never made */
  async #read(name: string): Promise<Properties | undefined> {
    const row = this.state.get(name);
    if (row === undefined) return undefined;
    if (row.isPending) return {};
    const handler = front.handlerOf(row.handler, name);
    const { id, props, inputs } = await handler.read(row.id, opened(row.outputs));
    if (id === undefined || props === undefined || inputs === undefined) {
      this.state.delete(name);
      return undefined;
    }
    const { changes } = await handler.diff(id, opened(props), json(row.inputs));
    this.state.set(name, { ...row, inputs: carried(inputs), outputs: carried(props) });
    return changes ? changed(row.outputs, carried(props)) : {};
  }

  async destroy(): Promise<Result> {
    await front.configure(this.#config);
    const result: Result = { steps: {}, errors: {} };
    await this.#deleteAll([...this.state.keys()], result);
    return result;
  }

  async #deleteAll(names: string[], { steps, errors }: Result): Promise<void> {
    const remove = async (name: string) => {
      if (this.#behaviour.readsEach) await this.#read(name);
      const row = this.state.get(name);
      if (row === undefined) return;
      steps[name] = "delete";
      if (!row.isPending) await front.handlerOf(row.handler, name).delete(row.id, opened(row.outputs));
      this.#store(name, undefined);
    };
    await Promise.all(names.map((name) => attempt(name, errors, () => remove(name))));
  }

  #store(name: string, row: Row | undefined): void {
    if (this.#isDead) return;
    if (row === undefined) this.state.delete(name);
    else this.state.set(name, row);
  }
}

/** The type of a handler's resource: `dnsRecord` is a `DnsRecord`. */
export const typeOf = (handler: string) => handler.replace(/^./, (first) => first.toUpperCase());

/** A name may begin with the type of a component: `site$www`. */
const identityOf = (name: string, handler: HandlerName) => name.replace(/[^$]*$/, `${pluginType(typeOf(handler))}::$&`);

/** A copy as it comes over the wire. */
function json<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Properties that the host can carry: it refuses `undefined` after the work was done. */
function carried(properties: Properties): Properties {
  const copy = json(properties);
  if (!isDeepStrictEqual(copy, properties)) throw new Error(`the host cannot carry ${JSON.stringify(properties)}`);
  return copy;
}

function restoreIgnored(args: Properties, old: Properties | undefined, ignored: string[]): Properties {
  if (old === undefined) return args;
  const kept = Object.fromEntries(ignored.filter((key) => key in old).map((key) => [key, old[key]]));
  const rest = Object.entries(args).filter(([key]) => !ignored.includes(key));
  return { ...Object.fromEntries(rest), ...kept };
}

function changed(before: Properties, after: Properties): Properties {
  const hidden = ["__registrar", "__provider", "recordId", "forwardId", "fqdn"];
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !hidden.includes(key) && !isDeepStrictEqual(before[key], value)),
  );
}

type Keep = (id: string, outputs: Properties, message: string) => void;

/** Works on a resource. A failure is its error; what a write left there is kept. */
async function attempt(name: string, errors: Result["errors"], work: () => Promise<void>, keep?: Keep): Promise<void> {
  try {
    await work();
  } catch (error) {
    errors[name] = error instanceof Error ? error.message : String(error);
    expectWellPut(errors[name]);
    const { id, properties } = error as { id?: string; properties?: Properties };
    if (id !== undefined && properties !== undefined) keep?.(id, carried(properties), errors[name]);
  }
}
