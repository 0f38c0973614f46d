/** The examples as complete programs: they apply, change nothing the second time, and go. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";
import { pythonEnv } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { type Run, succeeds, unprotect, withProgram } from "../support/programs.ts";
import { withPulumiHome } from "../support/registrar.ts";

withPulumiHome();
const domain = "example.com";
const yearsFromNow = (years: number) => `${new Date().getUTCFullYear() + years}-01-01`;

/** The second run changes nothing. @returns output of the first */
async function applies({ stack, calls }: Run): Promise<string> {
  const up = await stack.up({ preview: false });
  expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
  calls();
  await succeeds(stack.up({ expectNoChanges: true }));
  expect(calls()).toEqual([]);
  return up.output;
}

it("most examples apply together, their locks fail a destroy in its preview, and each says what stays", async () => {
  const [people, rows] = ["example.com", "example.org"];
  const more = ["moved.example", "zone.example", "locked.example"] as const;
  const [moved, zone, locked] = more;
  const examples = [
    `dns-record=${rows} url-forward contact`,
    `nameservers=${moved} dns-zone=${zone} domain-lock=${locked}`,
    `domain-settings=${people} domain-contacts dnssec`,
  ];
  await withProgram(
    async (run) => {
      const { stack, sandbox } = run;
      for (const each of more) sandbox.addDomain(each);
      sandbox.dashboard.editDomain(people, { autoRenew: false });
      expect(await applies(run)).toContain("+ www A 198.51.100.11 ttl 300");
      const { contacts, ...rest } = sandbox.domain(people);
      expect(rest).toMatchObject({ autoRenew: true, privacy: true, dnssec: true, locked: true });
      const hostmaster = sandbox.contacts().find(({ email }) => email === "hostmaster@example.org");
      expect(contacts).toMatchObject({ registrant: "ATOM-1001", tech: hostmaster?.handle });
      // One reading of the domain for its settings and its contacts; the lock after the contacts, which a lock would refuse.
      const calls = sandbox.log.entries({ domain: people }).map(({ method, operation }) => `${method} ${operation}`);
      const last = ["PUT domainContacts.set", "GET lock.get", "PUT lock.set", "GET lock.get"];
      const ordered = calls.filter((call) => !/dnssec|autoRenew/.test(call));
      expect(ordered).toEqual(["GET domains.get", "GET lock.get", ...last]);

      const kept = await stack.destroy();
      expect([kept.exitCode, kept.output, run.calls()]).toEqual([1, expect.stringMatching(/lock.*protected/s), []]);

      await unprotect(stack);
      for (const each of [locked, people]) sandbox.dashboard.editDomain(each, { locked: false });
      const destroy = await stack.destroy();
      expect(destroy.exitCode).toBe(0);
      expect(destroy.output).toContain(`settings of ${people} stay`);
      expect(destroy.output).toContain(`contacts of ${people} stay (admin, tech, billing)`);
      expect(destroy.output).toContain(`DNSSEC of ${people} stays`);
      for (const each of [rows, zone]) expect(sandbox.records(each)).toEqual([]);
    },
    {
      program: "test/programs/together",
      stack: { env: { EXAMPLES: examples.join(" ") }, config: { "together:mode": "authoritative" } },
    },
  );
});

it("domain: at most 29 lines and 1,030 characters", () => {
  const text = readFileSync(join(__dirname, "..", "..", "examples", "domain", "index.ts"), "utf8");
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(29);
  expect(text.length).toBeLessThanOrEqual(1030);
});

it("orders preview a price, are sent once, keep no auth code and stay; domain: twenty records, two forwards and the lock", async () => {
  const authCode = "epp-s3cret";
  await withProgram(
    async ({ stack, sandbox, calls, writes }) => {
      const preview = await stack.preview();
      expect(preview.output).toContain("new-name.com is not in the account: it would be bought for 1 year, at 13.40");
      expect(writes()).toEqual([]);
      const up = await stack.up({ preview: false });
      expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
      const orders = () =>
        sandbox.log.entries({ writes: true, operation: "domains.*" }).map(({ operation }) => operation);
      const ordered = ["domains.register", "domains.renew", "domains.transfer"];
      expect(orders().sort()).toEqual(ordered);
      const records = sandbox.records(domain);
      const ttls = records.map(({ type, name, ttl }) => `${name} ${type} ${ttl}`);
      expect([records.length, sandbox.forwards(domain).length, sandbox.domain(domain).locked]).toEqual([20, 2, true]);
      expect(ttls.filter((each) => each.endsWith(" 300")).sort()).toEqual([" A 300", " A 300", " AAAA 300"]);

      sandbox.dashboard.completeTransfer("taken-elsewhere.com");
      await succeeds(stack.refresh());
      calls();
      await succeeds(stack.up({ expectNoChanges: true }));
      expect(calls()).toEqual([]);
      const state = JSON.stringify(await stack.exportState());
      expect(state).toMatch(/"transferStatus":"completed"/);
      expect(state).not.toContain(authCode);
      expect(state).not.toContain('"authCode":{');

      sandbox.dashboard.editDomain(domain, { locked: false });
      const { output } = await stack.destroy();
      expect(output).toMatch(/registration of .* stays/);
      expect(output).toMatch(/nothing is cancelled or given up/);
      expect([orders().sort(), sandbox.records(domain)]).toEqual([ordered, []]);
      const ledger = sandbox.ledger().map(({ kind, years }) => `${kind} ${years}`);
      expect(ledger.sort()).toEqual(["register 1", "renew 1", "transfer 1"]);
    },
    {
      program: "test/programs/together",
      stack: {
        env: { EXAMPLES: "domain-registration domain-transfer domain" },
        config: {
          "registrar:skipChecks": "a-reserved,aaaa-reserved",
          "together:renewUntil": yearsFromNow(2),
          "together:authCode": { value: authCode, secret: true },
        },
      },
    },
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
      expect(await stack.up({ preview: false })).toMatchObject({ exitCode: 0, summary: { create: 8 } });
      writes();
      await succeeds(stack.refresh({ expectNoChanges: true }));
      await succeeds(stack.up({ expectNoChanges: true }));
      expect(writes()).toEqual([]);
      sandbox.dashboard.editDomain(domain, { locked: false });
      await succeeds(stack.destroy());
      expect(sandbox.records(domain)).toEqual([]);
    },
    // Its lists lag by one reading, however late that comes; a busy machine may take longer than the usual bound.
    {
      program: "examples/quickstart",
      sandbox: { profile: "all-awkward" },
      stack: { config: { "registrar:staleListSeconds": "300" } },
    },
  );
});

/** Domains of which every 10th is on foreign nameservers, and every 4th takes mail. */
const count = 12;
const numbers = Array.from({ length: count }, (_, n) => n);
const isForeign = (n: number) => n % 10 === 9;
const takesMail = (n: number) => n % 4 === 0;
const needsPolicy = (n: number) => !isForeign(n) && !takesMail(n);
const policies = numbers.filter(needsPolicy).length;
function fill({ sandbox }: Run): void {
  for (const n of numbers) {
    const domain = `d${n}.com`;
    const nameservers = isForeign(n) ? { nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] } : {};
    sandbox.addDomain(domain, { autoRenew: false, ...nameservers });
    if (takesMail(n)) {
      sandbox.dashboard.addRecord(domain, { type: "MX", content: "mail.example.net", priority: 10 });
    }
  }
}

const everyDomain = { program: "examples/every-domain", sandbox: { fixtures: "empty" } } as const;

it("secures the domains of an account: applies, does nothing the second time, and lets domains leave", async () => {
  await withProgram(async (run) => {
    const { stack, sandbox } = run;
    fill(run);
    const up = await stack.up({ preview: false });
    expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const summary = { create: 2 * count + policies + 1 };
    expect(up).toMatchObject({ exitCode: 0, summary, outputs: { secured: { domains: count, policies } } });
    for (const n of numbers) {
      expect(sandbox.domain(`d${n}.com`)).toMatchObject({ locked: true, autoRenew: true });
      const texts = sandbox.records(`d${n}.com`).filter(({ type }) => type === "TXT");
      expect(texts.map(({ name, content }) => `${name} ${content}`)).toEqual(
        needsPolicy(n) ? ["_dmarc v=DMARC1; p=reject;"] : [],
      );
    }
    run.writes();
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ exitCode: 0 });

    // One leaves the account, one gets a policy of its own: both are let go, and nothing is deleted.
    sandbox.removeDomain("d1.com");
    const [policy] = sandbox.records("d2.com");
    sandbox.dashboard.editRecord("d2.com", policy?.id ?? 0, { content: "v=DMARC1; p=none" });
    const left = await stack.up({ preview: false });
    expect(left).toMatchObject({ exitCode: 0, summary: { delete: 4 }, outputs: { secured: { domains: count - 1 } } });
    expect(run.writes()).toEqual([]);
    expect(sandbox.records("d2.com").map(({ content }) => content)).toEqual(["v=DMARC1; p=none"]);
  }, everyDomain);
});

/** One life of a program with the record `www`, and a lock that depends on all else. */
async function life({ stack, sandbox, calls, writes }: Run, lookups: string[]): Promise<void> {
  const up = await stack.up();
  expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
  expect(writes().at(-1)).toBe("PUT lock.set");
  await succeeds(stack.up({ expectNoChanges: true }));
  expect(calls()).toEqual(lookups);
  await unprotect(stack);
  sandbox.dashboard.editDomain(domain, { locked: false });
  await succeeds(stack.destroy());
  expect(sandbox.records(domain)).toEqual([]);
}

const config = { "registrar:skipChecks": "a-reserved" };
needing("pulumi-language-yaml").it("the example in YAML is applied and destroyed", () =>
  withProgram((run) => life(run, []), { program: "examples/yaml", stack: { config } }),
);
needing("pulumi-language-python").it("the example in Python is applied and destroyed", () => {
  const stack = { config, env: pythonEnv(newFolder()) };
  return withProgram((run) => life(run, ["GET domains.get"]), { program: "examples/python", stack });
});
