// The packages that are modules of the language only. All others are taken as they are.
const modules = [
  "@sec-ant/readable-stream|@seriousme/openapi-schema-validator|@sindresorhus/is|byte-counter|cacheable-lookup",
  "cacheable-request|decompress-response|get-stream|got|happy-dom|is-stream|lowercase-keys|mimic-response|normalize-url",
  "p-cancelable|p-queue|p-timeout|responselike",
].join("|");

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "<rootDir>/test/support/environment.cjs",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  // Finds programs that are optional, and says which are missing.
  globalSetup: "<rootDir>/test/support/optional.ts",
  transform: {
    "\\.[jt]s$": [
      "@swc/jest",
      {
        isModule: "unknown",
        jsc: { target: "es2022", parser: { syntax: "typescript" } },
        module: { type: "commonjs" },
        sourceMaps: true,
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${modules})/)(?!.*/node_modules/)`],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  testTimeout: 180_000,
  // Two cores, and tests that wait.
  maxWorkers: 4,
};
