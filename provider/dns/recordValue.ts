/** The data of one record as one text, as a set of records lists it: presentation form (RFC 1035 section 5.1), and a TXT as its text. */
import type { Value } from "./fields.ts";
import { type RecordTypeName, recordTypes } from "./registry.ts";
import { entriesOf, Source } from "./zoneFile/lexer.ts";
import { Words } from "./zoneFile/words.ts";

/**
 * The arguments that hold the data. A value of one part is taken as it is: what is wrong with it the checks say.
 * @throws ZoneFileError
 */
export function readValue(type: RecordTypeName, text: string): Readonly<Record<string, Value>> {
  const { fields, readWords } = recordTypes[type];
  const [only, ...others] = Object.keys(fields);
  if (only !== undefined && others.length === 0) return { [only]: text };
  const source = new Source(text);
  const tokens = [...entriesOf(source)].flatMap((entry) => entry.tokens);
  // Every host is complete, with or without a dot at its end.
  const words = new Words({ tokens, type, origin: ".", source, end: text.length });
  const data = readWords(words);
  words.finish();
  return data;
}

/** The other way round; hosts without the dot at their end. */
export function printValue(type: RecordTypeName, args: Readonly<Record<string, unknown>>): string {
  const { fields, fromArgs, print } = recordTypes[type];
  const [only, ...others] = Object.keys(fields);
  const text = only === undefined || others.length > 0 ? undefined : args[only];
  return typeof text === "string" ? text : print(fromArgs(args)).replace(/(?<=\w)\.$/, "");
}
