/** The examples as whole programs: they apply, change nothing the second time, and go. */
import { type Run, unprotect, withProgram } from "../support/programs.ts";

const domain = "example.com";

async function applies({ stack, calls }: Run): Promise<void> {
  const up = await stack.up();
  expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
  const made = calls();
  expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
  expect(calls()).toEqual([]);
  // One reading of the domain for its settings and its contacts; the lock after the contacts, which a lock would refuse.
  if (!made.includes("PUT autoRenew.set")) return;
  const ordered = made.filter((call) => !/contacts\.|dnssec|nameservers|autoRenew/.test(call));
  const last = ["PUT domainContacts.set", "GET lock.get", "PUT lock.set", "GET lock.get"];
  expect(ordered).toEqual(["GET domains.get", "GET lock.get", ...last]);
}

it.each(["dns-record url-forward contact", "nameservers"])("%s", async (examples) => {
  await withProgram(
    async (run) => {
      await applies(run);
      expect((await run.stack.destroy()).exitCode).toBe(0);
    },
    { program: "test/programs/together", stack: { env: { EXAMPLES: examples } } },
  );
});

it("domain-lock, whose deletion fails in the preview", async () => {
  await withProgram(
    async (run) => {
      await applies(run);
      const destroy = await run.stack.destroy();
      expect([destroy.exitCode, destroy.output, run.calls()]).toEqual([
        1,
        expect.stringMatching(/lock.*protected/s),
        [],
      ]);
    },
    { program: "test/programs/together", stack: { env: { EXAMPLES: "domain-lock" } } },
  );
});

it("domain-settings, domain-contacts and dnssec, which say that they leave the domain as it is", async () => {
  await withProgram(
    async (run) => {
      const { stack, sandbox } = run;
      sandbox.dashboard.setAutoRenew(domain, false);
      await applies(run);
      const { contacts, ...rest } = sandbox.domain(domain);
      expect(rest).toMatchObject({ autoRenew: true, privacy: true, dnssec: true, locked: true });
      expect(contacts).toMatchObject({ registrant: "ATOM-1001", tech: sandbox.contacts().at(-1)?.handle });
      await unprotect(stack);
      sandbox.dashboard.unlock(domain);
      const destroy = await stack.destroy();
      expect(destroy.exitCode).toBe(0);
      expect(destroy.output).toMatch(/settings of example\.com were not changed/);
      expect(destroy.output).toMatch(/contacts of example\.com \(admin, tech, billing\) were not changed/);
      expect(destroy.output).toMatch(/DNSSEC of example\.com was not changed/);
    },
    { program: "test/programs/together", stack: { env: { EXAMPLES: "domain-settings domain-contacts dnssec" } } },
  );
});

it("dns-zone, as an authoritative zone", async () => {
  await withProgram(
    async ({ sandbox, stack, calls }) => {
      const up = await stack.up();
      expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("+ www A 198.51.100.11 ttl 300")]);
      calls();
      expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
      expect(new Set(calls())).toEqual(new Set(["GET records.list"]));
      expect((await stack.destroy()).exitCode).toBe(0);
      expect(sandbox.records(domain)).toEqual([]);
    },
    { program: "examples/dns-zone", stack: { config: { "registrar-dns-zone:mode": "authoritative" } } },
  );
});

it("many-domains: one base, sets of their own, and exceptions", async () => {
  await withProgram(
    async (run) => {
      const { sandbox } = run;
      sandbox.addDomain("example.info");
      await applies(run);
      const live = (of: string) =>
        sandbox
          .records(of)
          .map(({ type, name }) => `${type} ${name}`)
          .sort();
      const keys = [1, 2, 3].map((n) => `CNAME fm${n}._domainkey`);
      expect(live(domain)).toEqual(["A ", "CAA ", ...keys, "CNAME www", "MX ", "MX ", "TXT ", "TXT _dmarc"]);
      const texts = sandbox.records("example.org").flatMap(({ type, content }) => (type === "TXT" ? [content] : []));
      expect(texts).toEqual(
        expect.arrayContaining([
          "v=DMARC1; p=none; rua=mailto:dmarc@example.org",
          "v=spf1 include:_spf.google.com ~all",
          expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/]{390,}={0,2}$/),
        ]),
      );
      expect(live("example.info")).toEqual(["MX ", "TXT ", "TXT _dmarc"]);
      expect(sandbox.domains().filter(({ locked }) => locked)).toHaveLength(4);
    },
    { program: "examples/many-domains" },
  );
});

it("quickstart, on the most awkward registrar that can be worked with", async () => {
  await withProgram(
    async ({ stack, sandbox, writes }) => {
      expect(await stack.up()).toMatchObject({ exitCode: 0, summary: { create: 17 } });
      writes();
      expect((await stack.refresh({ expectNoChanges: true })).exitCode).toBe(0);
      expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
      expect(writes()).toEqual([]);
      sandbox.dashboard.unlock(domain);
      expect((await stack.destroy()).exitCode).toBe(0);
      expect(sandbox.records(domain)).toEqual([]);
    },
    // Its lists lag by one reading, however late that comes; a busy machine may take longer than the usual bound.
    {
      program: "examples/quickstart",
      sandbox: { profile: "all-awkward" },
      stack: { config: { "registrar:lookupSeconds": "300" } },
    },
  );
});
