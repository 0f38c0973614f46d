/** `Domain`, the component: in TypeScript with the classes of both ways to use the package, in YAML and Python as a source plugin. */
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
const records = {
  ...www,
  "_key TXT": [{ secret: "k3y=very;secret" }],
  "@ MX": ["10 mail.example.net", "20 mail2.example.net"],
};
const nameservers = ["ns1.atom.com", "ns2.atom.com"];
const declared: DeclaredProgram = {
  shop: {
    class: "Domain",
    args: {
      domain: bought,
      registration: { years: 1, maxPrice: 20 },
      nameservers,
      records,
      ttl: 600,
      ttls: { "www A": 300 },
      forwards: { go: { source: "go", destination: "https://example.net/" } },
      dnssec: true,
      settings: { autoRenew: false },
      contacts: { admin: "ATOM-1001" },
      lock: true,
    },
  },
  // On foreign nameservers, where no record can be made.
  blog: { class: "Domain", args: { domain: "example.net", nameservers, records: www } },
};

/** The life of a program with two domains, until it no longer declares them. */
async function life(
  { stack, sandbox, writes }: Run,
  declare: (program: DeclaredProgram) => void,
  outputs = {},
): Promise<void> {
  declare(declared);
  await succeeds(stack.preview());
  const up = await succeeds(stack.up({ preview: false }));
  expect(up.outputs).toMatchObject(outputs);
  const made = writes();
  expect([made.length, made.at(-1)]).toEqual([11, "PUT lock.set"]);
  expect(made.indexOf("PUT nameservers.set")).toBeLessThan(made.indexOf("PUT lock.set"));
  expect(JSON.stringify(await stack.exportState())).not.toContain("k3y=very");
  await succeeds(stack.up({ expectNoChanges: true }));

  // The lock is the first to be asked, and refuses.
  declare({ blog: declared["blog"] ?? { class: "", args: {} } });
  const live = sandbox.records(bought);
  const refused = await stack.up({ preview: false });
  const why = expect.stringMatching(/only the registrar's dashboard can unlock/);
  expect([refused.exitCode, refused.output]).toEqual([1, why]);
  expect([writes(), live.length, sandbox.records(bought)]).toEqual([[], 4, live]);
  sandbox.dashboard.editDomain(bought, { locked: false });
  declare({});
  await succeeds(stack.up({ preview: false }));
  expect([sandbox.records(bought), sandbox.records("example.net")]).toEqual([[], []]);
}

for (const [front, needs] of [
  [undefined, undefined],
  ["pulumi-registrar/plugin", "pulumi"],
] as const) {
  const name = front ?? "pulumi-registrar";
  needing(needs).it(`in ${name}, a Domain is set up in order, and its lock refuses before a row is lost`, () =>
    withProgram((run) => life(run, (program) => run.declare(program, front)), { stack: { config } }),
  );

  needing(needs).it(
    `in ${name}, keys and values of a Domain's records may be outputs that a preview doesn't know`,
    () => withProgram((run) => becomesKnown(run, (program) => run.declare(program, front)), { stack: { config } }),
  );

  needing(needs).it(`in ${name}, messages speak of the records of a Domain, and not of its zone`, () =>
    withProgram(
      async ({ stack, declare }) => {
        const shop = (args: object) => ({ shop: { class: "Domain", args: { domain, ...args } } });
        declare(shop({ records: { "www A": ["203.0.113.1", "x"] }, ttls: { "api A": 300 } }), front);
        const { output } = await stack.preview();
        expect(output).toMatch(/records\["www A"\]\[1\]: /);
        expect(output).toMatch(/ttls\["api A"\] is not a key of `records`/);
        const same = { domain, type: "A", name: "www", content: "203.0.113.1" };
        const api = { class: "DnsRecord", args: same, options: { dependsOn: ["shop"] } };
        declare({ ...shop({ records: www }), api }, front);
        expect((await stack.preview()).output).toMatch(/the Domain `shop` declares the same record/);
      },
      { stack: { config } },
    ),
  );

  needing(needs).it(`in ${name}, an authoritative Domain deletes as many records of others as the program says`, () =>
    withProgram(
      async ({ stack, declare, sandbox }) => {
        for (const name of ["theirs", "also", "dyn"])
          sandbox.dashboard.addRecord(domain, { type: "A", name, content: "203.0.113.2" });
        const shop = (args: object) =>
          declare({ shop: { class: "Domain", args: { domain, records: www, mode: "authoritative", ...args } } }, front);
        shop({ ignoreRecords: ["dyn"] });
        expect((await stack.preview()).output).toMatch(/maxUnlistedDeletes: 2/);
        shop({ ignoreRecords: ["dyn"], maxUnlistedDeletes: 2, maxChanges: 1 });
        expect((await stack.preview()).output).toMatch(/maxChanges/);
        shop({ ignoreRecords: ["dyn"], maxUnlistedDeletes: 2, maxChanges: 2 });
        await succeeds(stack.up({ preview: false }));
        expect(sandbox.records(domain).map(({ name }) => name)).toEqual(["dyn", "www"]);
      },
      { stack: { config } },
    ),
  );

  needing(needs).it(`in ${name}, records and sets move into a Domain in one \`up\``, () =>
    withProgram((run) => movesRecords(run, (program) => run.declare(program, front)), { stack: { config } }),
  );

  needing(needs).it(`in ${name}, resources move into a Domain by their aliases, and \`protect\` reaches them`, () =>
    withProgram(
      async ({ stack, declare, writes }) => {
        const zone = { class: "DnsZone", args: { domain, records: www } };
        declare({ website: zone, lock: { class: "DomainLock", args: { domain } } }, front);
        await succeeds(stack.up({ preview: false }));
        writes();
        const args = { domain, records: www, lock: true, aliases: { zone: "website", lock: "lock" } };
        declare({ shop: { class: "Domain", args, options: { protect: true } } }, front);
        const moved = await stack.up({ preview: false });
        expect([moved.exitCode, moved.exitCode === 0 ? "" : moved.output, writes()]).toEqual([0, "", []]);
        declare({}, front);
        const kept = await stack.preview();
        expect([kept.exitCode, kept.output]).toEqual([1, expect.stringMatching(/shop-(zone|lock).*protected/s)]);
      },
      { stack: { config } },
    ),
  );
}

/** Records of which keys, values and a TTL are known only once others exist: `fqdn` of the first is a value of the second. */
const laterKnown: DeclaredProgram = {
  people: { class: "Contact", args: person },
  shop: {
    class: "Domain",
    args: {
      domain,
      records: {
        entries: [
          ["www A", ["203.0.113.1"]],
          ["_owner TXT", [{ output: ["people", "handle"] }]],
        ],
      },
      ttls: { entries: [["www A", 300]] },
    },
  },
  blog: {
    class: "Domain",
    args: { domain: "example.org", records: { "www CNAME": [{ output: ["shop", "records", "www A", "fqdn"] }] } },
  },
};

async function becomesKnown({ stack, sandbox }: Run, declare: (program: DeclaredProgram) => void): Promise<void> {
  declare(laterKnown);
  await succeeds(stack.preview());
  await succeeds(stack.up({ preview: false }));
  const rows = [domain, "example.org"].flatMap((of) => sandbox.records(of));
  expect(rows.map(({ type, name, content, ttl }) => [type, name, content, ttl]).sort()).toEqual([
    ["A", "www", "203.0.113.1", 300],
    ["CNAME", "www", "www.example.com", undefined],
    ["TXT", "_owner", expect.stringMatching(/^ATOM-\d+$/), undefined],
  ]);
  await succeeds(stack.up({ expectNoChanges: true }));
}

/** Records and a set, and the Domain that declares their rows instead. */
const apart: DeclaredProgram = {
  first: { class: "DnsRecord", args: { domain, type: "A", name: "www", content: "203.0.113.1", ttl: 300 } },
  second: { class: "DnsRecord", args: { domain, type: "A", name: "www", content: "203.0.113.2", ttl: 300 } },
  mail: { class: "DnsRecordSet", args: { domain, type: "MX", name: "@", values: records["@ MX"] } },
};
const together: DeclaredProgram = {
  shop: {
    class: "Domain",
    args: {
      domain,
      records: { "www A": ["203.0.113.1", "203.0.113.2"], "@ MX": records["@ MX"] },
      ttls: { "www A": 300 },
    },
  },
};

/** Moves the records into a Domain, and with the CLI back, each in one `up`: no row is written. On the small engine: test/stories/moves. */
async function movesRecords(
  { stack, sandbox, writes }: Run,
  declare: (program: DeclaredProgram) => void,
  moves = stack.engine === "pulumi" ? [together, apart] : [together],
) {
  declare(apart);
  await succeeds(stack.up({ preview: false }));
  const live = sandbox.records(domain);
  writes();
  for (const program of moves) {
    declare(program);
    await succeeds(stack.up());
    expect([writes(), sandbox.records(domain)]).toEqual([[], live]);
    await succeeds(stack.refresh({ expectNoChanges: true }));
    await succeeds(stack.up({ expectNoChanges: true }));
  }
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

let python: ReturnType<typeof pythonProgram> | undefined;

/** Runs a story with a program in Python, whose packages are generated once. */
function inPython(story: (run: Run) => Promise<void>): Promise<void> {
  python ??= pythonProgram(folder);
  const { program, env } = python;
  return withProgram(story, { program, stack: { config, env } });
}

needing("pulumi-language-python").it("in Python, a Domain is set up in order, and its lock refuses first", () => {
  const fqdn = { "www A": { fqdn: `www.${bought}` }, "@ MX": { fqdn: bought } };
  const outputs = {
    shop_records: fqdn,
    shop_expires: expect.stringMatching(/^\d{4}-/),
    shop_keys: [expect.any(Object)],
  };
  return inPython((run) => life(run, run.declare, outputs));
});

needing("pulumi-language-python").it("in Python, keys and values of a Domain's records may be outputs", () =>
  inPython((run) => becomesKnown(run, run.declare)),
);

needing("pulumi-language-python").it("in Python, records and sets move into a Domain in one `up`", () =>
  inPython((run) => movesRecords(run, run.declare, [together])),
);
