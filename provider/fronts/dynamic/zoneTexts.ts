/** The records of a zone between a program, which knows objects, and the engine, which is sent texts by key. */
import * as pulumi from "@pulumi/pulumi";
import { keptAs, misnamed, recordNamed } from "../shared/ignoredRecords.ts";
import { textsOfProgram, withObjects } from "../shared/recordTexts.ts";
import { hasMocks, isPlain } from "./program.ts";

/** Arguments as they go to the engine. A test with mocks sees what the program wrote. @throws pulumi.RunError */
export function withRecordTexts(args: object, { ignoreChanges = [] }: pulumi.CustomResourceOptions = {}): object {
  const { records: given, domain }: { records?: unknown; domain?: unknown } = args;
  if (hasMocks() || given instanceof Promise) return args;
  const records = pulumi.Output.isInstance(given) ? undefined : textsOfProgram(given, isPlain);
  for (const path of ignoreChanges) refuseMisnamed(path, Object.keys(records ?? {}), domain);
  return records === undefined ? args : { ...args, records };
}

/**
 * What the engine would not find under a path. It would take a record that is kept under another key out of what the program lists, so that
 * it is deleted.
 */
function refuseMisnamed(path: string, keys: readonly string[], domain: unknown): void {
  const named = recordNamed(path, domain);
  if (named === undefined || path === 'records["*"]') return;
  const { key, kept, isWhole } = named;
  const isDouble = keys.some((each) => each !== key && keptAs(each, domain) === key);
  if (kept !== key || !isWhole || isDouble) throw new pulumi.RunError(misnamed(path, kept));
}

/** What the engine holds as texts, a program reads as objects. */
export function recordsFromTexts({ prototype }: { prototype: object }): void {
  const held = { records: Symbol("records"), recordIds: Symbol("recordIds") };
  for (const name of ["records", "recordIds"] as const) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: object) {
        const read = (of: keyof typeof held) => Reflect.get(this, held[of]);
        return pulumi.all({ records: read("records"), [name]: read(name) }).apply((known) => withObjects(known)[name]);
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, held[name], { value, configurable: true, writable: true });
      },
    });
  }
}
