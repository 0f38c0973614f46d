// A dynamic resource whose provider does nothing: what is left is the engine's own cost.
const pulumi = require("@pulumi/pulumi");

class Idle extends pulumi.CustomResource {
  constructor(name, args, options) {
    const __provider = `exports.handler=()=>require(${JSON.stringify(require.resolve("./idleProvider.js"))});`;
    super("pulumi-nodejs:dynamic/bench:Idle", name, { ...args, __provider }, options);
  }
}

module.exports = { Idle };
