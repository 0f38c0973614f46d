import { withProgram } from "../support/programs.ts";

const domain = "example.com";

it("the examples of settings, contacts and DNSSEC apply in one program, change nothing the second time, and go", async () => {
  await withProgram(
    async ({ stack, sandbox, calls }) => {
      sandbox.dashboard.setAutoRenew(domain, false);
      const up = await stack.up();
      expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
      // One reading of the domain for its settings and its contacts; the lock after the contacts, which a lock would refuse.
      const made = calls().filter((call) => !/contacts\.|dnssec|nameservers/.test(call));
      expect(made.filter((call) => call === "PUT autoRenew.set")).toHaveLength(1);
      expect(made.filter((call) => call !== "PUT autoRenew.set")).toEqual([
        "GET domains.get",
        "GET lock.get",
        "PUT domainContacts.set",
        "GET lock.get",
        "PUT lock.set",
        "GET lock.get",
      ]);
      const { autoRenew, privacy, dnssec, locked, contacts } = sandbox.domain(domain);
      expect({ autoRenew, privacy, dnssec, locked }).toEqual({
        autoRenew: true,
        privacy: true,
        dnssec: true,
        locked: true,
      });
      expect(contacts).toMatchObject({ registrant: "ATOM-1001", tech: sandbox.contacts().at(-1)?.handle });
      expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
      expect(calls()).toEqual([]);
      const destroy = await stack.destroy();
      expect(destroy.exitCode).toBe(0);
      expect(destroy.output).toMatch(/settings of example\.com were not changed/);
      expect(destroy.output).toMatch(/contacts of example\.com \(admin, tech, billing\) were not changed/);
      expect(destroy.output).toMatch(/DNSSEC of example\.com was not changed/);
    },
    { program: "test/programs/together", stack: { env: { EXAMPLES: "domain-settings domain-contacts dnssec" } } },
  );
});
