/** The order of the test files: those of single parts first. They are quick, and notice most of what is wrong in a part. */
const { statSync } = require("node:fs");
const { default: Sequencer } = require("@jest/test-sequencer");

const last = ["stories", "cli", "meaning"];
const rank = ({ path }) => last.findIndex((folder) => path.replaceAll("\\", "/").includes(`/test/${folder}/`));

module.exports = class NearFirst extends Sequencer {
  sort(tests) {
    const size = new Map(tests.map((test) => [test, statSync(test.path).size]));
    return [...tests].sort((one, other) => rank(one) - rank(other) || size.get(one) - size.get(other));
  }
};
