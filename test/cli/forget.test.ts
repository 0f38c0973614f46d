/** `pulumi-registrar forget`: a domain leaves the state, and stays as it is. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { command } from "../support/built.ts";
import { needing } from "../support/optional.ts";
import { succeeds, withProgram } from "../support/programs.ts";

const domain = "example.com";
const rows = {
  other: { class: "Domain", args: { domain: "example.org", records: { "@ A": ["192.0.2.9"] } } },
  www: { class: "DnsRecord", args: { domain, type: "A", name: "www", content: "192.0.2.1" } },
  mail: { class: "DnsRecord", args: { domain, type: "A", name: "mail", content: "192.0.2.2" } },
  lock: { class: "DomainLock", args: { domain }, options: { protect: true, dependsOn: ["www", "mail"] } },
};

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
      execFileSync(process.execPath, [command, ...args], { cwd, env, encoding: "utf8" });
    const said = registrar("forget", domain, "--stack", "dev");
    const printed = said.slice(said.indexOf("pulumi state delete"), said.indexOf("\n\n2. "));
    expect(printed).toMatch(/^pulumi state delete --yes --force --stack dev \\/);
    execFileSync("sh", ["-c", printed], { cwd, env });
    expect(() => registrar("forget", domain, "--stack", "dev")).toThrow(/holds no resource of example\.com/);
    // Also the component, of which nothing is left.
    expect(registrar("forget", "example.org", "--stack", "dev", "--yes")).toMatch(
      /^Removed 2 resources of example\.org.*DnsZone other-zone\n +Domain other\n/s,
    );
    declare({});
    await succeeds(stack.preview({ expectNoChanges: true }));
  });
});
