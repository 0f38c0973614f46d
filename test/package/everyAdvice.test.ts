/**
 * Each text of `provider/` and `cli/` that advises something is in `test/cases/advice.txt`, word by word, beside the row or test that does what
 * it says. If this test fails because an advice has other words, look at its row first: does the row still do what the words say?
 */
import { existsSync, readFileSync } from "node:fs";
import { adviceIn } from "../support/advice.ts";
import { casesIn, sectionsIn } from "../support/cases.ts";

it.each(sectionsIn("advice"))(
  "each advice of %s has its words in test/cases/advice.txt, beside what follows it",
  (folder) => {
    const recorded = casesIn("advice", folder).map(([file, text]) => `${file} | ${text}`);
    const found = adviceIn(folder).map(({ file, text }) => `${file} | ${text}`);
    expect(found.sort()).toEqual(recorded.sort());
  },
);

it("each folder with an advice has a section", () => {
  const folders = adviceIn("provider").map(({ file }) => `provider/${file.split("/")[0]}`);
  expect(sectionsIn("advice")).toEqual([...new Set(folders), "cli"]);
});

const rows = sectionsIn("advice").flatMap((section) => casesIn("advice", section));

it("what follows an advice is a row of everyRemedy, a wrong and a right input, a test that exists, or a reason", () => {
  const isThere = (row: string) => {
    if (/^everyRemedy: | -> |^(?:no test|no advice|nothing can be done): /.test(row)) return true;
    const [file = "", words = ""] = row.split(/: (.*)/);
    return existsSync(file) && readFileSync(file, "utf8").includes(words);
  };
  expect(rows.filter(([, , row = ""]) => !isThere(row))).toEqual([]);
});
