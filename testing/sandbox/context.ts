import type { Behaviour } from "./behaviour.ts";
import type { Faults } from "./faults.ts";
import type { Random } from "./random.ts";
import type { RateLimiter } from "./rate.ts";
import type { FullRequestLog } from "./requestLog.ts";
import type { Store } from "./store.ts";

/** What the server and its neighbours (admin interface, dashboard) share. */
export interface Context {
  readonly store: Store;
  readonly log: FullRequestLog;
  readonly faults: Faults;
  readonly random: Random;
  readonly profile: readonly string[];
  readonly behaviour: Behaviour;
  readonly limiter: RateLimiter | undefined;
  /** Ends what waits when the sandbox closes or starts afresh. */
  readonly closing: AbortSignal;
}
