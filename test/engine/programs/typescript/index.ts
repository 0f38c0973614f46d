import * as pulumi from "@pulumi/pulumi";

const { Thing } = require("../shelf/things.js");
const content: pulumi.Output<string> = pulumi.output("from TypeScript");
const thing = new Thing("typed", { name: "typed", content });
export const label: pulumi.Output<string> = thing.label;
