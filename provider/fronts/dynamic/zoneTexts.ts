/** The records of a zone between a program, which knows objects, and the engine, which is sent texts by key. */
import * as pulumi from "@pulumi/pulumi";
import { textsOfProgram, withObjects } from "../shared/recordTexts.ts";
import { hasMocks } from "./formerState.ts";
import { isPlain } from "./known.ts";

/** Arguments as they go to the engine. A test with mocks sees what the program wrote. @throws pulumi.RunError */
export function withRecordTexts(args: object, { ignoreChanges = [] }: pulumi.CustomResourceOptions = {}): object {
  const { records: given, domain }: { records?: unknown; domain?: unknown } = args;
  if (hasMocks() || given instanceof Promise) return args;
  const records = pulumi.Output.isInstance(given) ? undefined : textsOfProgram(given, isPlain);
  for (const path of ignoreChanges) refuseMisnamed(path, Object.keys(records ?? {}), domain);
  return records === undefined ? args : { ...args, records };
}

const pathForm = /^records(?:\["((?:[^"\\]|\\.)*)"\]|\.([^.[\]"]+)|\[)/;

/**
 * What the engine would not find under a path. It would take a record that is kept under another key out of what the program lists, so that
 * it is deleted.
 */
function refuseMisnamed(path: string, keys: readonly string[], domain: unknown): void {
  const [found, quoted, bare] = pathForm.exec(path) ?? [];
  if (found === undefined || path === 'records["*"]') return;
  const key = quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
  const kept = keptAs(key, domain);
  const other = keys.find((each) => each !== key && keptAs(each, domain) === key);
  if (kept === key && found === path && other === undefined) return;
  const reason = other === undefined ? "" : `, and \`records\` has ${JSON.stringify(other)}`;
  throw new pulumi.RunError(
    `ignoreChanges names ${path}${reason}. A record is left alone as a whole, by the key that it is kept under: ` +
      `write records[${JSON.stringify(kept ?? "www A")}] there, and the same key in \`records\`.`,
  );
}

/** The key by name in lower case, relative to the domain, and type. Loads no table of names, so it knows no A-labels. */
function keptAs(key: string, domain: unknown): string | undefined {
  const [, name, type] = /^(\S+) ([A-Za-z]+)$/.exec(key) ?? [];
  if (name === undefined || type === undefined) return undefined;
  const full = `.${name.toLowerCase().replace(/\.$/, "")}`;
  const apex = `.${String(domain).toLowerCase().replace(/\.$/, "")}`;
  const owner = full.endsWith(apex) ? full.slice(0, -apex.length) : full;
  return `${owner.slice(1) || "@"} ${type.toUpperCase()}`;
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
