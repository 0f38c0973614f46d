/** Limits of commands: ranges of options, and lengths of what they print. */
import { stripVTControlCharacters } from "node:util";
import type { Command } from "commander";
import { acmeCommand } from "../../cli/acme.ts";
import { reads } from "../../cli/doctor/ask.ts";
import { nameRecords } from "../../cli/doctor/naming.ts";
import { bodyOf } from "../../cli/doctor/shape.ts";
import { domainsCommand } from "../../cli/domains.ts";
import { annotations, markdown, table } from "../../cli/drift/formats.ts";
import { remedies } from "../../cli/drift/remedies.ts";
import type { Report } from "../../cli/drift/report.ts";
import { forwardName } from "../../cli/import/names.ts";
import { printCall } from "../../cli/import/print.ts";
import { leftOutLines } from "../../cli/leftOut.ts";
import { progress, warn } from "../../cli/output.ts";
import { projectName, sdkRange } from "../../cli/project/manifest.ts";
import { sandboxCommand } from "../../cli/sandbox.ts";
import { printZone } from "../../cli/zone/print.ts";
import { readImportId, theMembers } from "../../provider/imports/find.ts";
import { useContract } from "../support/contract.ts";
import { type Boundary, everyBoundary } from "../support/everyBoundary.ts";
import { withRegistrar } from "../support/registrar.ts";
import { examine, run } from "./run.ts";

const registrar = withRegistrar();
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const text = (length: number) => "x".repeat(length);
const more = (shown: string) => /(?:and )?\d+ more|the first \d+/.exec(shown)?.[0];

/** Does an option of a command take a value? */
const takes = (command: Command, long: string) => (value: number) => {
  const option = command.options.find((each) => each.long === long);
  return option?.parseArg?.(String(value), undefined) === value;
};
const must = (range: string) => new RegExp(`must be a .*number from ${range}`);
const takesPort = (command: Command, long: string): Boundary => [
  takes(command, long),
  [65_535, true],
  [65_536, must("0 to 65535")],
];

const shapeOf = (value: unknown) => bodyOf({ status: 200, headers: {}, text: JSON.stringify(value) }).shape;
const nested = (depth: number): unknown => (depth === 0 ? { end: 1 } : { in: nested(depth - 1) });

/** A report with so many of each finding. */
function reportOf({ drift = 0, unmanaged = 0, resources = 1, errors = 0, live = "b" }): Report {
  const names = numbers(resources).map((at) => `r${at}`);
  return {
    ...{ stack: undefined, project: undefined, resources: 1, waiting: [], notes: [] },
    drift: numbers(drift).map((at) => ({
      ...{ urn: `urn${at}`, type: "DnsRecord", name: `d${at}`, id: "1", kind: "changed" as const },
      ...{ changes: [{ path: "content", declared: "a", live }], repair: "pulumi up", keep: "edit" },
    })),
    errors: numbers(errors).map(() => ({ code: "ERR_REGISTRAR_X", message: "no", resources: names })),
    unmanaged: numbers(unmanaged).map((at) => ({
      ...{
        kind: "record" as const,
        domain: "example.com",
        id: String(at),
        name: `u${at}`,
        type: "A",
        content: "192.0.2.1",
      },
    })),
  };
}
const dayMs = 86_400_000;
/** The line about a domain that expires in so many minutes more than some days. */
const listed =
  (days: number, ...words: string[]) =>
  async (minutes: number) => {
    const expires = new Date(Date.now() + days * dayMs + minutes * 60_000).toISOString();
    registrar.sandbox.dashboard.editDomain("example.com", { expires });
    const { out, code } = await run("domains", ...words);
    return [/^example\.com +\S+(?: in \d+ days| expired)?/m.exec(out)?.[0].replace(/ +\S+/, ""), code];
  };

/** The line that doctor proposes for a list whose rows are so deep in its response. */
async function containerAt(levels: number): Promise<string | undefined> {
  registrar.sandbox.clearFaults();
  const rows = [{ id: 1, type: "A", name: "www", content: "192.0.2.1" }];
  const body = numbers(levels).reduce<object>((inner) => ({ in: inner }), { rows });
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 200, body } });
  return (await examine("example.com")).of("records.list").line?.container;
}
/** Does doctor say that no operation was found, where so many respond, each with a 404? */
async function findsNone(count: number): Promise<boolean> {
  const others = Object.keys(reads).filter((name) => !/^(?:marketplace|contacts\.get)/.test(name));
  useContract(Object.fromEntries(others.slice(count).map((name) => [name, null])));
  registrar.sandbox.fault({ fault: { status: 404, body: {} } });
  const { checks } = await examine("example.com");
  return checks.some(({ text }) => text.startsWith("no operation was found"));
}
/** The names that doctor finds for the priority of an MX and of an SRV. */
const prioritiesOf = (mx: string, srv: string) =>
  nameRecords(
    [
      { id: 1, type: "MX", name: "@", content: "mail.example.net", [mx]: 10 },
      { id: 2, type: "SRV", name: "_sip._tcp", target: "sip.example.net", port: 1, weight: 2, [srv]: 3 },
    ],
    "example.com",
  );
/** A terminal of so many columns, on which the process has run for so many seconds. @returns what it shows of long work */
function progressOn(columns: number, seconds: number): string {
  const { isTTY, columns: before } = process.stderr;
  const env = { ...process.env };
  Object.assign(process.stderr, { isTTY: true, columns });
  Object.assign(process.env, { TERM: "xterm", CI: "" });
  let shown = "";
  const spies = [
    jest.spyOn(process, "uptime").mockReturnValue(seconds),
    jest.spyOn(process.stderr, "write").mockImplementation((written) => {
      shown = String(written);
      return true;
    }),
  ];
  progress(text(999));
  const line = stripVTControlCharacters(shown).trim();
  warn("end");
  for (const spy of spies) spy.mockRestore();
  Object.assign(process.stderr, { isTTY, columns: before });
  process.env = env;
  return line;
}

everyBoundary(
  "cli",
  {
    "doctor.ts accountChecks": [findsNone, [3, true], [2, false]],
    "doctor/lists.ts listsIn": [containerAt, [4, "in.in.in.in.rows"], [5, undefined]],
    "doctor/naming.ts #together": [
      (names) => prioritiesOf("prio", names === 1 ? "prio" : "prioOf"),
      [1, { fields: { priority: "prio" } }],
      [2, { fields: { MX: { priority: "prio" }, SRV: { priority: "prioOf" } } }],
    ],
    "doctor/naming.ts alike": [
      (length) => prioritiesOf("priority".slice(0, length), "priority"),
      [4, { fields: { MX: { priority: "prio" } } }],
      [3, { open: "its rows don't tell the names of their fields" }],
    ],
    "doctor/shape.ts isFieldName: digits": [
      (digits) => shapeOf({ [`a${"1".repeat(digits)}`]: 1 }).includes("a1"),
      [3, true],
      [4, false],
    ],
    "output.ts quietSeconds": [(seconds) => progressOn(80, seconds) !== "", [2, true], [1.9, false]],
    "output.ts line": [(columns) => progressOn(columns, 9).length, [60, 59], [61, 60]],
    "output.ts line: of an unknown width": [() => progressOn(0, 9).length, [0, 79], [1, 79]],
    "acme.ts acmeCommand: --ttl": [
      takes(acmeCommand(), "--ttl"),
      [2_147_483_647, true],
      [2_147_483_648, must("0 to 2147483647")],
      [0, true],
      [-1, must("0 to")],
    ],
    "acme.ts acmeCommand: --timeout": [takes(acmeCommand(), "--timeout"), [3600, true], [3601, must("0 to 3600")]],
    "acme.ts acmeCommand: --port": takesPort(acmeCommand(), "--port"),
    "sandbox.ts sandboxCommand: --port": takesPort(sandboxCommand(), "--port"),
    "sandbox.ts sandboxCommand: --dns-port": takesPort(sandboxCommand(), "--dns-port"),
    "sandbox.ts sandboxCommand: --redirect-port": takesPort(sandboxCommand(), "--redirect-port"),
    "sandbox.ts sandboxCommand: --rate": [
      takes(sandboxCommand(), "--rate"),
      [1e6, true],
      [1e6 + 1, must("0.001 to 1000000")],
      [0.001, true],
      [0.0009, must("0.001")],
    ],
    "domains.ts days": [
      takes(domainsCommand(), "--expires-within"),
      [9999, true],
      [10_000, must("0 to 9999")],
      [0, true],
    ],
    "domains.ts day": [listed(30, "--expires-within", "30"), [-1, ["example.com in 29 days", 7]], [1, [undefined, 0]]],
    "domains.ts soon": [listed(60), [-1, ["example.com in 59 days", 0]], [1, ["example.com", 0]]],
    "domains.ts cellsOf: expired": [listed(0), [-1, ["example.com expired", 0]], [1, ["example.com in 0 days", 0]]],
    "doctor/shape.ts deepest": [(depth) => shapeOf(nested(depth)).includes("end"), [3, true], [4, false]],
    "doctor/shape.ts maxKeys": [
      (count) => shapeOf(Object.fromEntries(numbers(count).map((at) => [`k${at}`, 1]))).includes("k0"),
      [30, true],
      [31, false],
    ],
    "doctor/shape.ts isFieldName": [(length) => shapeOf({ [text(length)]: 1 }).includes("x"), [40, true], [41, false]],
    "drift/formats.ts longest": [
      (length) => table(reportOf({ drift: 1, live: text(length) }), false).includes("x..."),
      [120, false],
      [121, true],
    ],
    "drift/formats.ts more": [
      (resources) => more(table(reportOf({ errors: 1, resources }), false)),
      [3, undefined],
      [4, "and 1 more"],
    ],
    "drift/formats.ts maxTargets": [
      (drift) => more(table(reportOf({ drift }), false)),
      [20, undefined],
      [21, "the first 20"],
    ],
    "drift/formats.ts maxRows": [
      (unmanaged) => more(markdown(reportOf({ unmanaged }))),
      [2000, undefined],
      [2001, "and 1 more"],
    ],
    "drift/formats.ts maxAnnotations": [
      (drift) => {
        const lines = annotations(reportOf({ drift }))
          .split("\n")
          .filter((line) => line.startsWith("::"));
        return [lines.length, more(lines.at(-1) ?? "")];
      },
      [10, [10, undefined]],
      [11, [10, "2 more"]],
    ],
    "drift/remedies.ts longest": [
      (length) => {
        const row = {
          urn: "u",
          type: "DnsRecord",
          name: "www",
          id: "1",
          inputs: {},
          outputs: {},
          secrets: [],
          isProtected: false,
          ignoreChanges: [],
        };
        const changes = [{ path: "content", declared: "a", live: text(length - 2) }];
        const drift = { urn: "u", type: "DnsRecord", name: "www", id: "1", kind: "changed" as const, changes };
        return remedies(drift, row, {}, [row], [], false).keep.includes("its live value");
      },
      [60, false],
      [61, true],
    ],
    "import/names.ts maxMemberLength": [
      (length) => forwardName("a.com", { source: "@", destination: text(length), type: "permanent" }, false).length,
      [32, "a-com-forward-".length + 32],
      [33, "a-com-forward-".length + 32],
    ],
    "import/print.ts widest": [
      (width) => {
        const around = printCall("Class", "name", { key: "" }).length;
        return printCall("Class", "name", { key: text(width - around) }).split("\n").length;
      },
      [120, 1],
      [121, 3],
    ],
    "leftOut.ts maxNames": [
      (count) => leftOutLines(numbers(count).map((at) => ({ domain: `d${at}.com`, row: "@ ALIAS", reason: "no" }))),
      [5, ["@ ALIAS of 5 domains (d0.com, d1.com, d2.com, d3.com, d4.com): no"]],
      [6, ["@ ALIAS of 6 domains: no"]],
    ],
    "zone/print.ts USUAL_TTL": [
      (count) => {
        const record = { name: "www", data: { type: "A", content: "192.0.2.1" }, ttl: 60 } as const;
        return /\$TTL \d+/.exec(printZone({ domain: "a.com", records: numbers(count).map(() => record) }))?.[0];
      },
      [0, "$TTL 3600"],
      [1, "$TTL 60"],
    ],
    "project/manifest.ts sdkRange": [(node) => sdkRange(`${node}.9.0`).startsWith("^"), [22, true], [21, false]],
    "project/manifest.ts projectName": [(length) => projectName(text(length)).length, [100, 100], [101, 100]],
  },
  {
    "acme/challenge.ts staleMs": "cli/acme",
    "acme/challenge.ts times": "cli/acme",
    "doctor/ask.ts requestMs": "of a question of doctor, by the client's clock",
    "doctor/ask.ts budgetMs": "of a question of doctor, by the client's clock",
    "doctor/naming.ts fieldsIn": "cli/recorded, from below",
    "doctor/lists.ts safeSize": "any size that each API takes",
    "drift/compare.ts concurrency": "reads share the requests of a client",
    "import/program.ts importOf": "cli/importProgram",
    "init.ts node": "Node's own version",
    "state.ts maxBytes": "a gigabyte",
    "table.ts gap": "cli/recorded",
    "table.ts narrowest": "cli/terminal",
  },
);

everyBoundary("provider/imports", {
  "find.ts at": [
    (at) => readImportId(["example.com", "mx", "A"].slice(0, at).concat("A").join("/"), "").set?.name,
    [2, "mx"],
    [1, undefined],
  ],
  "find.ts listedAtMost": [
    (count) => {
      const members = numbers(count).map((at) => ({
        naturalId: `e.com/@/A/${at}`,
        name: "@",
        type: "A",
        values: [`${at}`],
      }));
      return theMembers(members, {
        id: "e.com/@/A",
        domain: "e.com",
        rest: "",
        set: { name: "@", type: "A", member: undefined },
      });
    },
    [30, /A\/29\nUse one/],
    [31, /A\/29\n {2}and 1 more\nUse one/],
  ],
});
