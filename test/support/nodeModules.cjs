/** Takes packages of others from Node itself (environment.cjs), which loads each once for all test files of a process. */
const { createHash } = require("node:crypto");

/** The same text for every file. */
const code = 'module.exports = globalThis[Symbol.for("require of Node")](__filename);';

module.exports = {
  process: () => ({ code }),
  getCacheKey: () => createHash("sha256").update(code).digest("hex"),
};
