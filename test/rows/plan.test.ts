/** Matching and planning, as pure functions over tables of cases. */
import { recordFromWire, type ZoneRow } from "../../provider/dns/index.ts";
import { Rows } from "../../provider/lifecycle/list.ts";
import { recordKind } from "../../provider/lifecycle/records/kind.ts";
import { keyOf, recordOf } from "../../provider/lifecycle/records/values.ts";
import type { Listed } from "../../provider/lifecycle/rows/entry.ts";
import { matchStored } from "../../provider/lifecycle/rows/match.ts";
import { planOf, type Step } from "../../provider/lifecycle/rows/plan.ts";
import { casesIn } from "../support/cases.ts";

const domain = "example.com";

function partsOf(text: string) {
  const [id = "-", name = "", type = "", ttl = "-", ...data] = text.split(" ");
  const priority = type === "MX" ? Number(data.shift()) : undefined;
  return { id, name, type, ttl, priority, content: data.join(" ") };
}

const live = (text: string): ZoneRow => {
  const { id, name, type, ttl, priority, content } = partsOf(text);
  return recordFromWire(
    { id, name, type, content, ttl: Number(ttl), ...(priority !== undefined && { priority }) },
    domain,
  );
};

function listed(text: string): Listed<ZoneRow> {
  const { id, name, type, ttl, priority, content } = partsOf(text);
  const value = priority === undefined ? content : `${priority} ${content}`;
  const record = recordOf(domain, keyOf(name, type, domain), value, ttl === "-" ? undefined : Number(ttl));
  if (record === undefined) throw new TypeError(`${text} is not a record`);
  return id === "-" ? record : { ...record, id };
}

const rowsOf = (texts: readonly string[]) =>
  new Rows<ZoneRow>(
    { rows: texts.map(live), proof: { complete: true, pages: 1 } },
    { id: ({ id }) => id, keys: (row) => recordKind.keys(row).listed },
  );

function formatStep(step: Step<ZoneRow>): string {
  if (step.kind === "create") return `create ${recordKind.title(step.want.row)}`;
  const mark = step.kind !== "keep" && !step.isConsented ? "!" : "";
  return `${mark}${step.kind} ${step.row?.id}`;
}

/**
 * The parts of a case in `cases/plans.txt`: `live`, `stored` and `wanted` rows, as `ID NAME TYPE TTL DATA`, with `-` for no ID or TTL;
 * IDs of rows of `others`, and of `successors`, which the check found as wanted without the resource's own row; and what comes of it:
 * `steps`, with `!` before a row that the resource never listed, and `findings`.
 */
function partsOfCase(cells: readonly string[]) {
  const parts = new Map(cells.map((cell) => cell.split(/: (.*)/s, 2) as [string, string]));
  return {
    scope: JSON.parse(parts.get("scope") ?? "{}"),
    rows: (name: string) => (parts.get(name) ?? "").split("; ").filter(Boolean),
  };
}

function planCase({ scope, rows: textsOf }: ReturnType<typeof partsOfCase>) {
  const { ignores, ...given } = scope;
  const [texts, stored, wanted] = [textsOf("live"), textsOf("stored"), textsOf("wanted")];
  const [others, successors] = [textsOf("others"), textsOf("successors")];
  const rows = rowsOf(texts);
  const known = stored.map(listed);
  const isOthers = ({ id }: ZoneRow) => others.includes(id ?? "");
  const matching = { kind: recordKind, rows, isOthers, isOthersById: isOthers };
  const entries = wanted.map(listed);
  const [key] = [...entries, ...known].map(({ row }) => recordKind.keys(row).nameAndType);
  const plan = planOf<ZoneRow>({
    ...matching,
    scope: { extent: "own", key, isOne: false, adopt: false, ...given, ignores: ({ name }) => name === ignores },
    wanted: entries,
    stored: known,
    found: matchStored(matching, known),
    hasIds: true,
    mayChange: () => true,
    isSuccessor: ({ id }) => successors.includes(id ?? ""),
  });
  return {
    steps: plan.steps.map(formatStep),
    findings: plan.obstacles.map(({ kind, rows }) => `${kind}: ${rows.map(({ id }) => id).join(" ")}`),
  };
}

it.each(casesIn("plans", "cases"))("a plan %s", (_title, ...cells) => {
  const each = partsOfCase(cells);
  expect(planCase(each)).toEqual({ steps: each.rows("steps"), findings: each.rows("findings") });
});

const none = () => false;
const matching = (...texts: string[]) => {
  const rows = rowsOf(texts);
  return { kind: recordKind, rows, isOthers: none, isOthersById: none };
};
const storedA = listed("1 www A 300 192.0.2.1");
const storedMx = listed("1 @ MX 300 10 mail.example.net");

it.each([
  ["by its ID, although the data was edited", ["1 www A 300 192.0.2.7"], "1"],
  ["by its meaning, if the list shows another ID", ["7 www A 300 192.0.2.1"], "7"],
  ["by its ID first, if another row is equal", ["7 www A 300 192.0.2.1", "1 www A 300 192.0.2.1"], "1"],
  ["nowhere, if its ID is that of a row with another name", ["1 ftp A 300 192.0.2.1"], undefined],
  ["by its ID, although another row has its data", ["1 www A 300 192.0.2.7", "7 www A 300 192.0.2.1"], "1"],
  ["nowhere, if another ID has its host with another priority", ["7 @ MX 300 20 mail.example.net"], undefined],
])("matching finds a stored row %s", (_, texts, id) => {
  const stored = texts.some((text) => text.includes(" MX ")) ? storedMx : storedA;
  expect(matchStored(matching(...texts), [stored]).get(stored)?.id).toBe(id);
});

it("matching gives equal rows away first, in whatever order the stored rows come", () => {
  const [one, other] = [listed("- @ MX 300 10 mail.example.net"), listed("- @ MX 300 20 mail.example.net")];
  const at = matching("7 @ MX 300 20 mail.example.net");
  for (const order of [
    [one, other],
    [other, one],
  ]) {
    const found = matchStored(at, order);
    expect([found.get(one)?.id, found.get(other)?.id]).toEqual([undefined, "7"]);
  }
});

it("matching finds the stored row among rows of one meaning, and no row of another resource", () => {
  const mail = listed("- @ MX 300 10 mail.example.net");
  const at = matching("1 @ MX 300 20 mail.example.net", "2 @ MX 300 10 mail.example.net");
  expect(matchStored(at, [mail]).get(mail)?.id).toBe("2");
  expect(matchStored({ ...at, isOthers: ({ id }) => id === "2" }, [mail]).get(mail)?.id).toBe("1");
  expect(matchStored({ ...at, isOthers: () => true }, [mail]).size).toBe(0);
});
