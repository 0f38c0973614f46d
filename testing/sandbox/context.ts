import type { Dialect } from "./dialect.ts";
import type { Faults } from "./faults.ts";
import type { RateLimiter } from "./rate.ts";
import type { FullRequestLog } from "./requestLog.ts";
import type { Store } from "./store.ts";

/** Shared by the server and the control API. */
export interface Context {
  readonly store: Store;
  readonly log: FullRequestLog;
  readonly faults: Faults;
  readonly profile: readonly string[];
  readonly dialect: Dialect;
  readonly limiter: RateLimiter | undefined;
  /** Aborts delayed responses when the sandbox closes or is reset. */
  readonly closing: AbortSignal;
}
