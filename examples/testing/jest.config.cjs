/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  transform: { "\\.ts$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }] },
  // A run of a program starts processes: give it time.
  testTimeout: 120_000,
};
