// The story of the quick start. A chapter fails if the outcome is not the expected one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { openStack, startSandbox } from "../../dist/internal.js";
import { findEngine } from "../engine.mjs";

/**
 * @param keep stop after the repair, and keep the dashboard open until Ctrl-C
 * @returns the exit code
 */
export async function quickstart(root, { keep = false } = {}) {
  const found = await findEngine();
  if (found === undefined) return 1;
  const { engine, why } = found;
  const isCli = engine === "pulumi";
  say(`Engine:    ${isCli ? "the Pulumi CLI" : "the small engine of this repository"} (${why})`);
  if (!isCli) say("           With the Pulumi CLI (https://www.pulumi.com/docs/install/), this runs on it.");

  const folder = mkdtempSync(join(tmpdir(), "registrar-quickstart-"));
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => interrupted.abort());
  const { signal } = interrupted;
  const sandbox = await startSandbox();
  say("Program:   examples/quickstart/index.ts");
  say(`Registrar: ${sandbox.url} (on this machine, in memory)`);
  say(`Dashboard: ${sandbox.dashboardUrl} (while this runs; -- --keep keeps it open)`);
  let stack;
  try {
    stack = await openStack({
      cwd: root,
      stack: "quickstart",
      stateDir: folder,
      passphrase: "quickstart",
      // The program's addresses are those that RFC 5737 and RFC 3849 keep for documentation.
      config: {
        "registrar:baseUrl": sandbox.url,
        "registrar:ignoreChecks": "a-reserved,aaaa-reserved,ptr-reverse-zone",
      },
      env: { REGISTRAR_API_TOKEN: sandbox.token, REGISTRAR_BASE_URL: undefined, REGISTRAR_CONTRACT_FILE: undefined },
      onOutput: show,
    });
    await tell(stack, sandbox, { signal, keep });
    chapter(keep ? "Done." : "Done: everything happened as it should.");
    next(root);
    return 0;
  } catch (error) {
    process.stderr.write(`\nThe quick start went wrong: ${error.message}\n`);
    return 1;
  } finally {
    await stack?.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function next(root) {
  const from = relative(dirname(root), root);
  say(`
Next, a project of your own, beside this folder:

  mkdir ../my-domains && cd ../my-domains
  node ../${from}/dist/cli.js init
  npm install
  npx pulumi-registrar try

docs/guides/get-started.md goes on from there: pulumi up, and a real account.`);
}

let isBlank = false;
const refusals = new Set();

/** A line of the engine, without its markup. Each message is shown once: the CLI repeats errors under "Diagnostics", the small engine doesn't. */
function show(written) {
  const line = written.replace(/<\{%.*?%\}>/g, "");
  const text = line.trim();
  const [refusal] = /\w+\.\w+ is locked, and .*\[ERR_\w+\]/.exec(text) ?? [];
  if (refusal !== undefined) {
    if (!refusals.has(refusal)) say(`  ${refusal}`);
    refusals.add(refusal);
    return;
  }
  if (text === "" && isBlank) return;
  isBlank = text === "";
  if (text.startsWith("This is the small test engine")) return;
  if (/^pulumi\S* \S+ .{60}/.test(text)) return;
  say(`  ${line}`);
}

async function tell(stack, sandbox, { signal, keep }) {
  const domain = "example.com";
  const calls = async (operation) => {
    const before = sandbox.log.count();
    const result = await operation;
    const made = sandbox.log.count() - before;
    say(`  (${made} ${made === 1 ? "call" : "calls"} to the registrar)`);
    return { ...result, calls: made };
  };

  chapter("1. up: records of all nine types, two forwards, nameservers, a contact, a lock");
  const first = await calls(stack.up({ preview: false, signal }));
  expect(first.exitCode === 0, "the first up succeeds");
  expect(sandbox.records(domain).length === 10, "ten records are there");
  expect(sandbox.domain(domain).locked, "the domain is locked");

  chapter("2. up again: nothing to do");
  const second = await calls(stack.up({ preview: false, expectNoChanges: true, signal }));
  expect(second.exitCode === 0 && second.calls === 0, "the second up changes nothing and calls nobody");

  chapter("3. Somebody edits a record and unlocks the domain by hand");
  const apex = sandbox.records(domain).find(({ type }) => type === "A");
  sandbox.dashboard.editRecord(domain, apex.id, { content: "203.0.113.66" });
  sandbox.dashboard.unlock(domain);
  say(`  ${domain} A: 192.0.2.10 is now 203.0.113.66, and the lock is open`);

  chapter("4. refresh: finds exactly that, field by field");
  const refreshed = await calls(stack.refresh({ signal }));
  const drifted = refreshed.steps.filter(({ diff }) => diff?.length > 0).map(({ name }) => name);
  expect(
    refreshed.exitCode === 0 && drifted.sort().join() === "site-apex,site-lock",
    "refresh finds the record and the lock",
  );

  chapter("5. up: repairs both");
  const repaired = await calls(stack.up({ preview: false, signal }));
  expect(repaired.exitCode === 0 && repaired.summary.update === 2, "two resources are updated");
  expect(
    sandbox.records(domain).some(({ content }) => content === "192.0.2.10"),
    "the record is as declared",
  );
  expect(sandbox.domain(domain).locked, "the domain is locked again");

  if (keep) {
    chapter("Everything is in place. Look at the dashboard, and stop with Ctrl-C:");
    say(`  ${sandbox.dashboardUrl}`);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return;
  }

  chapter("6. destroy: the lock refuses, as expected, before a record of the living domain is deleted");
  const refused = await calls(stack.destroy({ signal }));
  expect(
    refused.exitCode !== 0 && /only the registrar's dashboard/.test(refused.output),
    "the lock refuses, and says why",
  );
  say("  This failure is expected: the API cannot unlock a domain.");
  expect(sandbox.records(domain).length === 10 && sandbox.forwards(domain).length === 2, "every record is still there");

  chapter("7. The dashboard unlocks the domain; destroy succeeds");
  sandbox.dashboard.unlock(domain);
  const destroyed = await calls(stack.destroy({ signal }));
  expect(destroyed.exitCode === 0, "destroy succeeds");
  expect(sandbox.records(domain).length === 0 && sandbox.forwards(domain).length === 0, "the rest is gone");
}

function expect(holds, what) {
  if (!holds) throw new Error(`expected that ${what}`);
}

function chapter(title) {
  say(`\n${title}`);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
