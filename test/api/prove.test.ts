/** The proof that the pages of a list give, as a table. */
import { type End, haveMoved, type ListSettings, type PageFacts, prove } from "../../provider/api/lists/prove.ts";
import { casesIn } from "../support/cases.ts";

/** `3`: a page of three rows; `3/7`: with the total 7; `3+`, `3.`: more follow, or not; `3!2`: two of its rows are fresh. */
function pageOf(text: string): PageFacts {
  const [, rows = "", mark, total, fresh = rows] = /^(\d+)([+.])?(?:\/(\d+))?(?:!(\d+))?$/.exec(text) ?? [];
  return {
    ...{ rows: Number(rows), fresh: Number(fresh) },
    ...(total !== undefined && { total: Number(total) }),
    ...(mark !== undefined && { more: mark === "+" }),
  };
}

type Form = "paged" | "unpaged" | "sized" | "described" | "single" | "all";
const forms: Record<Form, ListSettings> = {
  paged: { paged: true, size: 3, stated: "unknown" },
  unpaged: { paged: false, size: 3, stated: "unknown" },
  sized: { paged: true, size: 3, stated: "size" },
  described: { paged: true, size: 3, stated: "pages" },
  single: { paged: false, size: 3, stated: "one page" },
  all: { paged: false, size: 3, stated: "all" },
};

const isForm = (text: string): text is Form => Object.hasOwn(forms, text);
const isEnd = (text: string): text is End =>
  ["empty", "refused", "failed", "repeated", "unasked", "endless"].includes(text);

it.each(casesIn("proofs", "pages"))(
  "pages of %s rows, then %s, of a list that is %s, prove: %s",
  (pages = "", end = "", form = "", proof = "", words) => {
    if (!isEnd(end) || !isForm(form)) throw new TypeError(`${end} ${form}`);
    const facts = pages.split(" ").map(pageOf);
    const { complete, cut, why, mayLack } = prove(facts, end, forms[form]);
    expect(haveMoved(facts) ? "moved" : complete ? "complete" : (cut ?? "unproven")).toBe(proof);
    if (!haveMoved(facts)) expect(complete && mayLack ? "may lack rows" : why).toBe(words);
  },
);

it("a doubt about any page is the proof, whatever the pages say", () => {
  const doubt = { why: "an error", cut: "contradicted" } as const;
  for (const settings of Object.values(forms))
    expect(prove([pageOf("3/3"), { ...pageOf("0"), doubt }], "empty", settings)).toEqual({
      ...doubt,
      complete: false,
      pages: 1,
    });
});
