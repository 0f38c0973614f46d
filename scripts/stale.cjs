// Finds the newest source that `dist/` is older than: `npm test` builds then, and a test that runs `dist/` fails.
const { existsSync, readdirSync, statSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "..");

/** A source that changed after the last build, by its path from the root; undefined if there is none. */
exports.changedSource = () => {
  const built = join(root, "dist", "THIRD_PARTY_LICENSES");
  const since = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = ["provider", "cli", "testing", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  return [...sources, "package.json", "package-lock.json"].find((file) => statSync(join(root, file)).mtimeMs > since);
};
