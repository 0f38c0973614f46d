/** The word list rejects planted sentences, and leaves good ones alone. */
import { findingsIn } from "../../scripts/words.ts";

const kinds = (file: string, text: string) => findingsIn(file, text).map(({ line, kind }) => `${line} ${kind}`);

it.each<[where: string, file: string, text: string, found: string[]]>([
  ["a comment", "a.ts", "/** Takes over a record. */\nconst a = 1;\n", ["1 word"]],
  ["the opening of a comment", "a.ts", "/** What the list shows. */\nconst a = 1;\n", ["1 opening"]],
  ["a comment of several lines", "a.ts", "const a = 1;\n// A record\n// stands there.\n", ["3 word"]],
  ["a message", "a.ts", 'const a = "the record is in the way";\n', ["1 word"]],
  ["a template", "a.ts", `const a = \`is no valid name \${b}\`;\n`, ["1 word"]],
  ["a paragraph", "a.md", "# A\n\nNobody knows the whole zone.\n", ["3 word", "3 word"]],
  ["the opening of a list item", "a.md", "# A\n\n- Whether the domain is locked.\n", ["3 opening"]],
  ["a cell", "a.md", "| a | b |\n|---|---|\n| the name | a text |\n", ["3 word"]],
])("rejects a sentence planted in %s", (_where, file, text, found) => {
  expect(kinds(file, text)).toEqual(found);
});

it("leaves code, headings, questions, whole numbers and continued comments alone", () => {
  expect(kinds("a.md", "# What a run does\n\nWhat is a zone?\n\n```\nthe whole zone\n```\n\nSee `settle`.\n")).toEqual(
    [],
  );
  expect(kinds("a.ts", "// A whole number says\n// what `A` stands for.\nconst settle = 1;\n")).toEqual([]);
});
