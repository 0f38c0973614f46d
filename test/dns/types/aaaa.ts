import { ipv6Groups, shortIPv6 } from "../randomValues.ts";
import type { TypeCode } from "./typeCases.ts";

export const code: TypeCode = {
  refused: [[{ content: undefined }, "must be an IPv6 address"]],
  random: ipv6Groups.map((groups) => ({ content: shortIPv6(groups) })),
  shown: (data, { around }) => ({ content: around(String(data["content"])) }),
};
