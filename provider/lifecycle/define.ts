/**
 * Makes resources, which take and return plain JSON, from definitions with types. Arguments and states are read by type alone:
 * a value of another type is left out, and rules such as a pattern or a range don't count. `checkShape` applies the rules to
 * the arguments of a program; a state may have any value that the registrar shows.
 */
import * as z from "zod";
import { isObject } from "../api/index.ts";
import { memoize, optional } from "../dns/index.ts";
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
import { unmet } from "./preconditions.ts";
import type { Run } from "./run.ts";

/** A resource as its file defines it. */
export interface Definition<Args extends object, State extends object>
  extends Description,
    Omit<LifeCycle<Args, State>, "update"> {
  /** @param state `undefined` if an update of unknown outcome left nothing */
  readonly update: (id: string, state: State | undefined, args: Args, run: Run) => Promise<State>;
  /** Schema of the arguments, if they are a union. Default: `schema`. */
  schemaFor?(args: Properties): z.ZodObject | CheckFailure;
  /** Inputs that the resource's check adds, for `diff`, `create`, `update` and the next check. */
  readonly addedInputs?: z.ZodRawShape;
  /** Arguments that the resource's check reads although a part of them isn't known yet. */
  readonly partlyKnown?: readonly string[];
  /** Reads a state. Never fails: leaves out values of another type. */
  readState(state: Properties): State;
}

export function defineResource<Args extends object, State extends object>(
  definition: Definition<Args, State>,
): Resource {
  // A resource of plain JSON (`Resource`) has none of these four members.
  const { addedInputs, partlyKnown = [], preconditions = [], readState: read, ...described } = definition;
  const { fill, check, checkLive, claim, onePerDomain, ...rest } = described;
  const schemaFor = definition.schemaFor ?? (() => objectIn(definition.schema));
  /** The shape of the schema; empty if no schema fits. */
  const shapeFor = (bag: Properties): z.ZodRawShape => {
    const schema = schemaFor(bag);
    return schema instanceof z.ZodObject ? schema.shape : {};
  };
  const readState = memoize(read);
  const readerOf = memoize((shape: z.ZodRawShape) => reader({ ...shape, ...addedInputs }));
  /** The arguments that are of their types. The schema describes `Args`. */
  const readArgs = memoize((bag: Properties) => readerOf(shapeFor(bag))(bag) as Partial<Args>);
  /** All arguments. @throws TypeError if one is missing: the engine creates and updates only what a check let through */
  const completeArgs = (bag: Properties): Args => {
    const [args, schema] = [readArgs(bag), schemaFor(bag)];
    const isMissing = ([name, type]: [string, unknown]) => !(name in args || type instanceof z.ZodOptional);
    if (!(schema instanceof z.ZodObject) || Object.entries(schema.shape).some(isMissing))
      throw new TypeError(`${definition.type}: no check let these arguments through`);
    return args as Args;
  };
  /** The arguments that a check may read: those that are known, at least in part. */
  const knownArgs = (bag: Properties, { known }: FillContext): Partial<Args> => {
    const entries = Object.entries(bag).filter(([name]) => known(name) || partlyKnown.includes(name));
    return readArgs(Object.fromEntries(entries));
  };
  /** The arguments of an earlier run that are of their types. */
  const earlierArgs = (bag: Properties | undefined) => bag && readArgs(bag);
  /** Memoized by the two objects: a check reads the same arguments several times, and `RowsCheck` knows them by their object. */
  const inCheck = memoize((bag: Properties, context: CheckContext) => {
    const [previous, predecessor] = [context.previous, context.predecessor].map(earlierArgs);
    return { args: knownArgs(bag, context), context: { ...context, previous, predecessor } };
  });

  return {
    // Descriptions, and members that take no arguments or states of their types, such as `live`.
    ...rest,
    argumentNames: definition.argumentNames ?? Object.keys(objectIn(definition.schema).shape),
    schemaFor,
    ...(fill && {
      fill(bag, context) {
        const args = knownArgs(bag, context);
        const previous = earlierArgs(context.previous);
        const filled: [string, unknown][] = Object.entries(fill(args, { ...context, previous }));
        // Never fills in a given argument that isn't known yet, or isn't valid.
        return Object.fromEntries(filled.filter(([name]) => name in args || bag[name] === undefined));
      },
    }),
    check(bag, situation) {
      const { args, context } = inCheck(bag, situation);
      return check?.(args, context) ?? [];
    },
    ...(checkLive && {
      checkLive(bag, situation, run) {
        const { args, context } = inCheck(bag, situation);
        return checkLive(args, context, run);
      },
    }),
    async checkPreconditions(bag, situation, run) {
      const { args, context } = inCheck(bag, situation);
      const conditions = preconditions.map((holds) => () => holds(args, { run, context }));
      return unmet(conditions, { declared: context.declared, log: context.log }, run);
    },
    diff(state, bag) {
      const args = readArgs(bag);
      const unread = Object.keys(shapeFor(bag)).filter((name) => bag[name] !== undefined && !(name in args));
      return definition.diff(readState(state), args, unread);
    },
    async create(bag, run) {
      const { id, state } = await definition.create(completeArgs(bag), run);
      return { id, state: optional({ ...state }) };
    },
    async read(id, state, run) {
      const live = await definition.read(id, readState(state), run);
      return live && optional({ ...live });
    },
    async update(id, state, bag, run) {
      const [stored, args] = [readState(state), completeArgs(bag)];
      try {
        // If the outcome of the last update is unknown, the live values decide, even if the program has its former arguments
        // again. This reading isn't a refresh: it adds no unlisted rows.
        const isUnfinished = state["unfinished"] === true;
        if (isUnfinished && typeof state["domain"] === "string") run.forgetDomain(state["domain"]);
        const last = isUnfinished ? await definition.read(id, stored, run, false) : stored;
        return optional({ ...(await definition.update(id, last, args, run)) });
      } catch (error) {
        if (!isUnknown(error)) throw error;
        // The old state stays: the next update reads first, and the live values decide.
        throw new PartialFailure(id, { ...state, unfinished: true }, error.message, error);
      }
    },
    delete: (id, state, run) => definition.delete(id, readState(state), run),
    ...(claim && { claim: (id, state, claims, bag) => claim(id, readState(state), claims, bag && readArgs(bag)) }),
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

function objectIn(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new TypeError("a resource whose arguments are a union says which schema belongs to which arguments");
}

/** Makes a function that reads properties by type alone. It leaves out `null` and values of another type. */
export function reader<Shape extends z.ZodRawShape>(
  shape: Shape,
): (bag: Properties) => Partial<z.output<z.ZodObject<Shape>>> {
  return (bag) => {
    const read: Properties = {};
    for (const [name, type] of Object.entries(shape)) {
      const value = bag[name] ?? undefined;
      if (value !== undefined && isOfType(value, type)) read[name] = value;
    }
    // Each property has its schema's type, which the compiler can't follow through names.
    return read as Partial<z.output<z.ZodObject<Shape>>>;
  };
}

/** Does a value fit its schema, apart from rules beyond types? */
function isOfType(value: unknown, schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional) return isOfType(value, schema.unwrap());
  // A part of a map may not be known yet.
  if (schema instanceof z.ZodRecord) return isObject(value);
  const ofTypes = ["invalid_type", "invalid_value", "invalid_union"];
  return z.safeParse(schema, value).error?.issues.every(({ code }) => !ofTypes.includes(code)) ?? true;
}

/** Properties that a preview or state shows: arguments and outputs. */
export function visibleKeys(resource: Resource): ReadonlySet<string> {
  return new Set([...resource.argumentNames, ...Object.keys(resource.outputs)]);
}
