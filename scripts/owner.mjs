// `npm run owner -- NAME`: sets the account on GitHub that has the repository. `repository` in package.json has it; the schema and the
// generated pages derive from it, and links written by hand are changed with it. Without a name, prints the account.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { install, root } from "./prepare.mjs";

/** Placeholder until the repository has an owner. */
const placeholder = "OWNER";

export const owner = () =>
  JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    .repository.url.split("/")
    .at(-2);

/** A line for the release; `undefined` if there is an owner. */
export const ownerMissing = () =>
  owner() === placeholder
    ? "The repository has no owner yet: npm run owner -- NAME, before the first release."
    : undefined;

function setOwner(newOwner) {
  const former = new RegExp(`(github(?:usercontent)?\\.com/)${owner()}(/pulumi-registrar)`, "g");
  const holds = ["grep", "-zlI", `${owner()}/pulumi-registrar`];
  for (const path of execFileSync("git", holds, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean)) {
    const file = join(root, path);
    writeFileSync(file, readFileSync(file, "utf8").replace(former, `$1${newOwner}$2`));
  }
  if (!existsSync(join(root, "node_modules"))) install(root);
  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  execFileSync(process.execPath, [tsx, join(root, "scripts", "generate.ts")], { cwd: root, stdio: "inherit" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name] = process.argv.slice(2);
  if (name !== undefined && !/^[a-z\d](?:-?[a-z\d]){0,38}$/i.test(name)) {
    process.stderr.write(
      `${name} isn't the name of an account on GitHub. Nothing was changed. Use letters, digits and single hyphens, at most 39.\n`,
    );
    process.exit(2);
  }
  if (name !== undefined) setOwner(name);
  process.stdout.write(`${ownerMissing() ?? `The repository is ${owner()}'s.`}\n`);
}
