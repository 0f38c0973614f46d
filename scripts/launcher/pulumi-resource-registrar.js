// Read by every Node, however old, so only syntax of 2009.
"use strict";
var version = process.versions.node.split(".").map(Number);
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    "pulumi-resource-registrar: this plugin runs on Node 20.19 or newer, and `node` on PATH is " +
      process.versions.node +
      ". Nothing was changed. Install a newer Node from https://nodejs.org, or put its folder first in PATH, and run the same command again.",
  );
  process.exit(1);
}
require("./server.js");
