import { decide } from "../../provider/lifecycle/orders/decide.ts";
import { orderCases } from "./orderCases.ts";

describe.each(["registration", "renewal", "transfer"] as const)("a %s", (kind) => {
  it.each(orderCases(kind))("leads to '$action' where $when", ({ situation, action, shows }) => {
    const { action: decided, explanation, nextState } = decide(situation);
    expect([decided, `${explanation} ${JSON.stringify(nextState)}`]).toEqual([action, expect.stringMatching(shows)]);
  });
});
