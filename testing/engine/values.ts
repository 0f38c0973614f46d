import { NotSupportedError } from "../shared/errors.ts";

/**
 * Property values in the form they have on the wire and in the state: JSON, with marked objects for what JSON lacks.
 * Pulumi, "Resource property values" (sdk/proto and the deployment schema).
 */
export type Value = null | boolean | number | string | Value[] | Props;
export interface Props {
  [key: string]: Value;
}

/** An object that marks another kind of value, such as a secret. */
export interface Marked extends Props {
  "4dabf18193072939515e22adb298388d": string;
}

/** The key that marks an object as another kind of value. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";
export const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";
const ARCHIVE = "0def7320c3a5731c473e5ecbe6d01bc7";
/** A value not known before its resource exists. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isProps(value: Value | undefined): value is Props {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function signatureOf(value: Value | undefined): Value | undefined {
  return isProps(value) ? value[SIGNATURE] : undefined;
}

export function isSecret(value: Value | undefined): value is Marked {
  return signatureOf(value) === SECRET;
}

export function secret(value: Value): Value {
  return isSecret(value) ? value : { [SIGNATURE]: SECRET, value };
}

/** Is the value an object without a mark? */
export function isPlainObject(value: Value | undefined): value is Props {
  return isProps(value) && value[SIGNATURE] === undefined;
}

/** Applies `change` to every value from the inside out. */
function mapValue(value: Value, change: (value: Value) => Value): Value {
  if (Array.isArray(value)) return change(value.map((element) => mapValue(element, change)));
  if (!isProps(value)) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapValue(inner, change)])));
}

export function mapProps(props: Props, change: (value: Value) => Value): Props {
  return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, mapValue(value, change)]));
}

/** Is the mark anywhere in the value? */
const mentions = (value: Value, mark: string) => JSON.stringify(value).includes(mark);

export const hasUnknown = (value: Value): boolean => mentions(value, UNKNOWN);

/** Replaces a secret by its value. */
export const opened = (value: Value): Value => (isSecret(value) ? (value["value"] ?? null) : value);

/** Without secret marks, at any depth. */
export const reveal = (value: Value): Value => mapValue(value, opened);

/** Formats for display: secrets as `[secret]`, unknown values as `[unknown]`. */
export function redact(value: Value): Value {
  return mapValue(value, (inner) => (isSecret(inner) ? "[secret]" : inner === UNKNOWN ? "[unknown]" : inner));
}

export const redactAll = (props: Props): Props =>
  Object.fromEntries(Object.entries(props).map(([key, value]) => [key, redact(value)]));

/** Refuses values that this engine doesn't handle. */
export function checkSupported(props: Props): void {
  mapProps(props, (value) => {
    const signature = signatureOf(value);
    if (signature === ASSET || signature === ARCHIVE) throw new NotSupportedError("assets and archives");
    return value;
  });
}

export function equal(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, i) => equal(value, b[i]));
  if (!isProps(a) || !isProps(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/**
 * Marks values of a provider's response as secret if their key is in `additional`, or if the value under the same key was secret in
 * the request. Walks plain objects on both sides. Any other value becomes secret if the given one contains a secret.
 */
export function markSecrets(returned: Props, given: Props, additional: readonly string[] = []): Props {
  const marked = Object.entries(returned).map(([key, value]) => {
    const source = given[key] ?? null;
    if (additional.includes(key)) return [key, secret(value)];
    if (isPlainObject(value) && isPlainObject(source)) return [key, markSecrets(value, source)];
    return [key, mentions(source, SECRET) ? secret(value) : value];
  });
  return Object.fromEntries(marked);
}

/** The message of a thrown value. Doesn't use `instanceof`: a test runner may have another `Error`. */
export function messageOf(error: unknown): string {
  const hasMessage = typeof error === "object" && error !== null && "message" in error;
  return hasMessage ? String(error.message) : String(error);
}
