/** Cases of every type whose data is one host in `content`. */
import * as fc from "../../support/fastCheck.ts";
import { host, oddHost, oddName } from "../randomValues.ts";
import type { TypeCode } from "./typeCases.ts";

export const hostContent: TypeCode = {
  refused: [[{ content: undefined }, "must be a host name"]],
  rows: [
    [
      "a target in capitals, with a dot",
      { name: "a", content: "Host.Example.NET." },
      "a",
      { content: "host.example.net" },
    ],
  ],
  unreadable: [["a target with an empty label", { name: "a", content: "b..c" }, "one dot"]],
  random: host.map((content) => ({ content })),
  odd: fc.tuple(oddName, oddHost).map(([name, content]) => ({ name, content })),
  shown: (data, { around, host: spell }) => ({ content: around(spell(String(data["content"]))) }),
};
