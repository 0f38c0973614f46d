/**
 * Makes resources, which take and return plain JSON, from definitions with types. Arguments and states are read by type alone:
 * a value of another type is left out, and rules such as a pattern or a range don't count. `checkShape` applies the rules to
 * the arguments of a program; a state may have any value that the registrar shows.
 */
import * as z from "zod";
import { memoize } from "../dns/index.ts";
import {
  type CheckContext,
  type CheckFailure,
  type Description,
  type FillContext,
  type LifeCycle,
  PartialFailure,
  type Precondition,
  type Properties,
  type Resource,
} from "./definition.ts";
import { isUnknown } from "./errors.ts";
import type { Run } from "./run.ts";

/** A resource as its file defines it. */
export interface Definition<Args extends object, State extends object> extends Description, LifeCycle<Args, State> {
  /** Schema of the arguments, if they are a union. Default: `schema`. */
  schemaFor?(args: Properties): z.ZodObject | CheckFailure;
  /** Inputs that the resource's check adds, for `diff`, `create`, `update` and the next check. */
  readonly addedInputs?: z.ZodRawShape;
  /** Arguments that the resource's check reads although a part of them isn't known yet. */
  readonly partlyKnown?: readonly string[];
  /** Reads a state. Never fails: leaves out values of another type. */
  readState(state: Properties): State;
}

/** Makes a resource from a definition. */
export function defineResource<Args extends object, State extends object>(
  definition: Definition<Args, State>,
): Resource {
  const { readState, fill, check, checkLive, preconditions = [], claim, onePerDomain, ...rest } = definition;
  const { schemaFor, shapeFor, readable, complete, typed } = argumentsOf<Args>(definition);
  /** Memoized, since a check reads the same arguments several times. */
  const asked = memoize((bag: Properties, context: CheckContext) => typed(bag, context));

  return {
    ...rest,
    schemaFor,
    ...(fill && {
      fill(bag, given) {
        const { args, context } = typed(bag, given);
        const filled: [string, unknown][] = Object.entries(fill(args, context));
        // Never fills in a given argument that isn't known yet, or isn't valid.
        return Object.fromEntries(filled.filter(([name]) => name in args || bag[name] === undefined));
      },
    }),
    check(bag, given) {
      const { args, context } = asked(bag, given);
      return check?.(args, context) ?? [];
    },
    ...(checkLive && {
      checkLive(bag, given, run) {
        const { args, context } = asked(bag, given);
        return checkLive(args, context, run);
      },
    }),
    preconditions: preconditions.map(
      (holds): Precondition =>
        async (bag, { run, context: given }) => {
          if (given === undefined) return;
          const { args, context } = asked(bag, given);
          await holds(args, { run, context });
        },
    ),
    diff(state, bag) {
      const args = readable(bag);
      const unread = Object.keys(shapeFor(bag)).filter((name) => bag[name] !== undefined && !(name in args));
      return definition.diff(readState(state), args, unread);
    },
    async create(bag, run) {
      const { id, state } = await definition.create(complete(bag), run);
      return { id, state: plain(state) };
    },
    async read(id, state, run) {
      const live = await definition.read(id, readState(state), run);
      return live && plain(live);
    },
    async update(id, state, bag, run) {
      const [stored, args] = [readState(state), complete(bag)];
      try {
        // If the outcome of the last update is unknown, the live values decide, even if the program has its former arguments
        // again.
        const live = state["unfinished"] === true ? await definition.read(id, stored, run) : undefined;
        return plain(await definition.update(id, live ?? stored, args, run));
      } catch (error) {
        if (!isUnknown(error)) throw error;
        throw new PartialFailure(id, { ...state, unfinished: true }, error.message, error);
      }
    },
    delete: (id, state, run) => definition.delete(id, readState(state), run),
    claim: (id, state, claims, bag) => claim?.(id, readState(state), claims, readable(bag)),
    ...(onePerDomain && { onePerDomain: (state) => onePerDomain(readState(state)) }),
  };
}

/** A precondition that a dry run checks only if there is a write to make. */
export const whenDue =
  <Args extends object>(
    isDue: (args: Partial<Args>, context: CheckContext<Args>, run: Run) => boolean | Promise<boolean>,
    holds: Precondition<Args>,
  ): Precondition<Args> =>
  async (args, question) => {
    const { context, run } = question;
    if (context === undefined || (await isDue(args, context, run))) await holds(args, question);
  };

/** A state as plain JSON. */
const plain = (state: object): Properties =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));

/** Reads bags of plain JSON as the arguments of a resource. */
function argumentsOf<Args extends object>(
  definition: Pick<Definition<Args, object>, "type" | "schema" | "schemaFor" | "addedInputs" | "partlyKnown">,
) {
  const { type, schema, addedInputs, partlyKnown = [], schemaFor = () => objectIn(schema) } = definition;
  const shapeFor = (bag: Properties): z.ZodRawShape => {
    const found = schemaFor(bag);
    return found instanceof z.ZodObject ? found.shape : none;
  };
  const readers = new WeakMap<object, (bag: Properties) => Properties>();
  /** The arguments of their types. */
  const readable = (bag: Properties): Partial<Args> => {
    const shape = shapeFor(bag);
    const read = readers.get(shape) ?? reader({ ...shape, ...addedInputs });
    readers.set(shape, read);
    // The schema describes `Args`.
    return read(bag) as Partial<Args>;
  };
  /** All arguments. @throws if a required one is missing or no schema fits: a check refuses these before a create or update */
  const complete = (bag: Properties): Args => {
    const [args, shape] = [readable(bag), shapeFor(bag)];
    if (shape === none) throw new TypeError(`${type}: no schema fits the arguments`);
    for (const [name, argument] of Object.entries(shape)) {
      if (name in args || argument instanceof z.ZodOptional) continue;
      throw new TypeError(`${type}: the argument ${name} is missing or not of its type`);
    }
    return args as Args;
  };
  /** The known arguments, and the context with the previous arguments of their types. */
  const typed = <Context extends FillContext>(bag: Properties, context: Context) => {
    const isReadable = ([name]: [string, unknown]) => context.known(name) || partlyKnown.includes(name);
    const args = readable(Object.fromEntries(Object.entries(bag).filter(isReadable)));
    const { previous, former } = context;
    return {
      args,
      context: { ...context, previous: previous && readable(previous), former: former && readable(former) },
    };
  };
  return { schemaFor, shapeFor, readable, complete, typed };
}

/** The shape of arguments that no schema fits. */
const none: z.ZodRawShape = {};

function objectIn(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new TypeError("a resource whose arguments are a union says which schema belongs to which arguments");
}

/** Makes a function that reads properties by type alone. It leaves out `null` and values of another type. */
export function reader<Shape extends z.ZodRawShape>(
  shape: Shape,
): (bag: Properties) => Partial<z.output<z.ZodObject<Shape>>> {
  let readers: [name: string, read: (value: unknown) => unknown][] | undefined;
  return (bag) => {
    readers ??= Object.entries(shape).map(([name, type]) => [name, valueReader(typeOnly(type))]);
    const found: Properties = {};
    for (const [name, read] of readers) {
      const value = bag[name];
      if (value === undefined || value === null) continue;
      const known = read(value);
      if (known !== undefined) found[name] = known;
    }
    // Each property has its schema's type, which the compiler can't follow through names.
    return found as Partial<z.output<z.ZodObject<Shape>>>;
  };
}

/** Returns values of this type. Every argument of every resource is read several times a run, so the frequent types are fast. */
function valueReader(type: z.core.$ZodType): (value: unknown) => unknown {
  if (type instanceof z.ZodString) return (value) => (typeof value === "string" ? value : undefined);
  if (type instanceof z.ZodNumber) return (value) => (Number.isFinite(value) ? value : undefined);
  if (type instanceof z.ZodBoolean) return (value) => (typeof value === "boolean" ? value : undefined);
  return (value) => z.safeParse(type, value).data;
}

/** The schema without its rules beyond types. */
function typeOnly(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) return typeOnly(schema.unwrap());
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(typeOnly));
  if (schema instanceof z.ZodArray) return z.array(typeOnly(schema.element));
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumber) return z.number();
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.entries(schema.shape).map(([name, type]) => {
    const member = typeOnly(type);
    return [name, type instanceof z.ZodOptional ? z.optional(member) : member];
  });
  return z.looseObject(Object.fromEntries(members));
}

/** Properties that a preview or state shows: arguments and outputs. */
export function visibleKeys(resource: Resource): ReadonlySet<string> {
  return new Set([...argumentNames(resource), ...Object.keys(resource.outputs)]);
}

/** Names of the arguments. Those of a union are the names of all its types. */
export function argumentNames(resource: { argumentNames?: readonly string[]; schema: unknown }): readonly string[] {
  return resource.argumentNames ?? namesIn(resource.schema);
}

function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(namesIn) : [];
}
