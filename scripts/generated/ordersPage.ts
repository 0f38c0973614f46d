/** Prints the page of all situations of an order: the cases of the decision's test, by outcome. */
import { type Decision, decide } from "../../provider/lifecycle/orders/decide.ts";
import { orderCases } from "../../test/lifecycle/orderCases.ts";

const words: Readonly<Record<Decision["action"], string>> = {
  order: "orders it",
  nothing: "orders nothing",
  adopt: "adopts what the account shows, and orders nothing",
  look: "reads the account, then decides",
  verify: "stops until you have verified the order in the dashboard",
  refuse: "stops, and says why",
  "mark as left": "sets `leftAccount`, says so once, and orders nothing",
};

/** The page `docs/maintainers/orders.md`, in Markdown. */
export function ordersPage(): string {
  const sections = (["registration", "renewal", "transfer"] as const).map((kind) => {
    const cases = orderCases(kind).map(({ when, situation }) => ({ when, action: decide(situation).action }));
    const lines = Object.entries(words).flatMap(([outcome, said]) => {
      const found = cases.flatMap(({ when, action }) => (action === outcome ? [`- ${when}\n`] : []));
      return found.length === 0 ? [] : [`A run **${said}** if:\n\n${found.join("")}`];
    });
    return `## ${kind.charAt(0).toUpperCase()}${kind.slice(1)}\n\n${lines.join("\n")}`;
  });
  return sections.join("\n");
}
