/** What the pages of a list prove, as a table. */
import { type End, haveMoved, type ListSettings, type PageFacts, prove } from "../../provider/api/lists/prove.ts";

/** `3`: a page of three rows; `3/7`: with the total 7; `3+`, `3.`: more follow, or not; `3!2`: two of its rows are fresh. */
function pageOf(text: string): PageFacts {
  const [, rows = "", mark, total, fresh = rows] = /^(\d+)([+.])?(?:\/(\d+))?(?:!(\d+))?$/.exec(text) ?? [];
  return {
    ...{ listed: Number(rows), rows: Number(rows), fresh: Number(fresh) },
    ...(total !== undefined && { total: Number(total) }),
    ...(mark !== undefined && { more: mark === "+" }),
  };
}

type Form = "paged" | "sized" | "described" | "single" | "all" | "documented";
const forms: Record<Form, ListSettings> = {
  paged: { paged: true, size: 3, contract: undefined, isTotalDocumented: false },
  sized: { paged: true, size: 3, contract: "size", isTotalDocumented: false },
  described: { paged: true, size: 3, contract: "pages", isTotalDocumented: false },
  single: { paged: false, size: 3, contract: "none", isTotalDocumented: false },
  all: { paged: false, size: 3, contract: "all", isTotalDocumented: false },
  documented: { paged: false, size: 3, contract: undefined, isTotalDocumented: true },
};

it.each<[pages: string, end: End, form: Form, proof: string]>([
  ["0", "empty", "paged", "complete"],
  ["0/2", "empty", "paged", "short"],
  ["3", "empty", "paged", "unproven"],
  ["3/3 0", "empty", "paged", "complete"],
  ["3/3", "refused", "paged", "complete"],
  ["3/3", "repeated", "paged", "unproven"],
  ["3/5 2/5", "unasked", "paged", "complete"],
  ["3/5", "repeated", "paged", "short"],
  ["3/3 2/2", "repeated", "paged", "unproven"],
  ["3 2", "empty", "paged", "unproven"],
  ["3+ 2", "empty", "paged", "unproven"],
  ["3+", "repeated", "paged", "short"],
  ["3", "endless", "paged", "short"],
  ["3/5 2/6", "unasked", "paged", "moved"],
  ["3 3!2", "empty", "paged", "moved"],
  ["3 3!2", "empty", "described", "moved"],
  ["3 2", "unasked", "sized", "complete"],
  ["2 3", "empty", "sized", "unproven"],
  ["2", "repeated", "sized", "unproven"],
  ["2", "empty", "sized", "complete"],
  ["3+ 2.", "unasked", "described", "complete"],
  ["3.", "repeated", "described", "unproven"],
  ["3", "unasked", "single", "unproven"],
  ["3/3", "unasked", "single", "complete"],
  ["3", "unasked", "all", "complete"],
  ["3/4", "unasked", "all", "short"],
  ["3+", "unasked", "all", "short"],
  ["3/3", "unasked", "documented", "complete"],
  ["3", "unasked", "documented", "unproven"],
])("pages of %s rows, then %s, of a list that is %s, prove: %s", (pages, end, form, proof) => {
  const facts = pages.split(" ").map(pageOf);
  const { complete, cut, why } = prove(facts, end, forms[form]);
  expect(haveMoved(facts) ? "moved" : complete ? "complete" : (cut ?? "unproven")).toBe(proof);
  if (!haveMoved(facts)) expect(why === undefined).toBe(complete);
});

it("a doubt about any page is the proof, whatever the pages say", () => {
  const doubt = { why: "an error", cut: "contradicted" } as const;
  for (const settings of Object.values(forms))
    expect(prove([pageOf("3/3"), { ...pageOf("0"), doubt }], "empty", settings)).toEqual({
      ...doubt,
      complete: false,
      pages: 1,
    });
});
