/**
 * Where plain JSON becomes typed. Fronts and commands know resources as `Resource`, which takes and gives JSON;
 * `defineResource` makes one of a definition with types. Every property passes its schema here, by type alone: whether a
 * value makes sense is said by the checks, and a state may hold whatever the registrar shows.
 */
import * as z from "zod";
import type { CheckContext, CheckFailure, Precondition, Properties, Resource } from "./definition.ts";
import { remembering } from "./remembering.ts";

/** A resource as its file writes it. */
export type Definition<Args extends object, State extends object> = Omit<Resource<Args, State>, "schemaFor"> & {
  /** Schema of the arguments, where they are a union; default: `schema`. */
  schemaFor?(args: Properties): z.ZodObject | CheckFailure;
  /** Inputs that its own check adds, for `diff`, `create`, `update` and the next check. */
  readonly addedInputs?: z.ZodRawShape;
  /** Arguments that its check looks into although some part of them is not known yet. */
  readonly partlyKnown?: readonly string[];
  /** Reads a state. Never fails: what is missing or of another type is left out. */
  readState(state: Properties): State;
  /** Writes it; default: its properties as they are. */
  writeState?(state: State): Properties;
};

/**
 * Makes a function that reads properties: what is missing, `null` or of another type is left out.
 * @param shape names and types; what a value has to be like beyond its type is not looked at
 */
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
    // Each property is of its schema's type; the compiler cannot follow that through names.
    return found as Partial<z.output<z.ZodObject<Shape>>>;
  };
}

/** Gives a value of this type back, and nothing else. Every argument of every resource is read several times a run. */
function valueReader(type: z.core.$ZodType): (value: unknown) => unknown {
  if (type instanceof z.ZodString) return (value) => (typeof value === "string" ? value : undefined);
  if (type instanceof z.ZodNumber) return (value) => (Number.isFinite(value) ? value : undefined);
  if (type instanceof z.ZodBoolean) return (value) => (typeof value === "boolean" ? value : undefined);
  return (value) => z.safeParse(type, value).data;
}

/** The schema without what it demands of values beyond their type. */
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

/** Reads bags of plain JSON as the arguments of a resource. */
function argumentsOf<Args extends object>(
  type: string,
  schemaFor: (bag: Properties) => z.ZodObject | CheckFailure,
  { addedInputs, partlyKnown = [] }: Pick<Definition<Args, object>, "addedInputs" | "partlyKnown">,
) {
  const readers = new WeakMap<object, (bag: Properties) => Properties>();
  const shapeFor = (bag: Properties): z.ZodRawShape => {
    const found = schemaFor(bag);
    return found instanceof z.ZodObject ? found.shape : none;
  };
  /** The arguments that can be read. */
  const readable = (bag: Properties): Partial<Args> => {
    const shape = shapeFor(bag);
    const read = readers.get(shape) ?? reader({ ...shape, ...addedInputs });
    readers.set(shape, read);
    // `Args` is what the schema says.
    return read(bag) as Partial<Args>;
  };
  const known = (bag: Properties, isKnown: (name: string) => boolean) =>
    readable(Object.fromEntries(Object.entries(bag).filter(([name]) => isKnown(name) || partlyKnown.includes(name))));
  /** All of them; in a create or update a check has found nothing wrong with any. */
  const complete = (bag: Properties): Args => {
    const args = readable(bag);
    for (const [name, of] of Object.entries(shapeFor(bag))) {
      if (name in args || of instanceof z.ZodOptional) continue;
      throw new TypeError(`${type}: the argument ${name} is missing or not of its type`);
    }
    return args as Args;
  };
  const inContext = <C extends { previous: Properties | undefined }>(context: C) => ({
    ...context,
    previous: context.previous && readable(context.previous),
  });
  /** What a check is asked about; it is asked several questions about the same. */
  const asked = remembering(
    (bag: Properties, context: CheckContext) => [known(bag, context.known), inContext(context)] as const,
  );
  /** Is an argument given, and not known yet or not of its type? */
  const isUnread = (bag: Properties, read: Partial<Args>) => (name: string) =>
    bag[name] !== undefined && !(name in read);
  return { shapeFor, readable, known, complete, inContext, asked, isUnread };
}

/** Makes a definition a resource that takes and gives plain JSON. */
export function defineResource<Args extends object, State extends object>(
  definition: Definition<Args, State>,
): Resource {
  const {
    addedInputs,
    partlyKnown,
    readState,
    writeState = plain,
    schema,
    fill,
    check,
    checkLive,
    needsLiveCheck,
    preconditions,
    claim,
    onePerDomain,
    ...rest
  } = definition;
  const schemaFor = definition.schemaFor ?? (() => objectIn(schema));
  const { shapeFor, readable, known, complete, inContext, asked, isUnread } = argumentsOf<Args>(
    definition.type,
    schemaFor,
    definition,
  );

  return {
    ...rest,
    schema,
    schemaFor,
    ...(fill && {
      fill(args, context) {
        const read = known(args, context.known);
        // What is given stays, also where it is not known yet or wrong.
        const stays = isUnread(args, read);
        const filled: [string, unknown][] = Object.entries(fill(read, inContext(context)));
        return Object.fromEntries(filled.filter(([name]) => !stays(name)));
      },
    }),
    ...(check && { check: (args, context) => check(...asked(args, context)) }),
    ...(checkLive && {
      checkLive: async (args, context, run) => {
        const { failures, inputs } = await checkLive(...asked(args, context), run);
        return { failures, ...(inputs && { inputs: { ...inputs } }) };
      },
    }),
    ...(preconditions && {
      preconditions: preconditions.map(
        (holds): Precondition =>
          async (args, { run, context }) => {
            if (context === undefined) return;
            const [read, known] = asked(args, context);
            await holds(read, { run, context: known });
          },
      ),
    }),
    ...(needsLiveCheck && {
      needsLiveCheck: (args, context) => needsLiveCheck(...asked(args, context)),
    }),
    diff(state, args) {
      const read = readable(args);
      const unread = Object.keys(shapeFor(args)).filter(isUnread(args, read));
      return definition.diff(readState(state), read, unread);
    },
    async create(args, run) {
      const { id, state } = await definition.create(complete(args), run);
      return { id, state: writeState(state) };
    },
    async read(id, state, run) {
      const live = await definition.read(id, readState(state), run);
      return live && writeState(live);
    },
    update: async (id, state, args, run) =>
      writeState(await definition.update(id, readState(state), complete(args), run)),
    delete: (id, state, run) => definition.delete(id, readState(state), run),
    ...(claim && {
      claim: (id, state, claims, args) => claim(id, readState(state), claims, args && readable(args)),
    }),
    ...(onePerDomain && { onePerDomain: (state) => onePerDomain(readState(state)) }),
  };
}

const none: z.ZodRawShape = {};

/** A state as plain JSON. */
const plain = (state: object): Properties =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));

function objectIn(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new TypeError("a resource whose arguments are a union says which schema belongs to which arguments");
}
