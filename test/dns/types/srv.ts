import * as fc from "../../support/fastCheck.ts";
import { host, label, oddHost, oddName, uint16 } from "../randomValues.ts";
import type { TypeCode } from "./typeCases.ts";

const service = fc
  .tuple(label, fc.constantFrom("tcp", "udp", "tls"))
  .map(([name, protocol]) => ({ service: `_${name.replace(/-+/g, "-")}`, protocol: `_${protocol}` }));

export const code: TypeCode = {
  random: fc
    .tuple(service, uint16, uint16, uint16, fc.oneof(host, fc.constant(".")))
    .map(([names, priority, weight, port, target]) => ({ ...names, priority, weight, port, target })),
  odd: fc
    .tuple(oddName, oddHost, uint16, fc.constantFrom("*", "sip", "_SIP"), fc.constantFrom("tcp", "_UDP"))
    // A name that holds one service beside fields that name another is none at all.
    .filter(([name]) => !/^(?:\*|_[^.]*)\._/.test(name))
    .map(([name, target, port, own, protocol]) => ({
      ...{ name, service: own, protocol },
      ...{ priority: port, weight: 0, port, target },
    })),
  shown: ({ priority, weight, port, target }, { around, blanks, form, host: spell, number }) => {
    const name = spell(String(target));
    return {
      ...(form !== "content" && {
        ...{ priority: number(Number(priority)), weight, port: number(Number(port)), target: around(name) },
      }),
      ...(form !== "fields" && { content: around([priority, weight, port, name].join(`${blanks} `)) }),
    };
  },
};
