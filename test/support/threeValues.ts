/**
 * Facts of the registrar with three values. `test/cases/threeValues.txt` has a section for each fact and table: a row is a place of its
 * life, and its three cells are what a user sees there if the registrar says yes, no, or nothing.
 */
import { casesIn } from "./cases.ts";

const values = ["yes", "no", "nothing"] as const;
type Value = (typeof values)[number];

/** The forms of each value: the fields of a response that say it. */
export type Forms<Said extends object = object> = Readonly<Record<Value, readonly Said[]>>;

/** The forms of a field with these values; `undefined` leaves it out. `null` and a missing field say nothing. */
export const formsOf = (
  field: string,
  yes: readonly unknown[],
  no: readonly unknown[],
  silent: readonly unknown[] = [],
): Forms => ({
  yes: yes.map((value) => ({ [field]: value })),
  no: no.map((value) => ({ [field]: value })),
  nothing: [undefined, null, ...silent].map((value) => ({ [field]: value })),
});

/** The first form of each value, for a place that reads them as another one does. */
export const brief = <Said extends object>({ yes, no, nothing }: Forms<Said>): Forms<Said> => ({
  yes: yes.slice(0, 1),
  no: no.slice(0, 1),
  nothing: nothing.slice(0, 1),
});

export const flagForms = (field: string): Forms => formsOf(field, [true], [false]);

/** Parts of what a user sees; those without a word are left out. */
export type Seen = readonly (string | false | undefined)[];

/** The code of an error, and the part of its message that the pattern finds. */
export function failure(error: string | undefined, words?: RegExp): string {
  if (error === undefined) return "";
  const code = /ERR_REGISTRAR_(\w+)/.exec(error)?.[1] ?? "error";
  return [code, words?.exec(error)?.[0]].filter(Boolean).join(": ");
}

/** The part of a string that the pattern finds. */
export const part = (text: string, words: RegExp): string => words.exec(text)?.[0] ?? "";

/**
 * The table of a fact: each place x each value, in each of its forms.
 * @param section of the cases, whose rows are the places
 * @param forms the first place has all of them; the others, which read the value as that one does, have the first
 * @param places by name: acts under a form of the value, and tells what a user sees
 */
export function threeValues<Said extends object>(
  section: string,
  forms: Forms<Said>,
  places: Readonly<Record<string, (said: Said) => Promise<Seen>>>,
): void {
  const rows = casesIn("threeValues", section);
  const cells = rows.flatMap(([place = "", ...outcomes]) =>
    values.flatMap((value, at) => {
      const said = place === rows[0]?.[0] ? forms[value] : forms[value].slice(0, 1);
      return said.map((each) => ({ place, value, said: each, outcome: outcomes[at] }));
    }),
  );
  describe(section, () => {
    it("has a row for each place, with a cell for each of the three values", () => {
      expect(rows.map(([place]) => place)).toEqual(Object.keys(places));
      expect(rows.filter((row) => row.length !== 4)).toEqual([]);
    });

    it.each(cells)("$place follows its row if $value is said, by $said", async ({ place, said, outcome }) => {
      const seen = (await places[place]?.(said)) ?? [];
      expect(seen.filter(Boolean).join(", ") || "nothing").toBe(outcome);
    });
  });
}
