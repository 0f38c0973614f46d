/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  // Finds programs that are optional, and says which are missing.
  globalSetup: "<rootDir>/test/support/optional.ts",
  transform: {
    "\\.[cm]?[jt]s$": [
      "@swc/jest",
      {
        isModule: "unknown",
        jsc: { target: "es2022", parser: { syntax: "typescript" } },
        module: { type: "commonjs" },
        sourceMaps: "inline",
      },
    ],
  },
  // Everything is transformed except what is CommonJS already and large.
  transformIgnorePatterns: ["/node_modules/(?:@pulumi|@grpc|@opentelemetry|google-protobuf|typescript|fastify|ajv)/"],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  testTimeout: 180_000,
  // Two cores, and tests that wait.
  maxWorkers: 4,
};
