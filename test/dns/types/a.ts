import * as fc from "../../support/fastCheck.ts";
import { ipv4, oddName } from "../randomValues.ts";
import type { TypeCode } from "./typeCases.ts";

export const code: TypeCode = {
  refused: [[{ content: undefined }, 'must be an IPv4 address, such as "192.0.2.1"']],
  random: ipv4.map((content) => ({ content })),
  odd: fc.tuple(oddName, ipv4).map(([name, content]) => ({ name, content })),
  shown: (data, { around }) => ({ content: around(String(data["content"])) }),
};
