/** The exit codes of all commands: none says 0 before its work has finished and went well. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { command, root } from "../support/built.ts";
import { casesIn } from "../support/cases.ts";
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

it.each(casesIn("exitCodes", "commands"))(
  "pulumi-registrar %s ends with %s and says why",
  async (line = "", code = "", says = "") => {
    const ended = await registrar(
      line === "" ? [] : line.split(" "),
      {},
      "$ORIGIN example.com.\nwww 300 A 192.0.2.1\n",
    );
    expect(ended).toEqual({ code: Number(code), out: expect.any(String), err: expect.any(String) });
    expect(`${ended.out}${ended.err}`).toMatch(new RegExp(says, "m"));
    expect(ended.err).not.toMatch(/\n\s+at /);
  },
);

it("a command whose work never ends fails and says so", async () => {
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
