/** The tests that run the package in their own process, where a planted fault is seen. */
const base = require("../jest.config.cjs");

/** @type {import("jest").Config} */
module.exports = {
  ...base,
  rootDir: "..",
  roots: ["api", "cli", "dns", "functions", "meaning", "stories"].map((folder) => `<rootDir>/test/${folder}`),
  testRunner: `${__dirname}/jest-circus-brief.cjs`,
  testSequencer: `${__dirname}/nearFirst.cjs`,
  // A fault that makes a test wait for nothing costs no more than this.
  testTimeout: 20_000,
};
