/** Every operation of the API as it goes over the wire, from `test/cases/wire.txt`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Api, EndpointName } from "../../provider/api/index.ts";

type Args = Readonly<Record<string, unknown>>;

export interface WireCase {
  operation: EndpointName;
  /** Words of the specification (or of the public reference, "ref:") that decide what is expected. */
  says: string;
  args?: Args;
  /** The user's contract. Default: one that names the operations that are called only then. */
  contract?: Args;
  /** Method and path below `/api/registrar/v1/`, or from the root, and the query. */
  sends: string;
  /** Default: that of the arguments. */
  body?: Args;
  /** Status and body. */
  answer: string;
  /** A part of the result. */
  gives: Args;
  /** The complete result, where it is compared. */
  exactly?: Args;
}

export const wireCases: readonly WireCase[] = readFileSync(join(__dirname, "..", "cases", "wire.txt"), "utf8")
  .split(/^# /m)
  .slice(1)
  .map((block) => {
    const [title = "", ...lines] = block.trimEnd().split("\n");
    const [, operation = "", says = ""] = /^(\S+): (.*)$/.exec(title) ?? [];
    const { sends = "", answer = "", ...rest } = Object.fromEntries(lines.map((line) => line.split(/ (.*)/)));
    const values = Object.entries(rest).map(([key, json]) => [key, JSON.parse(String(json))]);
    return { ...{ operation, says, sends, answer, gives: {} }, ...Object.fromEntries(values) };
  });

/** Calls an operation by its name. @param args default: those of its last case */
export async function callOf(api: Api, operation: EndpointName, args?: Args): Promise<unknown> {
  const [group = "", name = ""] = operation.split(".");
  const call: unknown = Reflect.get(Object(Reflect.get(api, group)), name);
  if (typeof call !== "function") throw new TypeError(`${operation} is not an operation`);
  return call(args ?? wireCases.filter((each) => each.operation === operation && !each.contract).at(-1)?.args);
}
