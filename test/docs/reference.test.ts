/** The reference pages against what the built package does. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anchorsOf, pages, root, textOf } from "./markdown.ts";
import "../support/built.ts";

const registrarProgram = async () => (await import("../../cli/program.ts")).registrarProgram();

it("docs/reference/errors.md has every code that the built package can throw", () => {
  const bundles = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => join(root, "dist", file))
    .concat(join(root, "exe", "server.js"));
  const thrown = new Set(
    bundles.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/["'`](ERR_(?:REGISTRAR|SANDBOX|ENGINE)_[A-Z_]*[A-Z])["'`]/g)].map(
        ([, code = ""]) => code,
      ),
    ),
  );
  expect(thrown.size).toBeGreaterThan(30);
  const page = textOf("docs/reference/errors.md");
  const described = [...page.matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
  expect([...thrown].filter((code) => !described.includes(code))).toEqual([]);
});

it("docs/reference/errors.md has causes and a remedy for each code, in at most 75 words", () => {
  const sections = textOf("docs/reference/errors.md").split(/^(?:### `\w+`\n\n)+/m);
  const form = /^(\S.+\n\n(?:(?:- .+\n)+\n)?\S.+\n)(?:$|\n##)/;
  const words = (text = "") => text.split(/[\s-]+/).filter(Boolean).length;
  const wrong = sections.slice(1).filter((section) => words(form.exec(section)?.[1] ?? section) > 75);
  expect(wrong).toEqual([]);
});

it("an error code that a page names exists", () => {
  // The changelog also names codes of the past.
  const current = pages.filter((page) => page !== "CHANGELOG.md");
  const known = anchorsOf("docs/reference/errors.md");
  const named = new Set(current.flatMap((page) => textOf(page).match(/\bERR_REGISTRAR_[A-Z_]*[A-Z]\b/g) ?? []));
  expect([...named].filter((code) => !known.includes(code.toLowerCase()))).toEqual([]);
});

it("every command and option that a page or a message of the package names exists", async () => {
  const program = await registrarProgram();
  const wrong: string[] = [];
  let seen = 0;
  const optionsOf = (command: typeof program) => command.options.flatMap(({ long, short }) => [long, short]);
  // The guide of a command names its options without it.
  for (const command of program.commands)
    for (const page of pages.filter((each) => each === `docs/guides/${command.name()}.md`))
      for (const [, option = ""] of textOf(page).matchAll(/`(--[a-z-]+)/g))
        if (!optionsOf(command).includes(option)) wrong.push(`${page}: ${option} of ${command.name()}`);
  const places = [
    ...pages.map((page) => [page, textOf(page)] as const),
    ...["cli", "provider", "testing"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => [`${folder}/${file}`, readFileSync(join(root, folder, file), "utf8")] as const),
    ),
  ];
  for (const [place, text] of places) {
    // A command line ends with the code span, the string or the line.
    for (const [line] of text.matchAll(/(?<=(?:^|`|npx |\$ |\| |" )) *pulumi-registrar (?:[a-z]+)\b[^`"\n]*/gm)) {
      const [, ...words] = line.trim().split(/\s+/);
      let command = program;
      for (const word of words) command = command.commands.find((inner) => inner.name() === word) ?? command;
      if (command === program) continue;
      seen += 1;
      const known = ["--help", ...optionsOf(command)];
      for (const word of words
        .join(" ")
        .split(/[#|;&>)]/)[0]
        ?.match(/(?<=^| )--?[a-z][a-z-]*/g) ?? []) {
        if (!known.includes(word)) wrong.push(`${place}: ${word} of ${command.name()}`);
      }
    }
  }
  expect(seen).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});
