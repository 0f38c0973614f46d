/** A written record is recognised when it is read back, however the registrar spells it: nothing is ever shown as drift. */
import {
  identityKey,
  identityKeys,
  isOpaque,
  liveToWire,
  projectRecord,
  type RecordArgs,
  recordFromArgs,
  recordFromWire,
  secondaryValues,
  type WireOptions,
} from "../../provider/dns/index.ts";
import * as fc from "../support/fastCheck.ts";
import { domain, holds, hostSpellings, nameSpellings, oddArgs, recordArgs, txtSpellings } from "./arbitraries.ts";
import { casesOf } from "./types/index.ts";
import { rowForms, type Show } from "./types/typeCases.ts";

type Body = Record<string, unknown>;

const ways: fc.Arbitrary<WireOptions> = fc.record(
  {
    txt: fc.constantFrom("plain" as const, "quoted" as const),
    hosts: fc.constantFrom("plain" as const, "dot" as const),
  },
  { requiredKeys: [] },
);

/** How a registrar shows what it was sent. */
interface Manner extends Omit<Show, "number" | "around"> {
  name: (canonical: string) => string;
  numbersAsText: boolean;
  nulls: boolean;
}

const manners: fc.Arbitrary<Manner> = fc.record({
  name: fc.constantFrom(...nameSpellings),
  host: fc.constantFrom(...hostSpellings),
  text: fc.constantFrom(...txtSpellings),
  echoes: fc.boolean(),
  form: fc.constantFrom(...rowForms),
  blanks: fc.constantFrom("", " ", "\t", "  "),
  numbersAsText: fc.boolean(),
  nulls: fc.boolean(),
});

/** The row of a record that was sent as `body`, and means `args`. */
function shown(args: RecordArgs, body: Body, manner: Manner): Body {
  const { name, data } = recordFromArgs(args, domain);
  const { blanks } = manner;
  const show: Show = {
    ...manner,
    number: (value) => (manner.numbersAsText ? String(value) : value),
    around: (text) => `${blanks}${text}${blanks}`,
  };
  const { ttl, comment } = body;
  return {
    id: 7,
    type: args.type,
    ...(manner.nulls && { content: null, priority: null, service: null, protocol: null, value: null, target: null }),
    // A name that repeats the domain has one spelling only.
    name: name.endsWith(".") ? name : manner.name(name),
    ...casesOf(args.type).shown(data, show, body),
    ttl,
    comment,
  };
}

function isRecognised(args: RecordArgs, row: Body): void {
  const wanted = recordFromArgs(args, domain);
  const live = recordFromWire(JSON.parse(JSON.stringify(row)), domain);
  if (isOpaque(live)) throw new Error(`not understood: ${live.reason}`);
  expect(live.name).toBe(wanted.name);
  expect(secondaryValues(live.data)).toEqual(secondaryValues(wanted.data));
  expect(identityKeys(live)).toContain(identityKey(wanted.name, wanted.data));
  expect(projectRecord(live, args, domain)).toEqual(args);
}

const anyArgs = fc.oneof(recordArgs, oddArgs);
const sent = (args: RecordArgs, options: WireOptions) => liveToWire(recordFromArgs(args, domain), options);

it("a record that was written is recognised in every form in which a registrar may show it", () => {
  holds(
    fc.property(anyArgs, ways, manners, (args, options, manner) =>
      isRecognised(args, shown(args, sent(args, options), manner)),
    ),
    1500,
  );
});
