/** A written record is recognised when it is read back, however the registrar spells it: nothing is ever shown as drift. */
import {
  identityKey,
  identityKeys,
  isOpaque,
  projectRecord,
  type RecordArgs,
  recordFromArgs,
  recordFromWire,
  recordToWire,
  secondaryValues,
  typesWithForms,
  type WireOptions,
  wireForms,
} from "../../provider/dns/index.ts";
import * as fc from "../support/fastCheck.ts";
import { domain, holds, hostSpellings, nameSpellings, oddArgs, recordArgs, txtSpellings } from "./arbitraries.ts";
import { casesOf } from "./types/index.ts";
import type { Show } from "./types/typeCases.ts";

type Body = Record<string, unknown>;

const ways: fc.Arbitrary<WireOptions> = fc.record(
  {
    txt: fc.constantFrom("plain" as const, "quoted" as const),
    ...Object.fromEntries(typesWithForms.map((type) => [type, fc.constantFrom(...wireForms)])),
  },
  { requiredKeys: [] },
);

/** How a registrar shows what it was sent. */
interface Manner {
  name: (canonical: string) => string;
  host: (canonical: string) => string;
  /** The text of TXT, or the value of CAA. */
  text: (text: string) => string;
  /** Does the text stay just as it was sent? */
  echoes: boolean;
  form: (typeof wireForms)[number];
  /** Around everything but TXT. */
  blanks: string;
  numbersAsText: boolean;
  nulls: boolean;
}

const spells = (spellings: readonly { spell(canonical: string): string }[]) =>
  fc.constantFrom(...spellings.map(({ spell }) => spell));

const manners: fc.Arbitrary<Manner> = fc.record({
  name: spells(nameSpellings),
  host: spells(hostSpellings),
  text: spells(txtSpellings),
  echoes: fc.boolean(),
  form: fc.constantFrom(...wireForms),
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
    ...casesOf[args.type].shown(data, show, body),
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

it("a record that was written is recognised in the very form in which it was sent", () => {
  holds(
    fc.property(anyArgs, ways, (args, options) => isRecognised(args, recordToWire(args, domain, options))),
    3000,
  );
});

it("a record that was written is recognised in every form in which a registrar may show it", () => {
  holds(
    fc.property(anyArgs, ways, manners, (args, options, manner) =>
      isRecognised(args, shown(args, recordToWire(args, domain, options), manner)),
    ),
    3000,
  );
});

it.each([
  [" ca.example ", "ca.example"],
  ["\tca.example; a=b\n", "ca.example; a=b"],
  ['" ca.example"', "ca.example"],
  [' "ca.example" ', "ca.example"],
])("a CAA value is sent without the blanks at its ends: %j as %j", (value, sent) => {
  const args: RecordArgs = { type: "CAA", name: "@", flags: 0, tag: "issue", value };
  expect(recordToWire(args, domain)).toMatchObject({ value: sent });
  isRecognised(args, recordToWire(args, domain));
  isRecognised({ ...args, value: sent }, { ...recordToWire(args, domain), value: ` ${sent} ` });
});

it("an SRV record of every service keeps its star", () => {
  const args: RecordArgs = {
    ...{ type: "SRV", name: "@", service: "*", protocol: "tcp" },
    ...{ priority: 1, weight: 2, port: 3, target: "a.example" },
  };
  expect(recordFromArgs(args, domain).name).toBe("*._tcp");
  expect(recordToWire(args, domain)).toMatchObject({ name: "@", service: "*", protocol: "_tcp" });
  expect(recordToWire(args, domain, { srv: "content" })).toEqual({
    ...{ type: "SRV", name: "*._tcp", content: "1 2 3 a.example" },
  });
  isRecognised(args, recordToWire(args, domain));
});

it("an SRV or CAA record goes in fields, as one content, or as both", () => {
  const srv = { priority: 10, weight: 5, port: 5060, target: "sip.example.net" };
  const srvArgs: RecordArgs = { type: "SRV", name: "a", service: "sip", protocol: "tcp", ...srv };
  const content = "10 5 5060 sip.example.net";
  const place = { type: "SRV", name: "a", service: "_sip", protocol: "_tcp" };
  expect(recordToWire(srvArgs, domain)).toEqual({ ...place, ...srv });
  expect(recordToWire(srvArgs, domain, { srv: "content" })).toEqual({ type: "SRV", name: "_sip._tcp.a", content });
  expect(recordToWire(srvArgs, domain, { srv: "both" })).toEqual({ ...place, ...srv, content });
  const caa = { flags: 0, tag: "issue", value: 'ca.example; a="b"' };
  const caaArgs: RecordArgs = { type: "CAA", name: "@", ...caa };
  const quoted = '0 issue "ca.example; a=\\"b\\""';
  expect(recordToWire(caaArgs, domain, { caa: "content" })).toEqual({ type: "CAA", name: "@", content: quoted });
  expect(recordToWire(caaArgs, domain, { caa: "both" })).toEqual({ type: "CAA", name: "@", ...caa, content: quoted });
});
