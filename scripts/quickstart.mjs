// `npm run quickstart`: a Pulumi program against a registrar on this machine. Each chapter fails if its outcome isn't the expected one.
// `-- --keep` stops after the repair, and keeps the dashboard open until Ctrl-C.
import { basename } from "node:path";
import { prepare, root } from "./prepare.mjs";

prepare();
const { chooseEngine, openTestStack } = await import("../dist/internal.js");
const domain = "example.com";
const interrupted = new AbortController();
const { signal } = interrupted;
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => interrupted.abort());

const say = (text) => process.stdout.write(`${text}\n`);
/** Prints a step: what it changed, or why it failed. */
function show({ op, type, name, diff = [], error }) {
  if (op === "same" || (op === "refresh" && diff.length === 0)) return;
  const changes = diff.map(
    (change) => `${change.path}: ${JSON.stringify(change.old)} => ${JSON.stringify(change.new)}`,
  );
  say([`  ${op} ${type.split(":").at(-1)} ${name}`, ...changes, error ?? []].flat().join("\n      "));
}

async function tell(stack, sandbox) {
  const rows = () => sandbox.records(domain).length + sandbox.forwards(domain).length;
  const apex = () => sandbox.records(domain).find(({ type }) => type === "A");
  /** Tells a chapter: an operation, its calls, and the outcome that it must have. */
  const chapter = async (title, operate, isExpected) => {
    say(`\n${title}`);
    const before = sandbox.log.count();
    const result = await operate();
    const calls = sandbox.log.count() - before;
    result.steps.forEach(show);
    say(`  (${calls} ${calls === 1 ? "call" : "calls"} to the registrar)`);
    if (!isExpected({ ...result, calls })) throw new Error(`the outcome isn't the expected one: ${title}`);
  };
  const up = (more) => stack.up({ preview: false, signal, ...more });

  await chapter(
    "1. up: records of all nine types, two forwards, nameservers, a contact, a lock",
    up,
    ({ exitCode }) => exitCode === 0 && rows() === 13 && sandbox.domain(domain).locked,
  );
  await chapter(
    "2. up again: nothing to do",
    () => up({ expectNoChanges: true }),
    ({ exitCode, calls }) => exitCode === 0 && calls === 0,
  );
  say("\n3. A person edits a record and unlocks the domain, in the dashboard");
  sandbox.dashboard.editRecord(domain, apex().id, { content: "203.0.113.66" });
  sandbox.dashboard.editDomain(domain, { locked: false });
  say(`  ${domain} A: 192.0.2.10 is now 203.0.113.66, and the domain is unlocked`);
  await chapter(
    "4. refresh: finds both changes, field by field",
    () => stack.refresh({ signal }),
    ({ steps }) => {
      const drifted = steps.filter(({ diff }) => diff?.length > 0).map(({ name }) => name);
      return drifted.sort().join() === "site-lock,site-zone";
    },
  );
  await chapter(
    "5. up: repairs both",
    up,
    ({ summary }) => summary.update === 2 && sandbox.domain(domain).locked && apex().content === "192.0.2.10",
  );
  if (process.argv.includes("--keep")) {
    say(`\nEverything exists. Look at the dashboard, and stop with Ctrl-C:\n  ${sandbox.dashboardUrl}`);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return;
  }
  const destroy = () => stack.destroy({ signal });
  await chapter(
    "6. destroy: fails at the lock, as expected, before a record of the live domain is deleted",
    destroy,
    ({ output }) => /only the registrar's dashboard/.test(output) && rows() === 13,
  );
  say("  This failure is expected: the API can't unlock a domain.");
  sandbox.dashboard.editDomain(domain, { locked: false });
  await chapter(
    "7. A person unlocks the domain in the dashboard, and destroy succeeds",
    destroy,
    ({ exitCode }) => exitCode === 0 && rows() === 0,
  );
}

async function main() {
  const { engine, why } = await chooseEngine();
  // The program's addresses are those that RFC 5737 and RFC 3849 keep for documentation.
  const config = { "registrar:skipChecks": "a-reserved,aaaa-reserved,ptr-reverse-zone" };
  const { stack, sandbox, close } = await openTestStack({ cwd: root, stack: "quickstart", config });
  say(`Engine:    ${engine === "pulumi" ? "the Pulumi CLI" : "the small engine of this repository"}
           (${why})
Program:   examples/quickstart/index.ts
Registrar: ${sandbox.url} (on this machine, in memory)
Dashboard: ${sandbox.dashboardUrl}
           (while this runs; npm run quickstart -- --keep keeps it open)`);
  await tell(stack, sandbox).finally(close);
  say(`
Done: every outcome was as expected.

Next, a project of your own, in a folder next to this one:

  mkdir ../my-domains && cd ../my-domains
  node ../${basename(root)}/dist/cli.js init
  npm install
  npx pulumi-registrar try

docs/guides/get-started.md goes on from there: pulumi up, and a real account.`);
}

await main().catch((error) => {
  process.stderr.write(`\nThe quick start failed: ${error.message}\n`);
  process.exitCode = 1;
});
