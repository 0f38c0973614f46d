/** What the cases of all types share whose data is one host in `content`. */
import type { RecordData } from "../../../provider/dns/index.ts";
import * as fc from "../../support/fastCheck.ts";
import { host, oddHost, oddName } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

/** The types whose data may be a content and nothing else. */
type TypeWithContent = Extract<RecordData, { content: string }>["type"];

type Shared = "rows" | "unreadable" | "bytes" | "random" | "odd" | "shown" | "respell";

export function hostContent(type: TypeWithContent): Pick<TypeCases, Shared> {
  return {
    rows: [
      [
        "a target in capitals, with a dot",
        { type, name: "a", content: "Host.Example.NET." },
        { name: "a", data: { type, content: "host.example.net" } },
      ],
    ],
    unreadable: [["a target with an empty label", { type, name: "a", content: "b..c" }, "one dot"]],
    bytes: ["04686f7374076578616d706c6503636f6d00", "host.example.com."],
    random: host.map((content) => ({ content })),
    odd: fc.tuple(oddName, oddHost).map(([name, content]) => ({ name, content })),
    shown: (data, { around, host: spell }) => ({ content: around(spell(String(data["content"]))) }),
    respell: (args, spell) => ({ ...args, content: spell(String(args["content"])) }),
  };
}
