/** The records of a zone between a program, which knows objects, and the engine, which is sent texts by key. */
import * as pulumi from "@pulumi/pulumi";
import { keptAs, misnamed, recordNamed } from "../shared/ignoredRecords.ts";
import { ownKey, textsKey } from "../shared/ownKeys.ts";
import { listOf, recordLists, recordTexts, withObjects } from "../shared/recordTexts.ts";
import { hasMocks, isPlain } from "./program.ts";

const later = (value: unknown, then: (known: unknown) => unknown): unknown =>
  pulumi.Output.isInstance(value) || value instanceof Promise ? pulumi.output(value).apply(then) : then(value);

/** Arguments whose records are lists by key, as they may be written and as they are read. */
export function withRecordLists<Args extends object>(args: Args): Args {
  const records: unknown = Reflect.get(args, "records");
  const listed = (value: unknown) => later(value, listOf);
  return records === undefined ? args : { ...args, records: later(records, (known) => recordLists(known, listed)) };
}

/** Such arguments as they go to the engine; a test with mocks sees them as they are. @throws pulumi.RunError */
export function withRecordTexts(args: object, { ignoreChanges = [] }: pulumi.CustomResourceOptions = {}): object {
  const { records, domain }: { records?: unknown; domain?: unknown } = args;
  if (hasMocks()) return args;
  const isAwaited = pulumi.Output.isInstance(records);
  for (const path of ignoreChanges) refuseMisnamed(path, isAwaited ? [] : Object.keys(Object(records)), domain);
  return isAwaited ? args : { ...args, records: recordTexts(records, isPlain), [ownKey]: { [textsKey]: true } };
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
        const both = pulumi.all({ records: read("records"), [name]: read(name) });
        return both.apply((known) => withObjects(known, true)[name]);
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, held[name], { value, configurable: true, writable: true });
      },
    });
  }
}
