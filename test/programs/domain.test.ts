/**
 * `Domain`, the component: in TypeScript with the classes of both ways to use the package, in YAML and Python as a source plugin.
 * And ordinary edits, after which rows belong to other resources.
 */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";
import { projectFile, pythonProgram, yamlOf } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, type Run, succeeds, withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";
import { withPulumiHome } from "../support/registrar.ts";

withPulumiHome();
const folder = newFolder();
const config = { "registrar:skipChecks": "a-reserved" };
const domain = "example.com";
const bought = "fresh-name.com";
const www = { "www A": ["203.0.113.1"] };
const nameservers = ["ns1.atom.com", "ns2.atom.com"];
const mail = ["10 mail.example.net", "20 mail2.example.net"];
/** Domains that each show something else in one program, since a run costs a fraction of several. */
const own = ["known.example", "later.example", "moved.example", "kept.example", "rest.example"] as const;
const [known, later, moved, kept, rest] = own;

/** Records of others in `rest`: more than the usual part of a zone, and one that the program ignores. */
const theirs = ["dyn", ...Array.from({ length: 11 }, (_, n) => `theirs${n}`)];
const blog: DeclaredProgram = {
  // On foreign nameservers, where no record can be made.
  blog: { class: "Domain", args: { domain: "example.net", nameservers, records: www } },
};
const shop: DeclaredProgram = {
  shop: {
    class: "Domain",
    args: {
      domain: bought,
      registration: { years: 1, maxPrice: 20 },
      nameservers,
      records: { ...www, "_key TXT": [{ secret: "k3y=very;secret" }], "@ MX": mail },
      ttl: 600,
      ttls: { "www A": 300 },
      forwards: { go: { source: "go", destination: "https://example.net/" } },
      dnssec: true,
      settings: { autoRenew: false },
      contacts: { admin: "ATOM-1001" },
      lock: true,
    },
  },
};
const others: DeclaredProgram = {
  // Keys, values and a TTL are known only once others exist: `fqdn` of the first is a value of the second.
  people: { class: "Contact", args: person },
  known: {
    class: "Domain",
    args: {
      domain: known,
      records: {
        entries: [
          ["www A", ["203.0.113.1"]],
          ["_owner TXT", [{ output: ["people", "handle"] }]],
        ],
      },
      ttls: { entries: [["www A", 300]] },
    },
  },
  later: {
    class: "Domain",
    args: { domain: later, records: { "www CNAME": [{ output: ["known", "records", "www A", "fqdn"] }] } },
  },
  rest: {
    class: "Domain",
    args: {
      ...{ domain: rest, mode: "authoritative", records: www, ignoreRecords: ["dyn"] },
      ...{ maxUnlistedDeletes: 11, maxChanges: 11 },
    },
  },
};

/** Records and a set, and the Domain that declares their rows instead. */
const apart: DeclaredProgram = {
  first: { class: "DnsRecord", args: { domain: moved, type: "A", name: "www", content: "203.0.113.1", ttl: 300 } },
  second: { class: "DnsRecord", args: { domain: moved, type: "A", name: "www", content: "203.0.113.2", ttl: 300 } },
  mail: { class: "DnsRecordSet", args: { domain: moved, type: "MX", name: "@", values: mail } },
};
const together: DeclaredProgram = {
  one: {
    class: "Domain",
    args: {
      domain: moved,
      records: { "www A": ["203.0.113.1", "203.0.113.2"], "@ MX": mail },
      ttls: { "www A": 300 },
    },
  },
};

const ip = (last: number) => `203.0.113.${last}`;
const record = (name: string, last: number) => ({
  class: "DnsRecord",
  args: { domain, type: "A", name, content: ip(last), ttl: 300 },
});
const set = (name: string, ...lasts: number[]) => ({
  class: "DnsRecordSet",
  args: { domain, type: "A", name, ttl: 300, values: lasts.map(ip) },
});
/** Records of one name, as a loop writes them. @param prefix of the resources' names */
const loop = (prefix: string, name: string, ...lasts: number[]): DeclaredProgram =>
  Object.fromEntries(lasts.map((last, n) => [`${prefix}${n}`, record(name, last)]));
const forward = {
  class: "UrlForward",
  args: { domain, source: "go", destination: "https://example.net/", type: "permanent" },
};

/** Ordinary edits of a program, one `up` for all. */
const edits: Record<string, [before: DeclaredProgram, after: DeclaredProgram]> = {
  "a loop without its first value": [loop("first", "a", 1, 2, 3), loop("first", "a", 2, 3)],
  "two values swapped": [loop("swapped", "b", 1, 2), loop("swapped", "b", 2, 1)],
  "records renamed without `aliases`": [loop("old", "c", 1, 2), loop("new", "c", 1, 2)],
  "records that become a set": [loop("single", "d", 1, 2), { together: set("d", 1, 2) }],
  "a set that becomes records": [{ all: set("e", 1, 2) }, loop("each", "e", 1, 2)],
  "a renamed forward": [{ here: forward }, { there: forward }],
};
const joined = (place: 0 | 1): DeclaredProgram => Object.assign({}, ...Object.values(edits).map((edit) => edit[place]));
const reversed = (program: DeclaredProgram): DeclaredProgram => Object.fromEntries(Object.entries(program).reverse());

/** A zone and a lock, and the Domain that they move into by its aliases. */
const website: DeclaredProgram = {
  website: { class: "DnsZone", args: { domain: kept, records: www } },
  lock: { class: "DomainLock", args: { domain: kept } },
};
const aliased: DeclaredProgram = {
  garden: {
    class: "Domain",
    args: { domain: kept, records: www, lock: true, aliases: { zone: "website", lock: "lock" } },
    options: { protect: true },
  },
};

/**
 * A program with many domains: set up, moved, refused and taken apart.
 * @param before resources that become those of `after` @param times 1: rows move to other resources; 2: and back
 */
async function life(
  { stack, sandbox, writes }: Run,
  declare: (program: DeclaredProgram) => void,
  { before = website, after = aliased, times = 1, outputs = {} } = {},
): Promise<void> {
  for (const each of own) sandbox.addDomain(each);
  for (const name of theirs) sandbox.dashboard.addRecord(rest, { type: "A", name, content: "203.0.113.2" });
  const linesOf = (of: string) =>
    sandbox.records(of).map(({ type, name, content, ttl = "" }) => `${name} ${type} ${content} ${ttl}`.trim());
  const edited = () => [...linesOf(domain), ...sandbox.forwards(domain).map(({ source }) => source)].sort();

  declare({ ...shop, ...blog, ...others, ...before, ...apart, ...joined(0) });
  await succeeds(stack.preview());
  const up = await succeeds(stack.up({ preview: false }));
  expect(up.outputs).toMatchObject(outputs);
  const made = (of: string) => sandbox.log.entries({ writes: true, domain: of }).map(({ operation }) => operation);
  expect([made(bought).length, made(bought).at(-1), made("example.net")]).toEqual([
    ...[8, "lock.set"],
    ["nameservers.set", "records.create"],
  ]);
  const { deployment } = await stack.exportState();
  expect(JSON.stringify(deployment)).not.toContain("k3y=very");
  const resources = deployment["resources"] as { urn: string; dependencies?: string[] }[];
  const { dependencies = [] } = resources.find(({ urn }) => urn.endsWith("::blog-zone")) ?? {};
  expect(dependencies).toContainEqual(expect.stringMatching(/::blog-nameservers$/));
  expect([known, later].flatMap(linesOf).sort()).toEqual([
    expect.stringMatching(/^_owner TXT ATOM-\d+$/),
    "www A 203.0.113.1 300",
    "www CNAME www.known.example",
  ]);
  expect(linesOf(rest)).toEqual(["dyn A 203.0.113.2", "www A 203.0.113.1"]);

  // Back again in the other order of registration: each edit and its reverse.
  const rows = edited();
  const fewer = rows.filter((line) => line !== `a A ${ip(1)} 300`);
  const live = [moved, kept].map((each) => sandbox.records(each));
  const written = [moved, kept].map(made);
  const moves = [
    [{ ...together, ...joined(1) }, fewer],
    [{ ...apart, ...reversed(joined(0)) }, rows],
  ] as const;
  for (const [program, found] of moves.slice(0, times)) {
    declare({ ...shop, ...blog, ...others, ...after, ...program });
    const { steps } = await succeeds(stack.up({ preview: false }));
    expect(steps.filter(({ name, op }) => /^garden-/.test(name) && op !== "same")).toEqual([]);
    // No row is written when records, sets, a zone and a lock become those of a Domain.
    expect([[moved, kept].map(made), [moved, kept].map((each) => sandbox.records(each))]).toEqual([written, live]);
    expect(edited()).toEqual(found);
    writes();
    await succeeds(stack.refresh({ expectNoChanges: true }));
    await succeeds(stack.up({ expectNoChanges: true }));
    expect(writes()).toEqual([]);
  }

  // The lock is the first to be asked, and refuses.
  declare({ ...blog, ...others, ...after, ...moves[times - 1]?.[0] });
  const refused = await stack.up({ preview: false });
  const why = expect.stringMatching(/only the registrar's dashboard can unlock/);
  expect([refused.exitCode, refused.output]).toEqual([1, why]);
  expect([writes(), linesOf(bought).length]).toEqual([[], 4]);
  sandbox.dashboard.editDomain(bought, { locked: false });
  declare(after);
  await succeeds(stack.up({ preview: false }));
  expect([...edited(), ...[bought, "example.net", moved].flatMap(linesOf)]).toEqual([]);
}

for (const [front, needs] of [
  [undefined, undefined],
  ["pulumi-registrar/plugin", "pulumi"],
] as const) {
  const name = front ?? "pulumi-registrar";
  needing(needs).it(
    `in ${name}, Domains are set up in order, rows move between resources, and a lock refuses first`,
    () =>
      withProgram(
        async (run) => {
          const { stack, declare } = run;
          // On the small engine, and back: test/stories/moves.
          await life(run, (program) => declare(program, front), { times: stack.engine === "pulumi" ? 2 : 1 });
          const www = { domain: kept, type: "A", name: "www", content: "203.0.113.1" };
          declare({ ...aliased, api: { class: "DnsRecord", args: www, options: { dependsOn: ["garden"] } } }, front);
          expect((await stack.preview()).output).toMatch(/the Domain `garden` declares the same record/);
          declare({}, front);
          const refused = await stack.preview();
          expect([refused.exitCode, refused.output]).toEqual([
            1,
            expect.stringMatching(/garden-(zone|lock).*protected/s),
          ]);
        },
        { stack: { config } },
      ),
  );
}

needing("pulumi-language-yaml").it("a Domain moves from TypeScript to YAML and back without a change", () => {
  const program = join(folder, "both");
  const modules = join(program, "node_modules");
  mkdirSync(join(modules, "@pulumi"), { recursive: true });
  const repository = join(__dirname, "..", "..");
  symlinkSync(repository, join(modules, "pulumi-registrar"));
  symlinkSync(join(repository, "node_modules", "@pulumi", "pulumi"), join(modules, "@pulumi", "pulumi"));
  copyFileSync(join(__dirname, "declared", "index.js"), join(program, "index.js"));
  const project = (text: string) => writeFileSync(join(program, "Pulumi.yaml"), text);
  const script = projectFile("{ name: nodejs, options: { typescript: false } }");
  project(script);
  // The domain is the component's name, and a forward's source is its key.
  const args = { records: www, forwards: { go: { destination: "https://example.net/" } }, dnssec: true };
  const domain = { "example.com": { class: "Domain", args } };
  const outputs = `outputs: { fqdn: '\${["example.com"].records["www A"].fqdn}', keys: '\${["example.com"].dnssec.dsRecords}' }\n`;
  return withProgram(
    async ({ stack, declare, writes, sandbox }) => {
      declare(domain);
      await succeeds(stack.up({ preview: false }));
      expect(sandbox.forwards("example.com")).toMatchObject([{ source: "go" }]);
      writes();
      for (const text of [yamlOf(domain, outputs), script, yamlOf(domain, outputs)]) {
        project(text);
        const same = await stack.up({ preview: false });
        expect([same.exitCode, same.exitCode === 0 ? "" : same.output, writes()]).toEqual([0, "", []]);
        expect(Object.keys(same.summary ?? {}).filter((kind) => kind !== "same")).toEqual([]);
      }
      const { fqdn, keys } = await stack.outputs();
      expect([fqdn, keys]).toEqual(["www.example.com", [expect.objectContaining({ digestType: 2 })]]);
    },
    { program, stack: { config } },
  );
});

needing("pulumi-language-python").it(
  "in Python, Domains are set up in order, rows move between resources, and a lock refuses first",
  () => {
    const outputs = {
      shop_records: { "www A": { fqdn: `www.${bought}` }, "@ MX": { fqdn: bought } },
      shop_expires: expect.stringMatching(/^\d{4}-/),
      shop_keys: [expect.any(Object)],
    };
    const { program, env } = pythonProgram(folder);
    return withProgram((run) => life(run, run.declare, { before: {}, after: {}, outputs }), {
      program,
      stack: { config, env },
    });
  },
);
