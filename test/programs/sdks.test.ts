/** The packages that Pulumi makes of the schema, and the programs that its commands print, compile and do the same in every language. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { shellsIn } from "../docs/shell.ts";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";
import { generated, goPrograms, projectFile, pythonEnv } from "../support/languages.ts";
import { fileOf, isThere, needing, type OptionalProgram } from "../support/optional.ts";
import { countingCalls } from "../support/registrar.ts";

const exe = join(root, "exe");
const folder = newFolder();
const domain = "example.com";

/** Part of the project file in every language: what a program takes from it. */
const addressed = (runtime: string, address: string) =>
  `${projectFile(runtime)}config: { address: { type: string, default: ${address} } }\n`;

const [first, second] = ["192.0.2.1", "192.0.2.2"];
const yaml = `variables:
  live:
    fn::invoke: { function: registrar:getDomain, arguments: { domain: example.org } }
resources:
  www:
    type: registrar:DnsRecord
    properties: { domain: ${domain}, type: A, name: www, content: "\${address}", ttl: 300 }
  old:
    type: registrar:DnsRecord
    properties: { domain: ${domain}, type: A, name: old, content: 203.0.113.7, ttl: 300 }
    options: { import: ${domain}/old/A }
  addresses:
    type: registrar:DnsRecordSet
    properties: { domain: ${domain}, type: A, name: api, values: [203.0.113.1, 203.0.113.2], ttl: 300 }
  zone:
    type: registrar:DnsZone
    properties: { domain: example.org, records: { "www A": [203.0.113.3] } }
  shop:
    type: registrar:UrlForward
    properties: { domain: ${domain}, source: shop, destination: "https://example.net/" }
  person:
    type: registrar:Contact
    properties:
      { firstName: Ada, lastName: Lovelace, email: ada@example.net, phone: "+44.2079460000" ,
        address: [1 Street], city: London, zip: EC1A 1AA, country: GB }
  lock:
    type: registrar:DomainLock
    properties: { domain: "\${www.domain}" }
    options: { dependsOn: ["\${www}", "\${old}", "\${addresses}", "\${shop}"] }
outputs:
  expires: \${live.expiresAt}
`;

/** A program in a language, as Pulumi converts it from the one in YAML. */
function converted(language: "go" | "python" | "typescript"): string {
  const [from, to] = [join(folder, "from"), join(folder, `to-${language}`)];
  const file = join(to, { go: "main.go", python: "__main__.py", typescript: "index.ts" }[language]);
  if (existsSync(file)) return readFileSync(file, "utf8");
  mkdirSync(from, { recursive: true });
  writeFileSync(join(from, "Pulumi.yaml"), `${addressed("yaml", first)}${yaml}`);
  const args = ["convert", "--from", "yaml", "--language", language, "--out", to, "--generate-only", "--strict"];
  const env = { ...process.env, PULUMI_HOME: join(folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "true" };
  execFileSync(fileOf("pulumi"), args, { cwd: from, env, stdio: "ignore" });
  return readFileSync(file, "utf8");
}

type Language = [name: string, needs: OptionalProgram, make: () => { runtime: string; files: Record<string, string> }];

/** The files of each language other than the project's settings, in the order in which one stack goes through them. */
const languages: Language[] = [
  [
    "Go",
    "pulumi-language-go",
    () => {
      const binary = goPrograms(folder, [converted("go")]);
      return { runtime: `{ name: go, options: { binary: ${JSON.stringify(binary)} } }`, files: {} };
    },
  ],
  ["Python", "pulumi-language-python", () => ({ runtime: "python", files: { "__main__.py": converted("python") } })],
  ["YAML", "pulumi-language-yaml", () => ({ runtime: "yaml", files: {} })],
  ...["pulumi-registrar/plugin", "pulumi-registrar"].map(
    (front): Language => [
      front,
      "pulumi",
      () => ({ runtime: "nodejs", files: { "index.ts": from(front, converted("typescript")) } }),
    ],
  ),
];

const from = (front: string, program: string) => program.replace('"pulumi-registrar"', JSON.stringify(front));

/** Beside the programs. */
function linkModules(): void {
  const link = join(folder, "node_modules");
  if (!existsSync(link)) symlinkSync(join(root, "node_modules"), link);
}

/** Checks the types of a program with the package's classes, those of the plugin, and the package that Pulumi makes. */
function compile(program: string): void {
  generated("nodejs", folder);
  linkModules();
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--types", "node"];
  const modules = ["--module", "nodenext", "--moduleResolution", "nodenext"];
  const files = ["pulumi-registrar", "pulumi-registrar/plugin", "./nodejs/index"].map((front) => {
    const file = join(folder, `${front.replaceAll(/\W/g, "-")}.ts`);
    writeFileSync(file, from(front, program));
    return file;
  });
  execFileSync(join(root, "node_modules/.bin/tsc"), [...options, ...modules, ...files], { cwd: folder });
}

/** Further rows of the account, as \`pulumi import\` takes it. */
const imported = {
  resources: [
    { type: "registrar:index:DnsRecord", name: "late", id: `${domain}/late/TXT` },
    { type: "registrar:index:DnsRecordSet", name: "mail", id: `${domain}/@/MX` },
    { type: "registrar:index:Nameservers", name: "ns", id: "example.org" },
    { type: "registrar:index:DomainSettings", name: "settings", id: "example.org" },
    { type: "registrar:index:Contact", name: "first", id: "ATOM-1001" },
  ],
};

needing("pulumi").it("Pulumi finds nothing wrong with the schema", async () => {
  const { stdout } = await promisify(execFile)(fileOf("pulumi"), ["schema", "check", join(exe, "schema.json")]);
  expect(stdout).toBe("");
});

const title = "one program makes, imports, looks up and changes in every language; the others have nothing left to do";
needing("pulumi-converter-yaml").it(
  title,
  async () => {
    const sandbox = await startSandbox();
    const project = join(folder, "project");
    for (const made of [project, join(folder, "state")]) mkdirSync(made);
    linkModules();
    const python = isThere("pulumi-language-python") ? pythonEnv(folder) : {};
    const backend = { PULUMI_BACKEND_URL: `file://${join(folder, "state")}` };
    const env = { ...shellsIn(folder, sandbox).env, ...backend, PROGRAM: "0", ...python };
    const pulumi = async (...args: string[]) => {
      const options = { cwd: project, env, maxBuffer: 1e8 };
      return (await promisify(execFile)(fileOf("pulumi"), [...args, "--non-interactive"], options)).stdout;
    };
    const { calls, writes } = countingCalls(() => sandbox.log);
    const write = (files: Record<string, string>) => {
      for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
    };
    const add = (record: Parameters<typeof sandbox.dashboard.addRecord>[1]) =>
      sandbox.dashboard.addRecord(domain, { ttl: 300, ...record });
    try {
      add({ type: "A", name: "old", content: "203.0.113.7" });
      add({ type: "TXT", name: "late", content: "late" });
      add({ type: "MX", name: "@", content: "mail.example.net", priority: 10 });
      let [address, other] = [first, second];
      let isMade = false;
      for (const [name, needs, make] of languages) {
        if (needs !== "pulumi" && !isThere(needs)) continue;
        const { runtime, files } = make();
        const settings = () => ({ "Pulumi.yaml": addressed(runtime, address) + (runtime === "yaml" ? yaml : "") });
        write({ ...files, ...settings() });
        if (!isMade) {
          await pulumi("stack", "init", "dev");
          await pulumi("up", "--yes", "--skip-preview");
          expect(writes().at(-1)).toBe("PUT lock.set");
          expect(await pulumi("stack", "output", "expires")).toMatch(/^\d{4}-/);
          isMade = true;
        }
        calls();
        await pulumi("preview", "--expect-no-changes");
        expect([name, calls()]).toEqual([name, expect.arrayContaining(["GET domains.get"])]);
        [address, other] = [other, address];
        write(settings());
        await pulumi("up", "--yes", "--skip-preview");
        expect([name, writes()]).toEqual([name, ["PUT records.update"]]);
      }

      write({ "import.json": JSON.stringify(imported) });
      const flags = ["--protect=false", "--yes", "--skip-preview"];
      await pulumi("import", "--file", "import.json", "--out", "printed.ts", ...flags);
      const printed = readFileSync(join(project, "printed.ts"), "utf8").replaceAll(/^import .*\n/gm, "");
      const program = `${converted("typescript")}\n${printed}`;
      compile(program);
      for (const front of ["pulumi-registrar/plugin", "pulumi-registrar"]) {
        write({ "index.ts": from(front, program) });
        await pulumi("preview", "--expect-no-changes");
      }
      expect(writes()).toEqual([]);

      sandbox.dashboard.editDomain(domain, { locked: false });
      await pulumi("destroy", "--yes", "--skip-preview");
      expect([sandbox.records(domain), sandbox.records("example.org")]).toEqual([[], []]);
    } finally {
      await sandbox.close();
    }
  },
  900_000,
);

needing("pulumi").it("the type namespaces and enums of the package that Pulumi makes are in ours, too", async () => {
  const namespaces = join(generated("nodejs", folder), "types");
  const lines = ["input", "output"].flatMap((side) =>
    [...readFileSync(join(namespaces, `${side}.ts`), "utf8").matchAll(/interface (\w+)/g)].map(
      ([, name]) => `export type ${side}${name} = registrar.types.${side}.${name};\n`,
    ),
  );
  expect(lines.length).toBeGreaterThan(15);
  const enums = readFileSync(join(namespaces, "enums", "index.ts"), "utf8");
  const words = [...enums.matchAll(/^ {4}(\w+): "(.*)",$/gm)].map(
    ([, key, word]) => ` ${key}: ${JSON.stringify(word)}`,
  );
  const declared = readFileSync(join(root, "provider/lookups/words.generated.ts"), "utf8");
  expect(words.filter((word) => !declared.includes(word))).toEqual([]);
  expect(words.length).toBeGreaterThan(10);
  const kinds = "[registrar.DnsRecordType.A, registrar.DnsZoneMode.Authoritative, registrar.UrlForwardType.Permanent]";
  const head = `import * as registrar from "pulumi-registrar";\nexport const kinds = ${kinds};\n`;
  compile(`${head}${lines.join("")}`);
});

needing("mypy").describe("the package for Python", () => {
  let path: string;
  beforeAll(() => {
    path = pythonEnv(folder)["PYTHONPATH"] ?? "";
  });
  const check = (code: string): string => {
    const program = join(folder, "checked.py");
    writeFileSync(program, code);
    const args = ["-m", "mypy", "--strict", "--follow-imports=silent", program];
    return spawnSync(fileOf("mypy"), args, { env: { ...process.env, MYPYPATH: path }, encoding: "utf8" }).stdout;
  };

  it.each([
    ["registrar.UrlForwardType.PERMANENT", "Success"],
    ['"moved"', "Success"],
    ["registrar.UrlForwardType.PERMANANT", "has no attribute"],
  ])("takes %s as the type of a forward: %s", (word, says) => {
    const forward = `registrar.UrlForward("a", domain="b.com", source="c", destination="https://d.net/", type=${word})`;
    expect(check(`import pulumi_registrar as registrar\n\n${forward}\n`)).toContain(says);
  });

  needing("pulumi-converter-yaml").it("has the types of the program that Pulumi converts from YAML", async () => {
    expect(check(converted("python"))).toContain("Success");
  });
});
