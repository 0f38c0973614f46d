// Runs the tests of the provider before those of the tools in testing/, each in jest's own order (failed and slow ones first).
const { default: Sequencer } = require("@jest/test-sequencer");

const tools = /[\\/]test[\\/](?:engine|sandbox)[\\/]/;

module.exports = class ProviderFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(({ path }) => !tools.test(path)), ...sorted.filter(({ path }) => tools.test(path))];
  }
};
