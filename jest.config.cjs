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

/** Stories that no stack is deployed in, or by another way than the front that the file is given. */
const withoutStack = ["definitions", "secrets", "stackTraces"];
/** Stories of what only the classes for TypeScript send (what a preview foresees, rows that resources trade), and the longest, of lists. */
const ofClasses = ["foresee", "sets", "gone"];
const storiesBut = (left) => [`<rootDir>/test/stories/!(${left.join("|")}).test.ts`];

/** @type {import("jest").Config} */
module.exports = {
  projects: [
    project,
    {
      ...project,
      displayName: "plugin",
      testMatch: storiesBut(withoutStack),
      setupFilesAfterEnv: ["<rootDir>/test/support/storiesOnPlugin.ts"],
    },
    {
      ...project,
      displayName: "languages",
      testMatch: storiesBut([...withoutStack, ...ofClasses]),
      setupFilesAfterEnv: ["<rootDir>/test/support/storiesOfOthers.ts"],
    },
  ],
  testTimeout: 180_000,
  // Two cores, and tests that wait.
  maxWorkers: 4,
};
