/** Two declarations in one program, in both orders: the second one is refused, and its error names the first. */
import { HandlerStack } from "../support/handlerStack.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";
import { allowedPairs, refusedPairs } from "../support/together.ts";

const registrar = withRegistrar();
withSaid();

describe.each([
  ["as written", false],
  ["in the other order", true],
])("declared %s", (_order, isReversed) => {
  it.each(refusedPairs)("%s are refused by the check of the second one", async (_pair, first, second, check) => {
    const program = isReversed ? { one: second, two: first } : { one: first, two: second };
    const { errors } = await new HandlerStack(quick).up(program);
    expect(errors).toEqual({ two: expect.stringMatching(new RegExp(`\`one\`.*\\[${check}`, "s")) });
    expect(registrar.writes()).toEqual([]);
  });

  it.each(allowedPairs)("%s are allowed", async (_pair, first, second) => {
    const program = isReversed ? { one: second, two: first } : { one: first, two: second };
    expect((await new HandlerStack(quick).up(program)).errors).toEqual({});
  });
});
