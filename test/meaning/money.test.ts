/**
 * Whatever goes wrong, and in whatever order: an intended purchase, renewal or transfer is charged at most once, and
 * never above what the program consents to. Read off the sandbox's ledger.
 */
import type { Fault } from "../../testing/sandbox/index.ts";
import fc from "../support/fastCheck.ts";
import { yearsLater } from "../support/orders.ts";
import { runs } from "../support/soak.ts";
import { HandlerStack, type Program, withStory } from "../support/story.ts";

const { registrar } = withStory();
const bounds = { register: 20, renew: 40, transfer: 15 };

const orderFaults: Fault[] = [
  "reset-before",
  "reset-after",
  "truncate",
  "html",
  "wrong-content-type",
  { status: 200, body: { success: false } },
  { status: 500 },
  { status: 500, done: true },
  { status: 409, done: true },
  { status: 408, done: true },
];
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      run: fc.constantFrom("up" as const, "kill", "refresh", "preview", "other stack", "arrived"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ order: fc.constantFrom(...orderFaults) }) },
  {
    weight: 2,
    arbitrary: fc.record({ read: fc.constantFrom<Fault>("html", "truncate", { status: 404 }), after: fc.nat(6) }),
  },
  { weight: 1, arbitrary: fc.record({ hours: fc.constantFrom(0.5, 2) }) },
  { weight: 1, arbitrary: fc.record({ prices: fc.constantFrom(1, 10.99, 25) }) },
);
const late = fc.constantFrom("", "late-registration", "late-renewal", "late-registration,late-renewal");
const story = fc.record({
  subject: fc.constantFrom("domainRegistration" as const, "domainTransfer"),
  renews: fc.boolean(),
  profile: late,
  events: fc.array(event, { minLength: 3, maxLength: 10 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

let count = 0;

async function live({ subject, renews, profile, events }: Story): Promise<void> {
  const { sandbox } = registrar;
  count += 1;
  const domain = `story-${count}.com`;
  const isTransfer = subject === "domainTransfer";
  sandbox.clearFaults();
  // Back to today: each story moves the clock.
  sandbox.clock.advance({ hours: (Date.now() - sandbox.clock.now().getTime()) / 3_600_000 });
  sandbox.setProfile(profile);
  sandbox.dashboard.setBalance(1000);
  sandbox.dashboard.setPrices("com", { register: 10.99, renew: 12.99, transfer: 9.99 });
  if (isTransfer) sandbox.addDomain(domain, { account: "other", authCode: "s3cret" });
  const renewal = { renewUntil: yearsLater(3).slice(0, 10), maxRenewalPrice: bounds.renew };
  const args = isTransfer
    ? { authCode: "s3cret", maxPrice: bounds.transfer }
    : { maxPrice: bounds.register, ...(renews && renewal) };
  const program = (rest = {}): Program => ({ it: { handler: subject, args: { domain, ...args, ...rest } } });
  const stack = new HandlerStack();
  const other = new HandlerStack();
  const charges = () => sandbox.ledger().filter((charge) => charge.domain === domain);
  const holds = () => {
    const kinds = charges().map(({ kind }) => kind);
    expect(kinds).toEqual([...new Set(kinds)]);
    for (const { kind, total } of charges()) expect(total).toBeLessThanOrEqual(bounds[kind]);
  };
  // A check that meets a fault fails the run, as it does in life.
  const trying = (work: Promise<unknown>) => work.catch(() => undefined);
  for (const step of events) {
    if ("order" in step)
      sandbox.fault({ operation: /domains\.(register|renew|transfer)/, times: 1, fault: step.order });
    else if ("read" in step)
      sandbox.fault({ operation: /domains\.(get|list|check)|pricing/, times: 1, after: step.after, fault: step.read });
    else if ("hours" in step) sandbox.clock.advance({ hours: step.hours });
    else if ("prices" in step)
      sandbox.dashboard.setPrices("com", { register: step.prices, renew: step.prices, transfer: step.prices });
    else if (step.run === "up") await trying(stack.up(program()));
    else if (step.run === "kill") await trying(stack.up(program(), { beforeWrites: () => stack.kill() }));
    else if (step.run === "refresh") await trying(stack.refresh());
    else if (step.run === "preview") await trying(stack.preview(program()));
    else if (step.run === "other stack") await trying(other.up(program()));
    else if (isTransfer) sandbox.clock.advance({ days: 6 });
    holds();
  }
  // At last everything works and is shown: the intent is met, once, and the next run does nothing.
  sandbox.clearFaults();
  sandbox.dashboard.setPrices("com", { register: 10.99, renew: 12.99, transfer: 9.99 });
  sandbox.setProfile("");
  sandbox.clock.advance({ hours: 3, days: isTransfer ? 6 : 0 });
  await stack.refresh();
  const last = program({ retryOrdersBefore: new Date().toISOString() });
  expect((await stack.up(last)).errors).toEqual({});
  registrar.calls();
  expect((await stack.up(last)).steps).toEqual({ it: "same" });
  expect(registrar.calls()).toEqual([]);
  holds();
  expect(charges().map(({ kind }) => kind)).toEqual(
    isTransfer ? ["transfer"] : renews ? ["register", "renew"] : ["register"],
  );
}

it("charges at most once for what is meant once, whatever happens", async () => {
  await fc.assert(fc.asyncProperty(story, live), { numRuns: runs(10, 1000) });
});
