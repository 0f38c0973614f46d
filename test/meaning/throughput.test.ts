/** Many creates against a rate limit and a bad line: nothing lost, nothing doubled, and the allowed rate is used. */
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";

const registrar = withRegistrar();

/** `npm test` has the faults in the same shares, and no long run. */
const cases = isSoak
  ? [5, 100].flatMap((delayMs) =>
      [true, false].map((retryAfter) => ({ delayMs, retryAfter, creates: 500, perSecond: 20, warmUp: 100 })),
    )
  : [{ delayMs: 5, retryAfter: false, creates: 100, perSecond: 80, warmUp: 50 }];

/**
 * Share of the allowed rate that the soak holds; in so short a run on a busy machine it says nothing. A registrar that asks
 * everybody to wait a second, now and then for no reason, gets just that.
 */
const enough = (retryAfter: boolean) => (isSoak ? (retryAfter ? 0.5 : 0.75) : 0);

const hosts = (count: number): Program =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`h${i}`, a(`h${i}`, `192.0.${i >> 8}.${i & 255}`)]));

/** Requests a second that were carried out, while there was enough to send: after the warm-up, and before the last retries. */
function throughput(from: number, to: number): number {
  const entries = registrar.sandbox.log.entries().slice(from, to);
  const times = entries.map(({ at }) => Date.parse(at));
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  return entries.filter(({ done }) => done).length / seconds;
}

it.each(cases)(
  "$creates creates at $perSecond requests a second, $delayMs ms away, with 429s (Retry-After: $retryAfter), resets and 500s",
  async ({ delayMs, retryAfter, creates, perSecond, warmUp }) => {
    const { sandbox } = registrar;
    sandbox.setRate({ perSecond, retryAfter });
    sandbox.fault({ probability: 0.05, fault: { status: 429, ...(retryAfter && { retryAfter: 1 }) } });
    sandbox.fault({ probability: 0.025, fault: "reset-after" });
    sandbox.fault({ probability: 0.025, fault: "reset-before" });
    sandbox.fault({ probability: 0.05, fault: { status: 500 } });
    sandbox.fault({ fault: { delayMs } });
    const stack = new HandlerStack({ "registrar:staleListSeconds": "2" });
    const program = hosts(creates);
    let { errors } = await stack.up(program);
    const used = throughput(warmUp, creates) / perSecond;
    for (let again = 0; again < 3 && Object.keys(errors).length > 0; again += 1) ({ errors } = await stack.up(program));
    expect(errors).toEqual({});
    const made = sandbox.records("example.com").map(({ name }) => name);
    expect(made).toHaveLength(creates);
    expect(new Set(made).size).toBe(creates);
    expect(stack.state.size).toBe(creates);
    expect(used).toBeGreaterThan(enough(retryAfter));
  },
  300_000,
);
