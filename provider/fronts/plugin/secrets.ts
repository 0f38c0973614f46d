/** Unwraps the engine's secrets before a call, and wraps them again in the response. */
import type { Properties } from "../../lifecycle/definition.ts";
import { secret, secretSignature, signatureKey } from "../shared/ownKeys.ts";

const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";

/** By property: `true` if all of it is secret, else its secret members. */
export type SecretPlaces = ReadonlyMap<string, true | SecretPlaces>;

/** Plain properties, and the places of their secrets. */
export interface Unwrapped {
  properties: Properties;
  places: SecretPlaces;
}

/** Unwraps secrets. A resource that was passed as a value becomes its ID. */
export function unwrap(bag: Properties): Unwrapped {
  const places = new Map<string, true | SecretPlaces>();
  const entries = Object.entries(bag).map(([key, value]): [string, unknown] => {
    const { plain, secret } = unwrapValue(value);
    if (secret !== undefined) places.set(key, secret);
    return [key, plain];
  });
  return { properties: Object.fromEntries(entries), places };
}

interface UnwrappedValue {
  plain: unknown;
  secret?: true | SecretPlaces;
}

function unwrapValue(value: unknown): UnwrappedValue {
  if (Array.isArray(value)) {
    const items = value.map(unwrapValue);
    // The order of a list may change, so a list with a secret is secret.
    return { plain: items.map(({ plain }) => plain), ...(items.some(({ secret }) => secret) && { secret: true }) };
  }
  if (typeof value !== "object" || value === null) return { plain: value };
  const special: Properties = { ...value };
  if (special[signatureKey] === secretSignature) return { plain: unwrapValue(special["value"]).plain, secret: true };
  if (special[signatureKey] === resourceSignature) return { plain: special["id"] ?? special["urn"] };
  const { properties, places } = unwrap(special);
  return { plain: properties, ...(places.size > 0 && { secret: places }) };
}

/**
 * Wraps the secrets of a response.
 * @param places of secrets in the request's properties
 * @param always properties that are always secret
 */
export function wrap(
  properties: Properties,
  places: readonly SecretPlaces[],
  always: readonly string[] = [],
): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => {
      if (value === undefined || value === null) return [key, value];
      const inside = places.flatMap((each) => each.get(key) ?? []);
      return [key, always.includes(key) ? secret(value) : wrapValue(value, inside)];
    }),
  );
}

function wrapValue(value: unknown, places: readonly (true | SecretPlaces)[]): unknown {
  if (places.length === 0) return value;
  const members = places.filter((place) => place !== true);
  // If `value` lacks a secret member, the secret may be under another key. So all of `value` becomes secret.
  const isShaped = (place: SecretPlaces) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && [...place.keys()].every((k) => k in value);
  if (members.length < places.length || !members.every(isShaped)) return secret(value);
  return wrap({ ...Object(value) }, members);
}

export const secretNames = (places: SecretPlaces): string[] => [...places.keys()].sort();
