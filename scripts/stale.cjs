// Finds a source that `dist/` wasn't built from: `npm test` builds then, and a test that runs `dist/` fails.
const { createHash } = require("node:crypto");
const { existsSync, readdirSync, readFileSync, statSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "..");
const list = "sources.json";

function sources() {
  const files = ["provider", "cli", "testing", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  return [...files, "package.json", "package-lock.json"].filter((file) => statSync(join(root, file)).isFile());
}

const digestOf = (file) =>
  createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("base64url");

/** Reads the sources before a build. @returns notes them in the new `dist/` after it */
exports.readSources = () => {
  const digests = Object.fromEntries(sources().map((file) => [file, digestOf(file)]));
  return (dist) => writeFileSync(join(dist, list), JSON.stringify(digests));
};

/** A source of other content than that of the last build, by its path from the root; undefined if there is none. */
exports.changedSource = () => {
  const built = join(root, "dist", list);
  if (!existsSync(built)) return "package.json";
  const [since, digests] = [statSync(built).mtimeMs, JSON.parse(readFileSync(built, "utf8"))];
  // A checkout gives a file a new time, and the same content.
  const isNewer = (file) => statSync(join(root, file)).mtimeMs > since;
  return sources().find((file) => digests[file] === undefined || (isNewer(file) && digests[file] !== digestOf(file)));
};
