// Runs the tests of the provider before those of the tools in testing/. The longest begin, so that none of them ends alone;
// the others follow in jest's own order (failed and slow ones first).
const { default: Sequencer } = require("@jest/test-sequencer");

const tools = /[\\/]test[\\/](?:engine|sandbox)[\\/]/;
const long =
  /[\\/](?:meaning[\\/](?:profiles|fuzz)|programs[\\/]\w+|docs[\\/](?:blocks|recipes)|stories[\\/]sets|lifecycle[\\/]gone|engine[\\/]\w+)\.test\.ts$/;

const rank = ({ path }) => (tools.test(path) ? 2 : 0) + (long.test(path) ? 0 : 1);

module.exports = class ProviderFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
