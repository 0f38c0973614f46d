/** Cases of plans: `live`, `stored` and `wanted` rows -> steps and findings. A row is `ID NAME TYPE TTL DATA`; `-` for no ID or TTL. */
export interface PlanCase {
  readonly title: string;
  readonly scope?: {
    readonly extent?: "own" | "key" | "all";
    readonly isOne?: boolean;
    readonly adopt?: boolean;
    readonly ignores?: string;
  };
  readonly live: readonly string[];
  readonly stored?: readonly string[];
  readonly wanted: readonly string[];
  /** IDs of rows that other resources own. */
  readonly others?: readonly string[];
  /** IDs of rows that the check of this run found as wanted, without the resource's own row. */
  readonly successors?: readonly string[];
  /** `keep ID`, `create NAME TYPE`, `update ID`, `delete ID`, and `!` before what this resource never listed. */
  readonly steps?: readonly string[];
  /** `KIND: IDs` */
  readonly findings?: readonly string[];
}

const one = { isOne: true };
const whole = { extent: "all" } as const;
const set = { extent: "key" } as const;

export const planCases: readonly PlanCase[] = [
  {
    title: "creates a row that nothing resembles",
    live: ["1 www A 300 192.0.2.9"],
    wanted: ["- www A 300 192.0.2.1"],
    steps: ["create www A"],
  },
  {
    title: "adopts an equal row without a write",
    live: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    steps: ["keep 1"],
  },
  {
    title: "asks for consent to adopt an equal row, for a resource with one row",
    scope: one,
    live: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    findings: ["exists: 1"],
  },
  {
    title: "adopts an equal row with consent",
    scope: { ...one, adopt: true },
    live: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    steps: ["keep 1"],
  },
  {
    title: "doesn't choose among several equal rows, for a resource with one row",
    scope: { ...one, adopt: true },
    live: ["1 www A 300 192.0.2.1", "2 www A 60 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    findings: ["several: 1 2"],
  },
  {
    title: "changes the TTL of a foreign row only with consent",
    live: ["1 www A 60 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    findings: ["exists: 1"],
  },
  {
    title: "adopts the row that is equal in everything among rows of one meaning",
    scope: { adopt: true },
    live: ["1 @ MX 300 20 mail.example.net", "2 @ MX 300 10 mail.example.net"],
    wanted: ["- @ MX 300 10 mail.example.net"],
    steps: ["keep 2"],
  },
  {
    title: "keeps a row for one of two entries with its ID",
    scope: set,
    live: ["1 www A 300 192.0.2.1"],
    stored: ["1 www A 300 192.0.2.1", "1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1", "- www A 300 192.0.2.1"],
    steps: ["keep 1", "create www A"],
  },
  {
    title: "never takes a row of another resource",
    scope: { ...one, adopt: true },
    live: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    others: ["1"],
    findings: ["others: 1"],
  },
  {
    title: "writes a row whose TTL changed",
    live: ["1 www A 300 192.0.2.1"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 60 192.0.2.1"],
    steps: ["update 1"],
  },
  {
    title: "changes a row in place if its data changes",
    live: ["1 www A 300 192.0.2.1"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.2"],
    steps: ["update 1"],
  },
  {
    title: "adopts an equal row and deletes its own, if it becomes that",
    scope: { ...one, adopt: true },
    live: ["1 www A 300 192.0.2.1", "2 www A 300 192.0.2.2"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.2"],
    steps: ["keep 2", "delete 1"],
  },
  {
    title: "adopts the row that a person made in place of its own",
    scope: one,
    live: ["2 www A 300 192.0.2.2"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.2"],
    successors: ["2"],
    steps: ["keep 2"],
  },
  {
    title: "makes a row again that is gone",
    live: [],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 60 192.0.2.1"],
    steps: ["create www A"],
  },
  {
    title: "doesn't overwrite the CNAME of a name",
    scope: { ...one, adopt: true },
    live: ["1 www CNAME 300 a.example.net"],
    wanted: ["- www CNAME 300 b.example.net"],
    findings: ["in place: 1"],
  },
  {
    title: "refuses a CNAME at the name of an A",
    scope: one,
    live: ["1 www A 300 192.0.2.1"],
    wanted: ["- www CNAME 300 a.example.net"],
    steps: ["create www CNAME"],
    findings: ["conflict: 1"],
  },
  {
    title: "replaces its own A by a CNAME",
    live: ["1 www A 300 192.0.2.1"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www CNAME 300 a.example.net"],
    steps: ["create www CNAME", "delete 1"],
  },
  {
    title: "keeps the meaning of a TXT that can be read in two ways",
    live: ['1 www TXT 300 "a b"'],
    stored: ["1 www TXT 300 a b"],
    wanted: ["- www TXT 60 a b"],
    steps: ["update 1"],
  },
  {
    title: "takes a second MX of the same host only if its priority differs",
    scope: one,
    live: ["1 @ MX 300 10 mail.example.net"],
    wanted: ["- @ MX 300 20 mail.example.net"],
    others: ["1"],
    steps: ["create @ MX"],
  },
  {
    title: "deletes a row of an authoritative zone that it never listed, as foreign",
    scope: whole,
    live: ["1 www A 300 192.0.2.1", "2 old A 300 192.0.2.2"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    steps: ["keep 1", "!delete 2"],
  },
  {
    title: "leaves the NS of the apex and what `ignoreRecords` names",
    scope: { ...whole, ignores: "dyn" },
    live: ["1 @ NS 300 ns1.example.net", "2 dyn A 300 192.0.2.2"],
    wanted: [],
    steps: [],
  },
  {
    title: "changes rows of one name and type into new ones, each by one update",
    scope: whole,
    live: ["1 @ MX 300 10 a.example.net", "2 @ MX 300 20 b.example.net"],
    stored: ["1 @ MX 300 10 a.example.net", "2 @ MX 300 20 b.example.net"],
    wanted: ["- @ MX 300 20 d.example.net", "- @ MX 300 10 c.example.net"],
    steps: ["update 1", "update 2"],
  },
  {
    title: "counts a foreign row of a set as foreign, although a value is missing",
    scope: set,
    live: ["9 www A 300 192.0.2.9"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    steps: ["!update 9"],
  },
  {
    title: "prefers the row with the stored ID among equal rows",
    scope: set,
    live: ["8 www A 300 192.0.2.1", "1 www A 300 192.0.2.1"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    steps: ["keep 1", "!delete 8"],
  },
  {
    title: "never deletes an ID that a step keeps",
    scope: set,
    live: ["1 www A 300 192.0.2.1", "1 www A 60 192.0.2.2"],
    stored: ["1 www A 300 192.0.2.1"],
    wanted: ["- www A 300 192.0.2.1"],
    steps: ["keep 1"],
  },
];
