import * as fc from "../../support/fastCheck.ts";
import { host, uint16 } from "../randomValues.ts";
import type { TypeCode } from "./typeCases.ts";

export const code: TypeCode = {
  refused: [[{ priority: undefined }, "such as 10"]],
  random: fc.tuple(fc.oneof(host, fc.constant(".")), uint16).map(([content, priority]) => ({ content, priority })),
  shown: (data, { around, blanks, form, host: spell, number }) => {
    const name = spell(String(data["content"]));
    const { priority } = { priority: Number(data["priority"]) };
    if (form === "content") return { content: around(`${priority}${blanks} ${name}`) };
    return { content: around(name), priority: number(priority) };
  },
};
