/** Messages of the provider protocol, from and to plain values. */
import * as grpc from "@grpc/grpc-js";
import * as provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { CheckFailure, Properties } from "../../resources/definition.ts";
import { CallError, internalError } from "../shared/callError.ts";
import { cleanJson } from "../shared/values.ts";
import type { Difference } from "./diffs.ts";
import { type Unwrapped, unwrap } from "./secrets.ts";

/** A bag of the engine without wrappings; nothing is an empty one. */
export const bagOf = (struct: Struct | undefined): Unwrapped => unwrap({ ...struct?.toJavaScript() });

/** A bag as the engine takes it: plain JSON, since anything else fails after the work was done. */
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

/** An error as the engine shows it: the message at the resource. */
class CallStatus extends Error {
  readonly code = grpc.status.UNKNOWN;
  readonly details: string;
  readonly metadata = new grpc.Metadata();

  constructor(details: string) {
    super(details);
    this.details = details;
  }
}

/**
 * Where something was made, its id and properties go with the error, so that they get into the state.
 * @param partial properties and inputs of what was made, as the engine is to keep them
 */
export function statusOf(error: unknown, partial?: { properties: Struct; inputs: Struct | undefined }): CallStatus {
  if (error instanceof CallStatus) return error;
  if (!(error instanceof CallError)) return new CallStatus(error instanceof Error ? error.message : String(error));
  // The stack of a defect helps whoever repairs it, and holds no values.
  const status = new CallStatus(
    error.code === internalError ? `${error.message}\n${error.stack ?? ""}` : error.message,
  );
  if (error.id === undefined || partial === undefined) return status;
  const { code, details } = status;
  const failed = new provider.ErrorResourceInitFailed()
    .setId(error.id)
    .setProperties(partial.properties)
    .setInputs(partial.inputs)
    .setReasonsList(error.reasons ?? [details]);
  const any = new Any();
  any.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const packed = new Status().setCode(code).setMessage(details).setDetailsList([any]);
  status.metadata.set("grpc-status-details-bin", Buffer.from(packed.serializeBinary()));
  return status;
}
