// What `npm test` shows: which programs are missing, how far it is where that is a terminal, and what failed. It has a file
// descriptor of its own, so that nothing that tests and jest write stands in between.
const { writeSync } = require("node:fs");
const { relative } = require("node:path");
const { isatty } = require("node:tty");

const say = (text) => writeSync(3, text);
const erase = isatty(3) ? "\r\u001b[2K" : "";

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

  onRunComplete() {
    say(erase);
  }
};
