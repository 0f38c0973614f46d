// `npm run quickstart`: a real Pulumi program against a registrar on this machine, from nothing to nothing.
import { prepare, root } from "./prepare.mjs";

prepare();
const { quickstart } = await import("./quickstart/story.mjs");
process.exitCode = await quickstart(root, { keep: process.argv.includes("--keep") });
