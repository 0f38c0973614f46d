/** Errors of the operating system reach a reader as sentences, also inside of longer ones. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertFresh } from "../../cli/import/files.ts";
import { stateText, stderrOf } from "../../cli/state/load.ts";
import { reasonOf } from "../../provider/api/errors.ts";
import { newFolder } from "../support/folder.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

it("says why a file cannot be read or written, and the code only where nothing else is known", async () => {
  const caught = (act: () => unknown): unknown => {
    try {
      return act();
    } catch (error) {
      return error;
    }
  };
  expect(reasonOf(caught(() => readFileSync(folder)))).toBe("illegal operation on a directory");
  expect(reasonOf(caught(() => readFileSync(join(folder, "none"))))).toBe("no such file or directory");
  expect(reasonOf({ errors: [{ code: "EACCES" }] })).toBe("permission denied");
  expect(reasonOf({ code: "EODD" })).toBe("EODD");
  writeFileSync(join(folder, "file"), "");
  expect(() => assertFresh(join(folder, "file"))).toThrow(/not a readable folder: it is a file\..*Name a new folder/);
  await expect(stateText({ file: folder, env: {} })).rejects.toThrow(
    /cannot be read: illegal operation on a directory\. Name a file/,
  );
});

it.each([
  ["its message", { code: 255, stderr: "error: no stack selected.\n" }, "error: no stack selected"],
  ["its exit code", { code: 255, stderr: "" }, "it ended with the exit code 255 and without a message"],
  ["that it is not there", { code: "ENOENT" }, "the command `pulumi` was not found"],
])("of a failed `pulumi`, %s", (_name, error, said) => {
  expect(stderrOf(error)).toBe(said);
});
