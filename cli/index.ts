#!/usr/bin/env node
/** The `pulumi-registrar` command. */
import { main } from "./main.ts";
import { runToEnd } from "./runToEnd.ts";

// Exported, because the bundler takes an entry without exports for CommonJS, and then wraps every module in a function that each
// import has to call.
export { main };

runToEnd("pulumi-registrar", () => main(process.argv.slice(2)));
