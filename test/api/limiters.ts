/** Rate limiters of the two usual kinds, on whatever clock the caller has. */

/** Takes a request (`undefined`), or says in how many milliseconds it would. */
export type Limiter = (nowMs: number) => number | undefined;

/** Earns `perSecond` tokens a second, up to a second's worth. */
export function tokenBucket(perSecond: number): Limiter {
  let tokens = perSecond;
  let last = 0;
  return (now) => {
    tokens = Math.min(perSecond, tokens + ((now - last) * perSecond) / 1000);
    last = now;
    if (tokens < 1) return ((1 - tokens) * 1000) / perSecond;
    tokens -= 1;
    return undefined;
  };
}

/** Takes `perSecond` requests in every second of the clock. */
export function fixedWindow(perSecond: number): Limiter {
  let second = -1;
  let taken = 0;
  return (now) => {
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000);
      taken = 0;
    }
    if (taken >= perSecond) return (second + 1) * 1000 - now;
    taken += 1;
    return undefined;
  };
}

/** Numbers from 0 to 1 that are the same in every run. */
export function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
