/**
 * jest's own test runner (jest-circus), brief where a fault is planted: files without a test that reaches the fault are not
 * loaded, and after the first test that notices it nothing more runs. jest cannot stop early where a tool runs it.
 *
 * The name of this file has to hold "jest-circus": by that StrykerJS knows what it can do.
 */
const { createEmptyTestResult } = require("@jest/test-result");
const { default: circus } = require("jest-circus/runner");

/** The tests of each file, as the first run without a fault saw them. */
const known = new Map();
/** The fault that was noticed last. */
let noticed;

module.exports = async (globalConfig, config, environment, runtime, testPath, ...rest) => {
  const fault = process.env.__STRYKER_ACTIVE_MUTANT__;
  if (fault === undefined) {
    const result = await circus(globalConfig, config, environment, runtime, testPath, ...rest);
    known.set(
      testPath,
      result.testResults.map(({ fullName }) => fullName),
    );
    return result;
  }
  const pattern = new RegExp(globalConfig.testNamePattern ?? "", "i");
  const reaches = known.get(testPath)?.some((name) => pattern.test(name)) ?? true;
  if (noticed === fault || !reaches) return { ...createEmptyTestResult(), testFilePath: testPath, skipped: true };

  const handle = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    await handle?.(event, state);
    if (event.name === "test_done" && event.test.errors.length > 0) noticed = fault;
    if (event.name === "test_start" && noticed === fault) event.test.mode = "skip";
  };
  return circus(globalConfig, config, environment, runtime, testPath, ...rest);
};
