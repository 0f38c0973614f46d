/** Secrets as the engine marks them: copies of bags as JSON, in which secrets are marked, open, or replaced by `[secret]`. */
import { secret as marked, redact, reveal, type Value } from "../../testing/engine/values.ts";

const copy = (value: unknown): Value => JSON.parse(JSON.stringify(value ?? null));

export const secret = (value: unknown): Value => marked(copy(value));
export const sealed = (value: unknown): Value => redact(copy(value));
export function opened<T>(value: T): T;
export function opened(value: unknown): unknown {
  return reveal(copy(value));
}
