/** The account holds a domain, or doesn't: each response to its read with each list of domains. Doubt never buys, and is never "left". */
import type { Fault } from "../../testing/sandbox/index.ts";
import { withPulumiHome } from "../support/orders.ts";
import { applied, HandlerStack, type Program, withStory } from "../support/story.ts";

const { registrar } = withStory();
withPulumiHome();
const domain = "fresh.com";
const program: Program = { tea: { handler: "domainRegistration", args: { domain, maxPrice: 20 } } };
const rows = [{ domain_name: "example.com" }, { domain_name: "example.org" }];
const shows = (data: object[], rest: object = {}): Fault => ({ status: 200, body: { success: true, data, ...rest } });

const reads: Record<string, Fault> = {
  "a 404": { status: 404 },
  "a 403": { status: 403 },
  "a 401": { status: 401 },
  "a 501": { status: 501 },
  HTML: "html",
};
/** `undefined`: as the registrar lists its domains, which is complete. */
const lists: Record<string, Fault | undefined> = {
  "a complete list without it": undefined,
  "a complete list with it": undefined,
  "a list without a total, and without it": shows(rows),
  "a list that is a part": shows(rows, { partial: true }),
  "a list of fewer rows than its total": shows(rows, { total: 3 }),
  "a list that is refused": { status: 403 },
  "no list": { status: 404 },
};
type Outcome = "bought" | "adopted" | "left" | "kept" | "error";
/** Responses of which anything but an error follows. */
const outcomes: Record<string, Record<string, { isNew: Outcome; isHeld: Outcome }>> = {
  "a 404": {
    "a complete list without it": { isNew: "bought", isHeld: "left" },
    "a list without a total, and without it": { isNew: "bought", isHeld: "error" },
    "a complete list with it": { isNew: "adopted", isHeld: "kept" },
  },
  "a 403": {
    "a complete list without it": { isNew: "bought", isHeld: "left" },
    "a complete list with it": { isNew: "adopted", isHeld: "kept" },
  },
};
/** The message of a doubt about a domain whose own read gives a 404. */
const doubts: Record<string, RegExp> = {
  "a list without a total, and without it":
    /holds fresh\.com cannot be determined: nothing proves that the list is complete.*"domains\.list": \{"complete": true/,
  "no list": /is not known.*"domains\.list", `path`/,
};
const cases = Object.keys(reads).flatMap((read) => Object.keys(lists).map((list) => [read, list] as const));

function respond(read: string, list: string): void {
  const { sandbox } = registrar;
  sandbox.clearFaults();
  if (list.includes(" with it")) sandbox.addDomain(domain);
  else if (sandbox.domains().some(({ name }) => name === domain)) sandbox.removeDomain(domain);
  sandbox.fault({ operation: "domains.get", fault: reads[read] ?? "html" });
  const fault = lists[list];
  if (fault !== undefined) sandbox.fault({ operation: "domains.list", fault });
}

it.each(cases)("%s and %s prove of a new domain, and of a held one, what the table says", async (read, list) => {
  const expected = outcomes[read]?.[list] ?? { isNew: "error", isHeld: "error" };
  respond(read, list);
  // A check that cannot read the account ends the run.
  const { errors } = await new HandlerStack().up(program).catch(() => ({ errors: { tea: "no check" } }));
  const isOrdered = registrar.sandbox.ledger().length > 0;
  expect(isOrdered ? "bought" : "tea" in errors ? "error" : "adopted").toBe(expected.isNew);

  registrar.sandbox.clearFaults();
  registrar.sandbox.addDomain(domain);
  const holder = await applied(program);
  respond(read, list);
  const refreshed = await holder.refresh();
  if ("tea" in refreshed.errors && read === "a 404") expect(refreshed.errors["tea"]).toMatch(doubts[list] ?? /./);
  const isLeft = holder.state.get("tea")?.outputs["leftAccount"] !== undefined;
  expect("tea" in refreshed.errors ? "error" : isLeft ? "left" : "kept").toBe(expected.isHeld);
});
