// What Pulumi starts where this folder is the plugin: the same server as the executable.
require("../exe/pulumi-resource-registrar.js");
