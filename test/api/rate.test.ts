/**
 * How well the rate is learnt: hundreds of creates in one zone against a limiter, on a clock that needs no waiting. Five
 * in a hundred answers are a 429 for no reason, and as many are resets and 500s, after which the work is done elsewhere.
 */
import { RateControl } from "../../provider/api/rate.ts";
import { backoffMs, jittered } from "../../provider/api/retries.ts";
import { fixedWindow, type Limiter, repeatable, tokenBucket } from "./limiters.ts";

interface World {
  limiter: Limiter;
  latencyMs: number;
  withRetryAfter: boolean;
  /** Share of answers that are a 429 for no reason, and of those that say nothing about the rate. */
  faults: number;
  random: () => number;
}

const requests = 500;
const warmUp = 100;
const atOnce = 4;
/** As in pacing.ts. */
const lookAgainMs = 50;

/** Milliseconds at which the limiter took a request, and how many it refused. */
function simulate({ limiter, latencyMs, withRetryAfter, faults, random }: World): { taken: number[]; refused: number } {
  const rate = new RateControl();
  const taken: number[] = [];
  const events: { at: number; run: () => void }[] = [];
  const waiting: (() => void)[] = [];
  let [now, slots, fresh, refused, isGateBusy] = [0, atOnce, requests, 0, false];
  const later = (delay: number, run: () => void) => events.push({ at: now + delay, run });

  const start = () => {
    while (slots > 0 && (waiting.length > 0 || fresh > 0)) {
      slots -= 1;
      const again = waiting.shift();
      if (again) again();
      else {
        fresh -= 1;
        attempt(1);
      }
    }
  };
  const gate: (() => void)[] = [];
  const openGate = () => {
    const [next] = gate;
    if (isGateBusy || next === undefined) return;
    isGateBusy = true;
    const look = () => {
      const wait = rate.waitMs(now);
      if (wait > 0) {
        later(Math.min(wait, lookAgainMs) + 0.5, look);
        return;
      }
      gate.shift();
      isGateBusy = false;
      next();
      openGate();
    };
    look();
  };
  const attempt = (number: number) => {
    gate.push(() => {
      const ticket = rate.sent(now);
      const fate = random();
      const travel = (latencyMs * (0.8 + 0.4 * random())) / 2;
      later(travel, () => {
        const wait = fate < faults ? 1000 : limiter(now);
        if (wait === undefined) taken.push(now);
        later(travel, () => {
          slots += 1;
          if (wait !== undefined) {
            refused += 1;
            const asked = withRetryAfter ? Math.ceil(wait / 1000) * 1000 : undefined;
            rate.refused(ticket, asked, now);
            later(asked === undefined ? backoffMs(number, random) : jittered(asked, random), () => {
              waiting.push(() => attempt(number + 1));
              start();
            });
          } else if (fate > 2 * faults) rate.accepted(ticket, now);
          start();
        });
      });
    });
    openGate();
  };

  start();
  for (;;) {
    const next = events.reduce(
      (first, event) => (event.at < first.at ? event : first),
      events[0] ?? { at: 0, run: () => {} },
    );
    if (events.length === 0) return { taken, refused };
    events.splice(events.indexOf(next), 1);
    now = next.at;
    next.run();
  }
}

/** Share of the allowed rate that was used after the first hundred requests. */
function used(taken: readonly number[], perSecond: number): number {
  const rest = taken.slice(warmUp);
  const [first = 0, last = 0] = [taken[warmUp - 1], rest.at(-1)];
  return rest.length / (((last - first) * perSecond) / 1000);
}

const worlds = [
  ["token bucket", tokenBucket],
  ["fixed window", fixedWindow],
] as const;
const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

describe.each(worlds)("a %s of 20 requests a second", (_, limiterOf) => {
  it.each(
    [5, 100].flatMap((latencyMs) =>
      [true, false].flatMap((withRetryAfter) => [0.05, 0].map((faults) => ({ latencyMs, withRetryAfter, faults }))),
    ),
  )("is used to three quarters at least: %j", (world) => {
    const runs = seeds.map((seed) => simulate({ ...world, limiter: limiterOf(20), random: repeatable(seed) }));
    const average = runs.reduce((sum, { taken }) => sum + used(taken, 20), 0) / runs.length;
    expect(average).toBeGreaterThan(0.75);
    // And not by hammering: few are refused beyond what is refused for no reason.
    for (const { refused } of runs) expect(refused / requests).toBeLessThan(0.3);
  });
});

it("goes as fast as it can where nothing is refused", () => {
  const { taken } = simulate({
    limiter: () => undefined,
    latencyMs: 10,
    withRetryAfter: false,
    faults: 0,
    random: repeatable(1),
  });
  expect(used(taken, 400)).toBeGreaterThan(0.9);
});

it("slows down for good when the limit falls, and recovers when it rises", () => {
  const limits = [20, 5, 50];
  const buckets = limits.map(tokenBucket);
  const takenPerPhase = limits.map(() => 0);
  const phaseMs = 15_000;
  const rate = new RateControl();
  for (let now = 0; now < limits.length * phaseMs; now += 5) {
    if (rate.waitMs(now) > 0) continue;
    const phase = Math.floor(now / phaseMs);
    const ticket = rate.sent(now);
    const wait = buckets[phase]?.(now);
    if (wait === undefined) {
      rate.accepted(ticket, now);
      takenPerPhase[phase] = (takenPerPhase[phase] ?? 0) + 1;
    } else rate.refused(ticket, undefined, now);
  }
  const shares = takenPerPhase.map((taken, phase) => taken / (((limits[phase] ?? 0) * phaseMs) / 1000));
  for (const share of shares.slice(0, 2)) expect(share).toBeGreaterThan(0.8);
  expect(shares[2]).toBeGreaterThan(0.15);
});
