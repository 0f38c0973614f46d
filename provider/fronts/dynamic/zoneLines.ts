/** Large zones on their way to the engine and back: as lines, which cost it a tenth of what a map costs. Programs see the map. */
import * as pulumi from "@pulumi/pulumi";
import { hasMocks } from "./formerState.ts";

/** Loaded at the first use: a program without a zone does not pay for it. */
function inLines(): typeof import("../../resources/zone/lines.ts") {
  return require("../../resources/zone/lines.ts");
}

/**
 * The arguments, with the records as lines where they are many and plain. An option that names one of them goes by the keys of the map, and
 * a test with mocks sees what the program wrote.
 */
export function withLines(args: object, options: pulumi.CustomResourceOptions = {}): object {
  const records: unknown = Reflect.get(args, "records");
  const paths = [...(options.ignoreChanges ?? []), ...(options.replaceOnChanges ?? [])];
  if (paths.some((path) => path !== "records" && /^(?:records\b|\*|\[)/.test(path)) || hasMocks()) return args;
  const lines = inLines().linesOfProgram(records);
  return lines === undefined ? args : { ...args, records: lines };
}

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
