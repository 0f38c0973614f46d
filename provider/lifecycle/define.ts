/**
 * Makes resources of plain JSON from definitions with types. Arguments and states are read by type alone (`reader`). `checkShape`
 * applies the schema's rules to the arguments of a program; a state may have any value that the registrar shows.
 */
import * as z from "zod";
import { memoize, optional } from "../dns/index.ts";
import { reader } from "./arguments.ts";
import {
  type CheckFailure,
  type Description,
  type FillContext,
  type LifeCycle,
  PartialFailure,
  type Properties,
  type Resource,
} from "./definition.ts";
import { isUnknown } from "./errors.ts";
import { unmet } from "./preconditions.ts";
import type { Run } from "./run.ts";

/** A resource as its file defines it. */
export interface Definition<Args extends object, State extends object> extends Description, LifeCycle<Args, State> {
  /** Schema of the arguments, if they are a union. Default: `schema`. */
  schemaFor?(args: Properties): z.ZodObject | CheckFailure;
  /** Arguments that the resource's check reads although a part of them isn't known yet. */
  readonly partlyKnown?: readonly string[];
  /** Reads a state. Never fails: leaves out values of another type. */
  readState(state: Properties): State;
}

export function defineResource<Args extends object, State extends object>(
  definition: Definition<Args, State>,
): Resource {
  // A `Resource` has these members as they are. All others take and return plain JSON, and are made below.
  const described: Description & Pick<LifeCycle<Args, State>, "live" | "waiting"> = definition;
  const { fill, claim } = definition;
  const { schemaFor, readArgs, completeArgs, knownArgs, unreadIn } = argumentsOf(definition);
  const readState = memoize((state: Properties) => definition.readState(state));
  /** The arguments of an earlier run that are of their types. */
  const earlierArgs = (bag: Properties | undefined) => bag && readArgs(bag);
  /** The live state, with which an update begins after one of unknown outcome. @returns `undefined` if nothing is left */
  const readUnfinished = (id: string, state: Properties, run: Run) => {
    if (typeof state["domain"] === "string") run.forgetDomain(state["domain"]);
    return definition.read(id, readState(state), run);
  };
  return {
    ...described,
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
    checks(bag, situation) {
      const args = knownArgs(bag, situation);
      const [previous, predecessor] = [situation.previous, situation.predecessor].map(earlierArgs);
      // One object for all three checks: `RowsCheck` memoizes the change of entries by it.
      const context = { ...situation, previous, predecessor };
      const { check, checkLive, preconditions = [] } = definition;
      return {
        ofArguments: () => check?.(args, context) ?? [],
        live: async (run) => checkLive?.(args, context, run) ?? [],
        preconditions(run) {
          const conditions = preconditions.map((holds) => () => holds(args, { run, context }));
          return unmet(conditions, { declared: context.declared, log: context.log }, run);
        },
      };
    },
    diff: (state, bag) => definition.diff(readState(state), readArgs(bag), unreadIn(bag)),
    async create(bag, run) {
      const { id, state } = await definition.create(completeArgs(bag), run);
      return { id, state: optional({ ...state }) };
    },
    async read(id, state, run) {
      const live = await definition.read(id, readState(state), run);
      return live && optional({ ...live });
    },
    async update(id, state, bag, run) {
      const args = completeArgs(bag);
      try {
        const last = state["unfinished"] === true ? await readUnfinished(id, state, run) : readState(state);
        return optional({ ...(await definition.update(id, last, args, run)) });
      } catch (error) {
        if (!isUnknown(error)) throw error;
        // The old state stays, until the next update has read the live one.
        throw new PartialFailure(id, { ...state, unfinished: true }, error.message, error);
      }
    },
    delete: (id, state, run) => definition.delete(id, readState(state), run),
    ...(claim && { claim: (id, state, claims, bag) => claim(id, readState(state), claims, bag && readArgs(bag)) }),
  };
}

/** Reads the arguments of a resource by their types. */
function argumentsOf<Args extends object, State extends object>(definition: Definition<Args, State>) {
  const { type, schema, partlyKnown = [] } = definition;
  const schemaFor = definition.schemaFor ?? (() => objectIn(schema));
  /** The shape of the schema; empty if no schema fits. */
  const shapeFor = (bag: Properties): z.ZodRawShape => {
    const fitting = schemaFor(bag);
    return fitting instanceof z.ZodObject ? fitting.shape : {};
  };
  const readerOf = memoize((shape: z.ZodRawShape) => reader(shape));
  /** The arguments that are of their types. The schema describes `Args`. */
  const readArgs = memoize((bag: Properties) => readerOf(shapeFor(bag))(bag) as Partial<Args>);
  return {
    schemaFor,
    readArgs,
    /** All arguments. @throws TypeError if one is missing: the engine creates and updates only what a check let through */
    completeArgs(bag: Properties): Args {
      const [args, fitting] = [readArgs(bag), schemaFor(bag)];
      const isMissing = ([name, each]: [string, unknown]) => !(name in args || each instanceof z.ZodOptional);
      if (!(fitting instanceof z.ZodObject) || Object.entries(fitting.shape).some(isMissing))
        throw new TypeError(`${type}: no check let these arguments through`);
      return args as Args;
    },
    /** The arguments that a check may read: those that are known, at least in part. */
    knownArgs(bag: Properties, { known }: FillContext): Partial<Args> {
      const entries = Object.entries(bag).filter(([name]) => known(name) || partlyKnown.includes(name));
      return readArgs(Object.fromEntries(entries));
    },
    /** Names of the given arguments that aren't known yet, or aren't of their types. */
    unreadIn(bag: Properties): string[] {
      const args = readArgs(bag);
      return Object.keys(shapeFor(bag)).filter((name) => bag[name] !== undefined && !(name in args));
    },
  };
}

function objectIn(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new TypeError("a resource whose arguments are a union says which schema belongs to which arguments");
}

/** Properties that a preview or state shows: arguments and outputs. */
export function visibleKeys(resource: Resource): ReadonlySet<string> {
  return new Set([...resource.argumentNames, ...Object.keys(resource.outputs)]);
}
