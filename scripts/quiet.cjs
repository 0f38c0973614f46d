// The jest reporter of `npm test`: prints the missing programs, the progress on a terminal, the failures, and the counts. It has a file
// descriptor of its own, so that no output of tests and jest mixes in.
const { writeFileSync, writeSync } = require("node:fs");
const { relative } = require("node:path");

const say = (text) => writeSync(3, text);
const erase = require("node:tty").isatty(3) ? "\r\u001b[2K" : "";

module.exports = class Quiet {
  onRunStart() {
    const { said } = JSON.parse(process.env.REGISTRAR_TEST_PROGRAMS);
    for (const line of said) say(`${line}\n`);
  }

  onTestResult({ path }, { failureMessage }, { numTotalTestSuites, numPassedTestSuites, numFailedTestSuites }) {
    if (failureMessage) say(`${erase}FAIL ${relative(process.cwd(), path)}\n${failureMessage}\n`);
    const done = numPassedTestSuites + numFailedTestSuites;
    if (erase) say(`${erase}${done} of ${numTotalTestSuites} files`);
  }

  onRunComplete(_contexts, counts) {
    const broken = counts.numRuntimeErrorTestSuites;
    const failed = Math.max(counts.numFailedTests, counts.numFailedTestSuites > 0 ? 1 : 0);
    const skipped = counts.numPendingTests > 0 ? `, ${counts.numPendingTests} skipped` : "";
    const unread = broken > 0 ? `${broken} test files could not run\n` : "";
    say(`${erase}${unread}${counts.numPassedTests} passed, ${failed} failed${skipped}\n`);
    writeFileSync(process.env.REGISTRAR_TESTS_ENDED, "");
  }
};
