/** Large zones on their way to the engine and back: as lines, which cost it a tenth of what a map costs. Programs see the map. */
import * as pulumi from "@pulumi/pulumi";
import { ignoredKey } from "../shared/ownKeys.ts";
import { hasMocks } from "./formerState.ts";
import { isPlain } from "./known.ts";

/** Loaded at the first use: a program without a zone does not pay for it. */
function inLines(): typeof import("../../resources/zone/lines.ts") {
  return require("../../resources/zone/lines.ts");
}

/** Arguments and options as they go to the engine. */
export interface Sent {
  args: object;
  options: pulumi.CustomResourceOptions;
}

/**
 * Records as lines, where they are many and plain. Paths of `ignoreChanges` that name one go to the provider, since the state may hold lines
 * even where these records are a map. A test with mocks sees what the program wrote.
 */
export function withLines(args: object, options: pulumi.CustomResourceOptions = {}): Sent {
  const records: unknown = Reflect.get(args, "records");
  if (hasMocks() || countOf(records) < minLines || options.replaceOnChanges?.some(isOfRecord)) return { args, options };
  const lines = isPlain(records) ? inLines().linesOfProgram(records) : undefined;
  const { ignoreChanges = [] } = options;
  const ignored = ignoreChanges.filter(isOfRecord);
  return {
    args: { ...args, ...(lines && { records: lines }), ...(ignored.length > 0 && { [ignoredKey]: ignored }) },
    options:
      ignored.length === 0 ? options : { ...options, ignoreChanges: ignoreChanges.filter((path) => !isOfRecord(path)) },
  };
}

/** A zone of so many records is sent as lines. */
const minLines = 250;

/** Elements of a list, or sets of a map; none where it is not known yet. */
function countOf(records: unknown): number {
  if (pulumi.Output.isInstance(records) || typeof records !== "object" || records === null) return 0;
  return Object.keys(records).length;
}

/** Does a path name a single record? */
const isOfRecord = (path: string) => path !== "records" && /^records\b/.test(path);

/** The outputs of a zone are maps, also where the engine holds lines. */
export function recordsFromLines({ prototype }: { prototype: object }): void {
  const own = { records: Symbol("records"), recordIds: Symbol("recordIds") };
  const read = (zone: object, name: keyof typeof own): unknown =>
    pulumi.all([Reflect.get(zone, own.records), Reflect.get(zone, own[name])]).apply(([records, value]) => {
      const { areLines, mapOfLines } = inLines();
      if (!areLines(records)) return value;
      if (name === "records") return mapOfLines(records, undefined);
      return Array.isArray(value) ? mapOfLines(records, value) : value;
    });
  for (const name of ["records", "recordIds"] as const) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: object) {
        return read(this, name);
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, own[name], { value, configurable: true, writable: true });
      },
    });
  }
}
