/**
 * Commands with everything that they print, as text: test/cases/recorded. To record them anew:
 * `UPDATE_CASES=1 npx jest test/cli/recorded`. A story begins with `== ` and its title. Its lines:
 *
 * - `@ VERB ARGUMENTS`: a step of ./recording.ts
 * - `$ COMMAND`: a command of `pulumi-registrar`, or `ls` or `cat`; `| grep PATTERN` keeps the lines that match,
 *   and leaves out the reads
 * - after a command two blanks and a line of standard output, `! ` and one of standard error, `= ` and an exit code
 *   other than 0, `< ` and the calls that reached the registrar
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withRegistrar } from "../support/registrar.ts";
import { withRecording } from "./recording.ts";

const folder = join(__dirname, "..", "cases", "recorded");
const registrar = withRegistrar({ dns: true });
const record = withRecording(registrar);

describe.each(readdirSync(folder))("%s", (name) => {
  const file = join(folder, name);
  const [head = "", ...stories] = readFileSync(file, "utf8").split(/^== /m);
  const recorded: string[] = [];

  it.each(stories.map((story) => [story.slice(0, story.indexOf("\n")), story] as const))("%s", async (title, story) => {
    const steps = story.split("\n").filter((line) => /^[@$|] /.test(line));
    const now = `${title}\n${await record(steps)}`;
    recorded.push(now);
    if (process.env["UPDATE_CASES"] === undefined) expect(now).toBe(`${story.trimEnd()}\n`);
  });

  afterAll(() => {
    if (process.env["UPDATE_CASES"] === undefined || recorded.length < stories.length) return;
    writeFileSync(file, `${head}${recorded.map((story) => `== ${story}`).join("\n")}`);
  });
});
