/**
 * The examples as complete programs: they apply, change nothing the second time, and go. Tables have each output of each example
 * with its value, and the promises of the READMEs in their words, with what shows that they hold.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OperationResult } from "../../testing/engine/index.ts";
import type { SandboxRecord } from "../../testing/sandbox/index.ts";
import { newFolder } from "../support/folder.ts";
import { pythonEnv } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { type Run, succeeds, unprotect, withProgram } from "../support/programs.ts";
import { withPulumiHome } from "../support/registrar.ts";

withPulumiHome();
const domain = "example.com";
const yearsFromNow = (years: number) => `${new Date().getUTCFullYear() + years}-01-01`;

const folderOf = (example: string) => join(__dirname, "..", "..", "examples", example);
const textOf = (example: string, file: string) => readFileSync(join(folderOf(example), file), "utf8");
const moment = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
const number = expect.any(Number);
const text = expect.any(String);

/** Words of an example's README. The lines that follow show that they hold. */
const promises = (example: string, words: string) =>
  expect(textOf(example, "README.md").replace(/\s+/g, " ")).toContain(words);

/** Outputs of a first `up`. One whose value isn't there yet is left out. */
const outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  contact: { handle: expect.stringMatching(/^ATOM-\d+$/), waitingForApprovalSince: undefined },
  "dns-record": { recordId: text },
  "dns-zone": { addresses: ["198.51.100.10", "198.51.100.11"] },
  dnssec: { enabled: true, dsRecords: [{ keyTag: number, algorithm: 13, digestType: 2, digest: text }] },
  "domain-contacts": { waitingForApprovalSince: undefined },
  "domain-lock": { locked: true, canTransferOut: false, restrictedUntil: undefined },
  "domain-registration": { status: "active", expiresAt: moment, pricePaid: 13.4, leftAccount: undefined },
  "domain-settings": { autoRenew: true, privacy: true },
  "domain-transfer": { transferStatus: "pending", pendingSince: moment, completedAt: undefined },
  "every-domain": { secured: { domains: 6, policies: 3 } },
  lookups: Object.fromEntries(
    ["available", "com", "offered", "worth"].map((name) => [name, "see test/programs/lookups"]),
  ),
  "many-domains": { managed: ["example.com", "example.org", "example.info"] },
  nameservers: { before: ["ns1.atom.com", "ns2.atom.com"] },
  python: { recordId: text, nameservers: ["ns1.atom.com", "ns2.atom.com"] },
  quickstart: { ownerHandle: text },
  testing: { address: "see its own test" },
  yaml: { recordId: text },
};
const outputsOf = (...examples: string[]) => Object.assign({}, ...examples.map((example) => outputs[example]));

const programs = ["index.ts", "__main__.py", "Pulumi.yaml"];
const exported =
  /^export const (?:(\w+)|\{ (.*?) \} =)|^pulumi\.export\("(\w+)"|^ {2}(\w+): .*(?![\s\S]*\nresources:)/gm;

it("each output of each example is in the table of outputs", () => {
  const found = readdirSync(folderOf("")).flatMap((example) => {
    const file = programs.find((name) => existsSync(join(folderOf(example), name))) ?? "README.md";
    const program = textOf(example, file).replace(/^[\s\S]*^outputs:$/m, "");
    const names = [...program.matchAll(exported)].flatMap(([, one, several, python, yaml]) =>
      [one, python, file === "Pulumi.yaml" ? yaml : undefined, ...(several?.split(", ") ?? [])].filter(Boolean),
    );
    return names.length === 0 ? [] : [[example, names.sort()] as const];
  });
  const listed = Object.entries(outputs).map(([example, values]) => [example, Object.keys(values).sort()] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
});

/** The second run changes nothing. @returns the first */
async function applies({ stack, calls }: Run, ...examples: string[]) {
  const up = await stack.up({ preview: false });
  expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
  calls();
  await succeeds(stack.up({ expectNoChanges: true }));
  expect(calls()).toEqual([]);
  expect(up.outputs).toEqual(outputsOf(...examples));
  return up;
}

const rows = "example.org";
const [moved, zone, locked, people] = ["moved.example", "zone.example", "locked.example", "people.example"];
const [bought, authCode] = ["my-new-name.com", "epp-s3cret"];
interface Lived extends Run {
  preview: OperationResult;
  up: OperationResult;
  /** One that the lock refuses. */
  kept: OperationResult;
  destroy: OperationResult;
  /** After edits in the dashboard, where the transfer arrives. */
  refresh: OperationResult;
  arrived: OperationResult;
  repair: string[];
  forwards: string[];
  /** Records of the example `domain`. */
  large: readonly SandboxRecord[];
  /** After the transfer has arrived. */
  state: string;
}
const stays =
  (words: string) =>
  ({ destroy }: Lived) =>
    expect(destroy.output).toContain(words);

/** Promises of READMEs, in their words, and what shows that they hold. */
const lived: readonly (readonly [example: string, words: string, holds: (lived: Lived) => unknown])[] = [
  [
    "contact",
    "secret in the state and in all output",
    async ({ stack, up, destroy }) => {
      const state = JSON.stringify(await stack.exportState());
      for (const person of ["grace@example.org", "+1.2025550147", "Hopper"])
        expect(state + up.output + destroy.output).not.toContain(person);
    },
  ],
  ["contact", "a message tells you that the contact is still in the account", stays("stays in the account")],
  [
    "dns-record",
    "it shows the field, and the next `up` repairs it",
    ({ refresh, repair }) => {
      expect(refresh.summary).toMatchObject({ update: 2 });
      expect(repair).toContain(`PUT ${rows} records.update`);
    },
  ],
  [
    "dns-zone",
    "the preview names every record",
    ({ up }) => expect(up.output).toContain("+ www A 198.51.100.11 ttl 300"),
  ],
  [
    "dns-zone",
    'under its key, such as `records["www A"]`',
    ({ repair }) => expect(repair).toContain(`PUT ${zone} records.update`),
  ],
  [
    "domain",
    "Twenty records",
    ({ sandbox, large, forwards }) => {
      const short = large.flatMap(({ type, name, ttl }) => (ttl === 300 ? [`${name || "@"} ${type}`] : []));
      expect([large.length, short.sort(), forwards]).toEqual([
        ...[20, ["@ A", "@ A", "@ AAAA"]],
        expect.arrayContaining([`${domain} go temporary`, `${domain} shop temporary`]),
      ]);
      const calls = sandbox.log.entries({ domain, writes: true }).map(({ operation }) => operation);
      expect(calls.filter((call) => !call.endsWith(".delete")).at(-1)).toBe("lock.set");
    },
  ],
  [
    "domain-registration",
    "shows which of the two it would be, and the price",
    ({ preview }) =>
      expect(preview.output).toContain(`${bought} is not in the account: it would be bought for 1 year, at 13.40`),
  ],
  [
    "domain-registration",
    "renewed when it would expire before",
    ({ sandbox }) =>
      expect(
        sandbox
          .ledger()
          .map(({ kind, years }) => `${kind} ${years}`)
          .sort(),
      ).toEqual(["register 1", "renew 1", "transfer 1"]),
  ],
  ["domain-registration", "nothing is given up or cancelled", stays(`registration of ${bought} stays`)],
  ["domain-registration", "nothing is given up or cancelled", stays("nothing is cancelled or given up")],
  [
    "domain-transfer",
    "The transfer is ordered once",
    ({ sandbox }) => {
      const orders = sandbox.log.entries({ writes: true, operation: "domains.*" }).map(({ operation }) => operation);
      expect(orders.sort()).toEqual(["domains.register", "domains.renew", "domains.transfer"]);
    },
  ],
  [
    "domain-transfer",
    "`pulumi refresh` shows when it has arrived",
    ({ arrived }) => expect(arrived.outputs).toMatchObject({ transferStatus: "completed", completedAt: moment }),
  ],
  [
    "domain-transfer",
    "it is in no output, and it leaves the state once the state holds the transfer",
    ({ up, arrived, state }) => {
      expect(state).toMatch(/"transferStatus":"completed"/);
      expect(state).not.toContain('"authCode":{');
      expect(state + up.output + arrived.output).not.toContain(authCode);
    },
  ],
  ["dnssec", "does not change it, and a message tells you so", stays(`DNSSEC of ${people} stays`)],
  [
    "domain-contacts",
    "does not change the contacts, and a message tells you so",
    stays(`contacts of ${people} stay (admin, tech, billing)`),
  ],
  [
    "domain-contacts",
    "like the registrant here, is not changed",
    ({ sandbox }) => {
      const hostmaster = sandbox.contacts().find(({ email }) => email === "hostmaster@example.org");
      expect(sandbox.domain(people).contacts).toMatchObject({ registrant: "ATOM-1001", tech: hostmaster?.handle });
    },
  ],
  [
    "domain-contacts",
    "The lock has `dependsOn`, so it is set after the contacts",
    ({ sandbox }) => {
      const calls = sandbox.log.entries({ domain: people, writes: true }).map(({ operation }) => operation);
      expect(calls.filter((call) => !/dnssec|autoRenew/.test(call))).toEqual(["domainContacts.set", "lock.set"]);
    },
  ],
  [
    "domain-lock",
    "a preview that would delete it fails",
    ({ kept }) => expect([kept.exitCode, kept.output]).toEqual([1, expect.stringMatching(/lock.*protected/s)]),
  ],
  ["domain-settings", "changes neither, and a message tells you so", stays(`settings of ${people} stay`)],
  [
    "domain-settings",
    "auto-renewal and WHOIS privacy of a domain switched on",
    ({ sandbox }) => expect(sandbox.domain(people)).toMatchObject({ autoRenew: true, privacy: true, dnssec: true }),
  ],
  [
    "nameservers",
    "restores the nameservers that the domain had before",
    ({ sandbox }) => expect(sandbox.domain(moved).nameservers).toEqual(outputs["nameservers"]?.["before"]),
  ],
  [
    "url-forward",
    "one permanently (301), one as the registrar decides (302)",
    ({ forwards }) => expect(forwards.slice(0, 2).sort()).toEqual([`${rows} permanent`, `${rows} spring temporary`]),
  ],
];

it("most examples apply together, have their outputs, and keep the promises of their READMEs", async () => {
  const examples = [
    `domain dns-record=${rows} url-forward contact`,
    `nameservers=${moved} dns-zone=${zone} domain-lock=${locked}`,
    `domain-settings=${people} domain-contacts dnssec`,
    `domain-registration=${bought} domain-transfer=taken-elsewhere.com`,
  ];
  await withProgram(
    async (run) => {
      const { stack, sandbox } = run;
      for (const each of [moved, zone, locked]) sandbox.addDomain(each);
      const contacts = { registrant: "ATOM-1001", admin: null, billing: null, tech: null };
      sandbox.addDomain(people, { autoRenew: false, contacts });
      const preview = await succeeds(stack.preview());
      expect(run.writes()).toEqual([]);
      const up = await applies(run, ...examples.flatMap((each) => each.replace(/=\S+/g, "").split(" ")));
      const forwards = [rows, domain].flatMap((of) =>
        sandbox.forwards(of).map(({ source, type }) => [of, source, type].filter(Boolean).join(" ")),
      );
      const large = sandbox.records(domain);
      const kept = await stack.destroy();
      expect(run.writes()).toEqual([]);
      for (const each of [rows, zone]) {
        const [first] = sandbox.records(each).filter(({ name }) => name === "www");
        sandbox.dashboard.editRecord(each, first?.id ?? 0, { ttl: 77 });
      }
      sandbox.dashboard.completeTransfer("taken-elsewhere.com");
      const refresh = await succeeds(stack.refresh());
      const before = sandbox.log.count();
      const arrived = await succeeds(stack.up({ preview: false }));
      const repair = sandbox.log
        .entries({ writes: true })
        .filter(({ number }) => number > before)
        .map(({ method, domain, operation }) => `${method} ${domain} ${operation}`);
      const state = JSON.stringify(await stack.exportState());
      await unprotect(stack);
      for (const each of [domain, locked, people]) sandbox.dashboard.editDomain(each, { locked: false });
      const destroy = await succeeds(stack.destroy());
      for (const each of [domain, rows, zone]) expect(sandbox.records(each)).toEqual([]);
      for (const [example, words, holds] of lived) {
        promises(example, words);
        await holds({ ...run, preview, up, kept, destroy, refresh, arrived, repair, forwards, large, state });
      }
    },
    {
      program: "test/programs/together",
      stack: {
        env: { EXAMPLES: examples.join(" ") },
        config: {
          "registrar:skipChecks": "a-reserved,aaaa-reserved",
          "together:mode": "authoritative",
          "together:renewUntil": yearsFromNow(2),
          "together:authCode": { value: authCode, secret: true },
        },
      },
    },
  );
});

/** Promises that test/programs/policies and the example's own test keep, and files that the READMEs describe. */
it.each<[example: string, words: string, file: string, has: RegExp]>([
  [
    "policies",
    "no order may cost more than 50",
    "index.ts",
    /most = 50;.*"price-limits",.*enforcementLevel: "mandatory"/s,
  ],
  [
    "policies",
    "and a `DomainSettings` with `privacy: true`",
    "index.ts",
    /"mandatory",\n *validateStack.*privacy === true/s,
  ],
  [
    "policies",
    "a record for every name (`*`) is a warning",
    "index.ts",
    /"no-wildcard",.*enforcementLevel: "advisory"/s,
  ],
  ["testing", "starts a sandbox and a stack for each test", "website.test.ts", /beforeEach\(.*openTestStack/s],
  ["testing", "looks at the zone, the calls and the outputs", "website.test.ts", /outputs: .*records\(.*log\.count/s],
  ["testing", "`jest.config.cjs` compiles TypeScript with `@swc/jest`", "jest.config.cjs", /"@swc\/jest"/],
])("%s: %s", (example, words, file, has) => {
  promises(example, words);
  expect(textOf(example, file)).toMatch(has);
});

it("domain: at most 29 lines and 1,030 characters", () => {
  const text = readFileSync(join(__dirname, "..", "..", "examples", "domain", "index.ts"), "utf8");
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(29);
  expect(text.length).toBeLessThanOrEqual(1030);
});

it("many-domains: one base, sets of their own, and exceptions", async () => {
  await withProgram(
    async (run) => {
      const { sandbox } = run;
      sandbox.addDomain("example.info");
      await applies(run, "many-domains");
      const live = (of: string) =>
        sandbox
          .records(of)
          .map(({ type, name }) => `${type} ${name}`)
          .sort();
      const keys = [1, 2, 3].map((n) => `CNAME fm${n}._domainkey`);
      expect(live(domain)).toEqual(["A ", "CAA ", ...keys, "CNAME www", "MX ", "MX ", "TXT ", "TXT _dmarc"]);
      const texts = sandbox.records("example.org").flatMap(({ type, content }) => (type === "TXT" ? [content] : []));
      promises("many-domains", 'such as `"@ TXT"`: values add up, and equal ones count once');
      expect(texts).toEqual(
        expect.arrayContaining([
          "google-site-verification=0123456789",
          "v=DMARC1; p=none; rua=mailto:dmarc@example.org",
          "v=spf1 include:_spf.google.com ~all",
          expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/]{390,}={0,2}$/),
        ]),
      );
      expect(live("example.info")).toEqual(["MX ", "TXT ", "TXT _dmarc"]);
      expect(sandbox.domains().filter(({ locked }) => locked)).toHaveLength(4);
      promises("many-domains", "declares the records of a domain, and a lock that waits for them");
      for (const each of [domain, "example.org", "example.info"]) {
        const writes = sandbox.log.entries({ domain: each, writes: true }).map(({ operation }) => operation);
        expect(writes.filter((write) => write !== "records.create")).toEqual([writes.at(-1)]);
        expect(writes.at(-1)).toBe("lock.set");
      }
    },
    { program: "examples/many-domains" },
  );
});

it("quickstart, on the most awkward registrar that can be worked with", async () => {
  await withProgram(
    async ({ stack, sandbox, writes }) => {
      const first = { exitCode: 0, summary: { create: 8 }, outputs: outputsOf("quickstart") };
      expect(await stack.up({ preview: false })).toMatchObject(first);
      promises("quickstart", "records of all nine types, two URL forwards, nameservers and the registrar lock");
      const types = new Set(sandbox.records(domain).map(({ type }) => type));
      expect([types.size, sandbox.forwards(domain).length, sandbox.domain(domain).locked]).toEqual([9, 2, true]);
      promises("quickstart", "The addresses are those that RFC 5737 and RFC 3849 keep for documentation");
      const addresses = sandbox.records(domain).filter(({ type }) => /^A+$/.test(type));
      expect(addresses.map(({ content }) => content)).toEqual(["192.0.2.10", "2001:db8::10"]);
      writes();
      await succeeds(stack.up({ expectNoChanges: true }));
      expect(writes()).toEqual([]);
      promises("quickstart", "destroys it, which the lock refuses until the dashboard has unlocked the domain");
      expect(await stack.destroy()).toMatchObject({ exitCode: 1, output: expect.stringContaining("is locked") });
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

/** Domains of which one takes mail, and one is on foreign nameservers. */
const count = 6;
const numbers = Array.from({ length: count }, (_, n) => n);
const takesMail = (n: number) => n === 0;
/** Has a policy already. */
const own = 3;
const isForeign = (n: number) => n === 4;
const needsPolicy = (n: number) => !isForeign(n) && !takesMail(n) && n !== own;
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
  sandbox.dashboard.addRecord("d2.com", { type: "MX", content: ".", priority: 0 });
  sandbox.dashboard.addRecord(`d${own}.com`, { type: "TXT", name: "_dmarc", content: "v=DMARC1; p=none" });
}

const everyDomain = { program: "examples/every-domain", sandbox: { fixtures: "empty" } } as const;

it("secures the domains of an account: applies, does nothing the second time, and lets domains leave", async () => {
  await withProgram(async (run) => {
    const { stack, sandbox } = run;
    const says = (words: string) => promises("every-domain", words);
    fill(run);
    const up = await stack.up({ preview: false });
    expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const summary = { create: 2 * count + policies + 1 };
    expect(up).toMatchObject({ exitCode: 0, summary, outputs: outputsOf("every-domain") });
    says(
      "Locks every domain, turns on its auto-renewal, and publishes a DMARC policy of `reject` for those that take no mail",
    );
    says("has no MX (a null MX, `.`, is none), unless the domain has a policy already");
    says("Domains on foreign nameservers are left out");
    for (const n of numbers) {
      expect(sandbox.domain(`d${n}.com`)).toMatchObject({ locked: true, autoRenew: true });
      const texts = sandbox.records(`d${n}.com`).filter(({ type }) => type === "TXT");
      expect(texts.map(({ name, content }) => `${name} ${content}`)).toEqual(
        needsPolicy(n) ? ["_dmarc v=DMARC1; p=reject;"] : n === own ? ["_dmarc v=DMARC1; p=none"] : [],
      );
    }
    run.calls();
    says("**A second run does nothing.**");
    says("each preview and each `up` reads N/100 pages and M zones");
    await succeeds(stack.up({ expectNoChanges: true, preview: false }));
    const served = numbers.filter((n) => !isForeign(n)).map(() => "GET records.list");
    expect(run.calls().sort()).toEqual(["GET domains.list", ...served]);

    says("**A list that may be incomplete** is an error");
    const part = { data: [], total: count };
    sandbox.fault({ operation: "domains.list", fault: { status: 200, body: part } });
    expect(await stack.up({ preview: false })).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("ERR_REGISTRAR_INCOMPLETE_LIST"),
    });
    sandbox.clearFaults();

    sandbox.removeDomain("d1.com");
    says("else the refresh fails, because a domain that cannot be read does not count as deleted");
    expect(await stack.refresh()).toMatchObject({ exitCode: 1, output: expect.stringContaining("d1.com") });
    says(
      "one that gets an MX, one whose policy a person edited, and `pulumi destroy` leave lock, auto-renewal and policy",
    );
    const [policy] = sandbox.records("d2.com").filter(({ type }) => type === "TXT");
    sandbox.dashboard.editRecord("d2.com", policy?.id ?? 0, { content: "v=DMARC1; p=none" });
    sandbox.dashboard.addRecord("d5.com", { type: "MX", content: "mail.example.net", priority: 10 });
    says("`retainOnDelete: true` makes Pulumi forget those resources without a call, so the next `up` goes through");
    run.writes();
    const left = await stack.up({ preview: false });
    expect(left).toMatchObject({ exitCode: 0, summary: { delete: 5 }, outputs: { secured: { domains: count - 1 } } });
    await succeeds(stack.destroy());
    expect(run.writes()).toEqual([]);
    expect(sandbox.records("d2.com").map(({ content }) => content)).toEqual([".", "v=DMARC1; p=none"]);
  }, everyDomain);
});

/** One life of a program with the record `www`, and a lock that depends on all else. */
async function life({ stack, sandbox, calls, writes }: Run, example: string, lookups: string[]): Promise<void> {
  const up = await stack.up();
  expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
  expect(up.outputs).toEqual(outputsOf(example));
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
  withProgram((run) => life(run, "yaml", []), { program: "examples/yaml", stack: { config } }),
);
needing("pulumi-language-python").it("the example in Python is applied and destroyed", () => {
  const stack = { config, env: pythonEnv(newFolder()) };
  return withProgram((run) => life(run, "python", ["GET domains.get"]), { program: "examples/python", stack });
});
