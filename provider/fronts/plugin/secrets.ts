/** Secrets as the engine sends them: taken out of their wrapping before a call, and wrapped again in its answer. */
import type { Properties } from "../../lifecycle/definition.ts";
import { secret, secretSignature, signatureKey } from "../shared/ownKeys.ts";

const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";

/** Places of secrets: by property, all of it (`true`), or these members of it. */
export type SecretPlaces = ReadonlyMap<string, true | SecretPlaces>;

/** A bag without wrappings, and where the secrets in it are. */
export interface Unwrapped {
  properties: Properties;
  places: SecretPlaces;
}

/** Takes the secrets of a bag out of their wrapping. A resource that was passed as a value becomes its id. */
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
    // The order of a list may change before it is wrapped again: with one secret in it, all of it is secret.
    return { plain: items.map(({ plain }) => plain), ...(items.some(({ secret }) => secret) && { secret: true }) };
  }
  if (typeof value !== "object" || value === null) return { plain: value };
  const signature: unknown = Reflect.get(value, signatureKey);
  if (signature === secretSignature) return { plain: unwrapValue(Reflect.get(value, "value")).plain, secret: true };
  if (signature === resourceSignature) return { plain: Reflect.get(value, "id") ?? Reflect.get(value, "urn") };
  const { properties, places } = unwrap({ ...value });
  return { plain: properties, ...(places.size > 0 && { secret: places }) };
}

/**
 * Wraps what is secret in an answer.
 * @param places where secrets were in the request; several bags may say
 * @param always properties that are secret whatever the request says
 */
export function wrap(
  properties: Properties,
  places: readonly SecretPlaces[],
  always: readonly string[] = [],
): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => {
      if (value === undefined || value === null) return [key, value];
      if (always.includes(key)) return [key, secret(value)];
      return [
        key,
        wrapValue(
          value,
          places.map((each) => each.get(key)).filter((place) => place !== undefined),
        ),
      ];
    }),
  );
}

function wrapValue(value: unknown, places: readonly (true | SecretPlaces)[]): unknown {
  if (places.length === 0) return value;
  const members = places.filter((place) => place !== true);
  // A secret member that is not found again may be anywhere in what stands there now.
  const isShaped = (place: SecretPlaces) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && [...place.keys()].every((k) => k in value);
  if (members.length < places.length || !members.every(isShaped)) return secret(value);
  return wrap({ ...Object(value) }, members);
}

export const secretNames = (places: SecretPlaces): string[] => [...places.keys()].sort();
