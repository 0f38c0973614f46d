/** The classes the programs here declare things with. */
const path = require("node:path");
const pulumi = require("@pulumi/pulumi");

const handler = `exports.handler=()=>require(${JSON.stringify(path.join(__dirname, "provider.js"))}).handler;`;

class Thing extends pulumi.CustomResource {
  constructor(name, args, options) {
    const outputs = { size: undefined, label: undefined, kind: undefined };
    super("pulumi-nodejs:dynamic/shelf:Thing", name, { ...outputs, ...args, __provider: handler }, options);
  }
}

class Box extends pulumi.ComponentResource {
  constructor(name, args, options) {
    super("shelf:index:Box", name, args, options);
  }
}

module.exports = { Box, Thing };
