/** Messages of the provider protocol: properties with and without secrets, failures, differences and errors. */
import * as grpc from "@grpc/grpc-js";
import * as provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Change, CheckFailure, Properties } from "../../lifecycle/definition.ts";
import { type CallError, internalError } from "../shared/engineOperation.ts";
import { cleanJson, secret, secretSignature, signatureKey } from "../shared/state.ts";

/** By property: `true` if all of it is secret, else its secret members. */
export type SecretPlaces = ReadonlyMap<string, true | SecretPlaces>;

/** Plain properties, and the places of their secrets. */
export interface Unwrapped {
  properties: Properties;
  places: SecretPlaces;
}

/** Unwraps secrets. The engine sends the ID of a resource that was passed as a value (`setAcceptResources`). */
function unwrap(value: unknown): { plain: unknown; place?: true | SecretPlaces } {
  if (Array.isArray(value)) {
    const items = value.map(unwrap);
    // The order of a list may change, so a list with a secret is secret.
    return { plain: items.map(({ plain }) => plain), ...(items.some(({ place }) => place) && { place: true }) };
  }
  if (typeof value !== "object" || value === null) return { plain: value };
  const special: Properties = { ...value };
  if (special[signatureKey] === secretSignature) return { plain: unwrap(special["value"]).plain, place: true };
  const { properties, places } = unwrapBag(special);
  return { plain: properties, ...(places.size > 0 && { place: places }) };
}

function unwrapBag(bag: Properties): Unwrapped {
  const members = Object.entries(bag).map(([key, value]) => ({ key, ...unwrap(value) }));
  return {
    properties: Object.fromEntries(members.map(({ key, plain }) => [key, plain])),
    places: new Map(members.flatMap(({ key, place }) => (place === undefined ? [] : [[key, place] as const]))),
  };
}

/** Wraps the secrets of a response. @param places of secrets in the request @param always properties that are always secret */
export function wrap(properties: Properties, places: SecretPlaces, always: readonly string[] = []): Properties {
  const wrapped = ([key, value]: [string, unknown]) => {
    if (value === undefined || value === null) return [key, value];
    return [key, wrapValue(value, always.includes(key) ? true : places.get(key))];
  };
  return Object.fromEntries(Object.entries(properties).map(wrapped));
}

function wrapValue(value: unknown, place: true | SecretPlaces | undefined): unknown {
  if (place === undefined) return value;
  const isShaped = typeof value === "object" && value !== null && !Array.isArray(value);
  // If `value` lacks a secret member, the secret may be under another key. So all of `value` becomes secret.
  if (place === true || !isShaped || ![...place.keys()].every((key) => key in value)) return secret(value);
  return wrap({ ...value }, place);
}

/** Properties from the engine, with their secrets unwrapped. */
export const bagOf = (struct: Struct | undefined): Unwrapped => unwrapBag({ ...struct?.toJavaScript() });

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
const kinds = { add: Kind.ADD, delete: Kind.DELETE, update: Kind.UPDATE, replace: Kind.UPDATE_REPLACE } as const;

/** Differences as an engine shows them. @param isChanged is an update needed, even if no shown value differs? */
export function differing(
  isChanged: boolean,
  changes: readonly Change[],
  { olds, news }: { olds: Properties; news: Properties },
  deleteBeforeReplace: boolean,
): provider.DiffResponse {
  const { DIFF_NONE, DIFF_SOME } = provider.DiffResponse.DiffChanges;
  const names = (some: readonly Change[]) => [...new Set(some.map(({ path }) => path.split(/[.[]/)[0] ?? path))];
  const response = new provider.DiffResponse()
    .setChanges(isChanged ? DIFF_SOME : DIFF_NONE)
    .setDiffsList(names(changes))
    .setReplacesList(names(changes.filter(({ kind }) => kind === "replace")))
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(true);
  for (const { path, kind } of changes) {
    const [isOld, isNew] = [olds, news].map((bag) => (bag[path] ?? undefined) !== undefined);
    // The kind of a member, such as a value of a list, is known.
    const shown = kind !== "update" || isOld === isNew ? kind : isNew ? "add" : "delete";
    response.getDetaileddiffMap().set(path, new provider.PropertyDiff().setKind(kinds[shown]));
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
