/** Messages of the provider protocol, from and to plain values. */
import * as grpc from "@grpc/grpc-js";
import * as provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { CheckFailure, Properties } from "../../resources/definition.ts";
import { CallError, internalError } from "../shared/callError.ts";
import { cleanJson } from "../shared/values.ts";
import type { Difference } from "./diffs.ts";

/** A bag of the engine; nothing is an empty one. */
export const bagOf = (struct: Struct | undefined): Properties => ({ ...struct?.toJavaScript() });

/** A bag as the engine takes it: plain JSON, since anything else fails after the work was done. */
export function structOf(properties: Properties): Struct {
  const clean: Record<string, JavaScriptValue> = {};
  for (const [key, value] of Object.entries(cleanJson(properties))) if (isJson(value)) clean[key] = value;
  return Struct.fromJavaScript(clean);
}

const isJson = (value: unknown): value is JavaScriptValue => value !== undefined;

export function checked(inputs: Properties, failures: readonly CheckFailure[]): provider.CheckResponse {
  return new provider.CheckResponse()
    .setInputs(structOf(inputs))
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

/** @param isChanged is there something to do, even where nothing differs that anybody is shown? */
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

/**
 * An error as the engine shows it: the message at the resource. Where something was made, its id and properties go with it,
 * so that they get into the state.
 * @param partial properties and inputs of what was made, as the engine is to keep them
 */
export function statusOf(error: unknown, partial?: { properties: Properties; inputs: Properties }) {
  const code = grpc.status.UNKNOWN;
  if (!(error instanceof CallError)) return { code, details: error instanceof Error ? error.message : String(error) };
  // The stack of a defect helps whoever repairs it, and holds no values.
  const details = error.code === internalError ? `${error.message}\n${error.stack ?? ""}` : error.message;
  if (error.id === undefined || partial === undefined) return { code, details };
  const failed = new provider.ErrorResourceInitFailed()
    .setId(error.id)
    .setProperties(structOf(partial.properties))
    .setInputs(structOf(partial.inputs))
    .setReasonsList(error.reasons ?? [details]);
  const any = new Any();
  any.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status().setCode(code).setMessage(details).setDetailsList([any]);
  const metadata = new grpc.Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return { code, details, metadata };
}
