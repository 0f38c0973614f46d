/** The tests that run the package in their own process, where a planted fault is seen. */
const { readdirSync } = require("node:fs");
const { join } = require("node:path");
const base = require("../jest.config.cjs");

/** They run built programs, or nothing of the package. */
const others = ["docs", "engine", "package", "programs", "sandbox", "support"];
const folders = readdirSync(join(__dirname, "..", "test"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !others.includes(entry.name))
  .map(({ name }) => name);
const asked = process.env.REGISTRAR_MUTATION_TESTS?.split(",");

/** @type {import("jest").Config} */
module.exports = {
  ...base,
  rootDir: "..",
  roots: (asked ?? folders).map((folder) => `<rootDir>/test/${folder}`),
  testRunner: `${__dirname}/jest-circus-brief.cjs`,
  testSequencer: `${__dirname}/nearFirst.cjs`,
  // A fault that makes a test wait for nothing costs no more than this.
  testTimeout: 20_000,
};
