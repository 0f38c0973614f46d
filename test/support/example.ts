/** The process of the documented tests: the built package, and programs without stacks of promises, as in support/programs.ts. */
import "./built.ts";

process.env["NODE_OPTIONS"] = `${process.env["NODE_OPTIONS"] ?? ""} --stack-trace-limit=0`;
