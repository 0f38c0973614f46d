import { type Decision, decide } from "../../provider/lifecycle/orders/decide.ts";
import { orderCases } from "../../test/lifecycle/orderCases.ts";

/** The page that shows what a run does about an order. */
export const moneyPagePath = "docs/background/safety.md";

const [begin, end] = ["<!-- Generated from test/lifecycle/orderCases.ts: -->", "<!-- End of the generated part. -->"];

const words: Record<Decision["action"], string> = {
  nothing: "orders nothing",
  look: "reads the account, then decides",
  "take over": "adopts what the account shows; orders nothing",
  order: "orders it",
  verify: "stops: verify in the dashboard; nothing is ordered",
  refuse: "stops, and says why; nothing is ordered",
  "mark as left": "sets `leftAccount`, and says so once; orders nothing",
};

/** The page with its tables of situations, which are the cases of the decision's test. */
export function moneyPage(text: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${moneyPagePath} has no part between "${begin}" and "${end}"`);
  const tables = (["registration", "renewal", "transfer"] as const).map((kind) =>
    [
      `| ${kind} | what the run does |`,
      "|---|---|",
      ...orderCases(kind).map(({ when, situation }) => `| ${when} | ${words[decide(situation).action]} |`),
    ].join("\n"),
  );
  return `${text.slice(0, from)}${begin}\n\n${tables.join("\n\n")}\n\n${text.slice(to)}`;
}
