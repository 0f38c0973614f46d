/** `pulumi-registrar forget`: a domain leaves the state, and stays as it is. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forgetCommand } from "../../cli/forget.ts";
import { command } from "../support/built.ts";
import { needing } from "../support/optional.ts";
import { withProgram } from "../support/programs.ts";
import { run } from "./heard.ts";

const domain = "example.com";
const rows = {
  other: { class: "DnsRecord", args: { domain: "example.org", type: "A", name: "@", content: "192.0.2.9" } },
  www: { class: "DnsRecord", args: { domain, type: "A", name: "www", content: "192.0.2.1" } },
  mail: { class: "DnsRecord", args: { domain, type: "A", name: "mail", content: "192.0.2.2" } },
  lock: { class: "DomainLock", args: { domain }, options: { protect: true, dependsOn: ["www", "mail"] } },
};

const forget = async (...args: string[]): Promise<string> => (await run(forgetCommand(), ...args)).out;

it("prints what to do, removes a domain from a state in the order in which it can go, and calls no one", async () => {
  await withProgram(async ({ stack, declare, folder, calls, sandbox }) => {
    declare(rows);
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    calls();
    const file = join(folder, "state.json");
    writeFileSync(file, JSON.stringify(await stack.exportState({ showSecrets: true })));
    const before = readFileSync(file, "utf8");
    const text = await forget("--export", file, "EXAMPLE.com.");
    expect(text).toMatch(
      /^3 resources of example\.com in the state of dev:\n\n {2}DomainLock lock\n {2}DnsRecord \w+\n {2}DnsRecord \w+\n\n1\. /,
    );
    expect(text).toMatch(
      /1\. Remove them from the state: run this one:\n\n {2}pulumi state delete --yes --force .*\n\n2\. Then remove them from the program/s,
    );
    expect(readFileSync(file, "utf8")).toBe(before);
    await expect(forget("--export", file, domain, "--yes")).rejects.toThrow(
      /'--yes' cannot be used with.*'--export <file>'/,
    );
    const urns = [...(await forget("--export", file, domain)).matchAll(/urn:[^' ]+/g)].map(([urn]) => urn);
    const state: { deployment: { resources: { urn: string }[] } } = JSON.parse(before);
    state.deployment.resources = state.deployment.resources.filter(({ urn }) => !urns.includes(urn));
    writeFileSync(file, JSON.stringify(state));
    await stack.importState(JSON.parse(readFileSync(file, "utf8")));
    await expect(forget("--export", file, domain)).rejects.toThrow(/holds no resource of example\.com.*--stack/);

    declare({ other: rows.other });
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(calls()).toEqual([]);
    expect(sandbox.records(domain)).toHaveLength(2);
    expect(sandbox.domain(domain).locked).toBe(true);
  });
});

needing("pulumi").it("runs through the Pulumi CLI as printed", async () => {
  await withProgram(async ({ stack, declare, folder }) => {
    declare(rows);
    expect((await stack.up()).exitCode).toBe(0);
    const cwd = join(folder, "state", "config");
    expect(existsSync(join(cwd, "Pulumi.yaml"))).toBe(true);
    const env = {
      ...process.env,
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "correct horse battery staple",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const registrar = (...args: string[]) =>
      execFileSync(process.execPath, [command, ...args], {
        cwd,
        env,
        encoding: "utf8",
      });
    const said = registrar("forget", domain, "--stack", "dev");
    const printed = said.slice(said.indexOf("pulumi state delete"), said.indexOf("\n\n2. "));
    expect(printed).toMatch(/^pulumi state delete --yes --force --stack dev \\/);
    execFileSync("sh", ["-c", printed], { cwd, env });
    expect(() => registrar("forget", domain, "--stack", "dev")).toThrow(/holds no resource of example\.com/);
    expect(registrar("forget", "example.org", "--stack", "dev", "--yes")).toMatch(
      /^Removed 1 resource of example\.org/,
    );
    const { deployment } = await stack.exportState();
    expect(JSON.stringify(deployment["resources"])).not.toContain("dynamic/registrar");
  });
});
