/** The packages that this one names, without those of the test runner: Node itself loads them, once for all test files of a process. */
const packages = Object.keys(require("./package.json").devDependencies).filter((name) => !/jest|swc/.test(name));
const others = `/node_modules/(?:${packages.join("|")})/.*[.]c?js$`;

/** @type {import("jest").Config} */
const project = {
  testEnvironment: "<rootDir>/test/support/environment.cjs",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  // Finds programs that are optional, and says which are missing.
  globalSetup: "<rootDir>/test/support/optional.ts",
  transform: {
    [others]: "<rootDir>/test/support/nodeModules.cjs",
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
  transformIgnorePatterns: [`/node_modules/(?!(?:${packages.join("|")})/)`],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
};

/**
 * Stories of rules for rows, which are decided behind both fronts: `npm test` runs them with the classes alone, and REGISTRAR_ROWS=all on
 * the plugin, too. `test/plugin/otherProviders` and `handOver` have what processes of the plugin tell each other.
 */
const ofRows = ["byHand", "doubts", "editPairs", "moves", "opaque", "others", "ownership", "recordSet"];
const besideFronts = process.env.REGISTRAR_ROWS === "all" ? [] : [`/stories/(?:${ofRows.join("|")})[.]test`];

/** @type {import("jest").Config} */
module.exports = {
  projects: [
    project,
    {
      ...project,
      displayName: "plugin",
      roots: ["<rootDir>/test/stories"],
      testPathIgnorePatterns: ["/node_modules/", ...besideFronts],
      setupFilesAfterEnv: ["<rootDir>/test/support/storiesOnPlugin.ts"],
    },
    // The documented tests of a program, against the built package.
    {
      ...project,
      displayName: "example",
      roots: ["<rootDir>/examples/testing"],
      setupFiles: ["<rootDir>/test/support/example.ts"],
    },
  ],
  testTimeout: 180_000,
  maxConcurrency: 8,
  // One for each of two cores: a third compiles everything anew, which takes longer than the waits that it fills.
  maxWorkers: 2,
};
