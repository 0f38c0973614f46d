// Stands in for the command `curl`: what the recipes use of it. What it does not know, it refuses.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    fail: { type: "boolean" },
    silent: { type: "boolean" },
    "show-error": { type: "boolean" },
    output: { type: "string" },
    header: { type: "string", multiple: true },
    "data-urlencode": { type: "string", multiple: true },
  },
});
const [url, ...more] = positionals;
if (url === undefined || more.length > 0) throw new Error("name one URL");
if (values.output !== "/dev/null") throw new Error("this stand-in writes no answer");

const headers = (values.header ?? []).map((line) => {
  const [name, ...rest] = line.split(":");
  return [name, rest.join(":").trim()];
});
const fields = (values["data-urlencode"] ?? []).map((field) => {
  const [name, file] = field.split("@");
  if (file === undefined) throw new Error("this stand-in sends files only");
  return [name, readFileSync(file, "utf8")];
});
const { ok, status } = await fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) });
if (values.fail && !ok) {
  process.stderr.write(`curl: (22) The requested URL returned error: ${status}\n`);
  process.exitCode = 22;
}
