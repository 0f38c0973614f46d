/** The exit codes of all commands: none says 0 before its work has finished and went well. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { command, root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);

writeFileSync(at("good.zone"), "$ORIGIN example.com.\n$TTL 300\nwww A 192.0.2.1\n");
writeFileSync(at("broken.zone"), "$ORIGIN example.com.\nwww A not-an-address\n");
writeFileSync(at("broken.json"), "{");
const stateOf = (content: string) => ({
  version: 3,
  deployment: {
    manifest: {},
    resources: [
      { urn: "urn:pulumi:dev::site::pulumi:pulumi:Stack::site-dev", custom: false, type: "pulumi:pulumi:Stack" },
      {
        urn: "urn:pulumi:dev::site::pulumi-nodejs:dynamic/registrar:DomainLock::lock",
        custom: true,
        id: "example.com",
        type: "pulumi-nodejs:dynamic/registrar:DomainLock",
        inputs: { domain: "example.com", locked: true },
        outputs: {
          ...{ domain: "example.com", locked: true, status: content, canTransferOut: false },
          __registrar: { managed: "domain locked" },
        },
      },
    ],
  },
});
writeFileSync(at("state.json"), JSON.stringify(stateOf("locked")));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

async function registrar(args: readonly string[], env: NodeJS.ProcessEnv, stdin?: string): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    // No program is on it: `drift` names the missing one.
    env: { PATH: folder, HOME: folder, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(stdin ?? "");
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: typeof code === "number" ? code : null, out, err };
}

it.each<[string[], number, RegExp]>([
  [[], 2, /Usage: pulumi-registrar/],
  [["--help"], 0, /Usage: pulumi-registrar/],
  [["no-such"], 2, /unknown command/],
  [["drift", "--format", "xml"], 2, /Allowed choices/],
  [["drift", "--export", "broken.json"], 1, /state/],
  [["drift"], 1, /`pulumi` was not found/],
  [["import"], 2, /name domains/],
  [["doctor"], 1, /REGISTRAR_BASE_URL/],
  [["zone", "check", "good.zone"], 0, /1 record, 0 left out, 0 errors/],
  [["zone", "check", "good.zone", "--json"], 0, /"www"/],
  [["zone", "check", "broken.zone"], 1, /broken\.zone: line 2/],
  [["zone", "check", "nowhere.zone"], 1, /nowhere\.zone: no such file or directory\. Check the path/],
  [["zone", "export"], 2, /missing required argument/],
  [["acme", "present", "_acme-challenge.example.com."], 2, /CERTBOT_VALIDATION/],
  [["acme", "--dns-server", "ns1", "present"], 2, /It must be an IP address/],
  [["sandbox", "--profiles"], 0, /^all-awkward/m],
  [["sandbox", "--state", "broken.json"], 1, /not one of this sandbox/],
  [["sandbox", "--empty", "--until-stdin-ends", "--no-dns"], 0, /"url"/],
])("pulumi-registrar %j ends with %d and says why", async (args, code, says) => {
  const ended = await registrar(args, {}, "$ORIGIN example.com.\nwww 300 A 192.0.2.1\n");
  expect(ended).toEqual({ code, out: expect.any(String), err: expect.any(String) });
  expect(`${ended.out}${ended.err}`).toMatch(says);
  expect(ended.err).not.toMatch(/\n\s+at /);
});

it("a command whose work never settles fails and says so", async () => {
  const script = `
    const { runToEnd } = require(${JSON.stringify(join(root, "cli", "runToEnd.ts"))});
    runToEnd("pulumi-registrar", () => new Promise(() => {}));`;
  const child = spawn(process.execPath, ["--require", "tsx/cjs", "-e", script], { cwd: root });
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect([code, err]).toEqual([1, expect.stringMatching(/^pulumi-registrar: ended before its work was finished/)]);
});

it("a command whose reader has seen enough ends at once, without a word", async () => {
  const child = spawn(process.execPath, [command, "zone", "check", at("good.zone")], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, err }).toEqual({ code: 141, err: "" });
});
