import * as fc from "../../support/fastCheck.ts";
import { host, oddName, txtText } from "../randomValues.ts";
import type { TypeCode } from "./typeCases.ts";

/** Values of CAA that people write although they shouldn't: blanks, quotes, backslashes, other scripts. */
const caaValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(";", "", "ca.example; account=1", "mailto:a@b.example", " ca.example ", '"ca.example"', "\\;", '\\"'),
  txtText.filter((text) => text.length <= 255),
);

export const code: TypeCode = {
  random: fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.constantFrom("issue", "issuewild", "iodef"), host)
    .map(([flags, tag, value]) => ({ flags, tag, value })),
  odd: fc
    .tuple(oddName, fc.constantFrom("issue", "IODEF", "contactemail", "x1"), caaValue)
    .map(([name, tag, value]) => ({ name, flags: 128, tag, value })),
  shown: (data, { around, echoes, form, number, text: spell }, body) => {
    const { flags, tag } = { flags: Number(data["flags"]), tag: String(data["tag"]) };
    const value = echoes && typeof body["value"] === "string" ? body["value"] : spell(String(data["value"]));
    const content = echoes && body["content"] !== undefined ? body["content"] : `${flags} ${tag} ${value}`;
    return {
      ...(form !== "content" && { flags: number(flags), tag: tag.toUpperCase(), value: around(value) }),
      ...(form !== "fields" && { content }),
    };
  },
};
