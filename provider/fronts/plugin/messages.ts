import { isDeepStrictEqual } from "node:util";
import * as grpc from "@grpc/grpc-js";
import * as provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { isObject } from "../../api/index.ts";
import type { Change, CheckFailure, Properties } from "../../lifecycle/definition.ts";
import { type CallError, internalError } from "../shared/callError.ts";
import { cleanJson } from "../shared/ownKeys.ts";
import { type Unwrapped, unwrap } from "./secrets.ts";

/** Properties from the engine, with their secrets unwrapped. */
export const bagOf = (struct: Struct | undefined): Unwrapped => unwrap({ ...struct?.toJavaScript() });

/** Properties for the engine: plain JSON, since on other values `fromJavaScript` would fail after the registrar was changed. */
export const structOf = (properties: Properties): Struct => Struct.fromJavaScript(cleanJson(properties));

export function checked(inputs: Struct, failures: readonly CheckFailure[]): provider.CheckResponse {
  return new provider.CheckResponse()
    .setInputs(inputs)
    .setFailuresList(
      failures.map(({ property = "", reason }) => new provider.CheckFailure().setProperty(property).setReason(reason)),
    );
}

const { Kind } = provider.PropertyDiff;
const kinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
} as const;

/** @param isChanged is an update needed, even if no shown value differs? */
export function differing(
  isChanged: boolean,
  differences: readonly Difference[],
  deleteBeforeReplace = false,
): provider.DiffResponse {
  const { DIFF_NONE, DIFF_SOME } = provider.DiffResponse.DiffChanges;
  const names = (some: readonly Difference[]) => [...new Set(some.map(({ path }) => path.split(/[.[]/)[0] ?? path))];
  const response = new provider.DiffResponse()
    .setChanges(isChanged ? DIFF_SOME : DIFF_NONE)
    .setDiffsList(names(differences))
    .setReplacesList(names(differences.filter(({ isReplace }) => isReplace)))
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(true);
  for (const { path, kind, isReplace } of differences) {
    const [plain, replacing] = kinds[kind];
    response.getDetaileddiffMap().set(path, new provider.PropertyDiff().setKind(isReplace ? replacing : plain));
  }
  return response;
}

/** A gRPC error. Takes a `CallError`, whose message is redacted. */
export class CallStatus extends Error {
  readonly code = grpc.status.UNKNOWN;
  readonly details: string;
  readonly metadata = new grpc.Metadata();

  /** @param partial state of a resource that was created although the call failed */
  constructor(error: CallError, partial?: { properties: Struct; inputs: Struct | undefined }) {
    // For a bug in this package, the stack helps to fix the bug. It contains no values.
    const details = error.code === internalError ? `${error.message}\n${error.stack ?? ""}` : error.message;
    super(details);
    this.details = details;
    if (error.id === undefined || partial === undefined) return;
    const failed = new provider.ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(partial.properties)
      .setInputs(partial.inputs)
      .setReasonsList(error.reasons ?? [details]);
    const any = new Any();
    any.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const packed = new Status().setCode(this.code).setMessage(details).setDetailsList([any]);
    this.metadata.set("grpc-status-details-bin", Buffer.from(packed.serializeBinary()));
  }
}

/** A difference of one value, for the engine. */
interface Difference {
  /** Such as `ttl`, `records["www A"].ttl` or `nameservers[1]`. */
  path: string;
  kind: "add" | "delete" | "update";
  isReplace: boolean;
}

/** The differing values inside each changed argument. */
export function detailed(changes: readonly Change[], olds: Properties, news: Properties): Difference[] {
  const found = new Map<string, Difference>();
  for (const { path, kind } of changes) {
    const steps = stepsOf(path);
    const old = kind === "add" ? undefined : valueAt(olds, steps);
    for (const each of differences(path, old, kind === "delete" ? undefined : valueAt(news, steps))) {
      found.set(each.path, { ...each, isReplace: kind === "replace" });
    }
  }
  return [...found.values()];
}

type Leaf = Omit<Difference, "isReplace">;

/** The differences of an argument that changed: at least one, even if both values look equal. */
function differences(path: string, old: unknown, wanted: unknown): Leaf[] {
  const found = leaves(path, old, wanted);
  return found.length === 0 ? [{ path, kind: isMissing(old) ? "add" : "update" }] : found;
}

function leaves(path: string, old: unknown, wanted: unknown): Leaf[] {
  if ((isMissing(old) && isMissing(wanted)) || isDeepStrictEqual(old, wanted)) return [];
  if (isMissing(old)) return [{ path, kind: "add" }];
  if (isMissing(wanted)) return [{ path, kind: "delete" }];
  const areLists = Array.isArray(old) && Array.isArray(wanted);
  if (!areLists && !(isObject(old) && isObject(wanted))) return [{ path, kind: "update" }];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(wanted)])];
  return (areLists ? keys : keys.sort()).flatMap((key) =>
    leaves(areLists ? `${path}[${key}]` : pathTo(path, key), Reflect.get(old, key), Reflect.get(wanted, key)),
  );
}

const isMissing = (value: unknown) => value === undefined || value === null;
const pathTo = (path: string, key: string) =>
  /^[A-Za-z_][\w-]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;

function stepsOf(path: string): string[] {
  const parts = path.match(/[^.[\]"]+|\["(?:[^"\\]|\\.)*"\]/g) ?? [];
  return parts.map((part) => (part.startsWith("[") ? String(JSON.parse(part.slice(1, -1))) : part));
}

function valueAt(bag: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    bag,
  );
}
