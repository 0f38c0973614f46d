/** The begin and the end of stories. */
import { HandlerStack, type Program, type StackBehaviour } from "./handlerStack.ts";
import { asPreview } from "./previews.ts";
import { quick } from "./records.ts";

/** A refresh that finds everything as the state has it. */
export const unchanged = { drift: {}, gone: [], errors: {} };

/**
 * A stack that a program was applied to, without an error. Its calls and words are left out of what tests count.
 * @param config stack configuration by full key
 */
export async function applied(program: Program, config = quick, behaviour: StackBehaviour = {}): Promise<HandlerStack> {
  const stack = new HandlerStack(config, behaviour);
  const { errors } = await asPreview(() => stack.up(program));
  expect(errors).toEqual({});
  return stack;
}
