import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" });

/** Code that makes resources without an engine. */
const mocks = `const pulumi = require("@pulumi/pulumi");
  pulumi.runtime.setMocks({ newResource: (a) => ({ id: "x", state: a.inputs }), call: () => ({}) });`;

/** The files of the package that a process has loaded, as code. */
const loadedFiles = `Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(join(root, "dist"))}))`;

it.each([
  { entry: "", characters: 80_000 },
  { entry: "/plugin", characters: 86_000 },
  { entry: "/provider", characters: 20_000 },
])("loads no library when a program or the host imports pulumi-registrar$entry", ({ entry, characters }) => {
  const loaded = node("-e", `require("pulumi-registrar${entry}"); console.log(JSON.stringify(${loadedFiles}))`);
  const files: string[] = JSON.parse(loaded);
  expect(files).toContain(join(root, "dist", `${entry.slice(1) || "index"}.js`));
  const code = files.map((file) => readFileSync(file, "utf8")).join("\n");
  expect(code).not.toMatch(/ZodObject|cacheable-request/);
  expect(code.length).toBeLessThan(characters);
});

it.each(["", "/plugin"])(
  "the engine gets the program's line of each class of pulumi-registrar%s, and no line of the package",
  (entry) => {
    // The SDK takes the fifth frame of the stack. A transformation runs in the place of the first two.
    const code = `${mocks}
    const { RegistrarProvider: _, Domain, Provider, ...all } = require("pulumi-registrar${entry}");
    const classes = Object.values(all).filter((each) => pulumi.CustomResource.isPrototypeOf(each));
    const frames = classes.map((Class) => {
      let frame;
      const look = () => { frame = new Error().stack.split("\\n")[5]; };
      new Class("it", { domain: "example.com", type: "A", name: "www" }, { transformations: [look] });
      return frame;
    });
    console.log(JSON.stringify({ count: classes.length, lines: [...new Set(frames)] }));`;
    const { count, lines } = JSON.parse(node("-e", code));
    expect(count).toBeGreaterThan(10);
    expect(lines).toEqual([expect.stringContaining("[eval]")]);
  },
);

it("gives a program the records of a zone file, warns of what the registrar cannot hold, and loads no schemas", () => {
  const code = `const { zoneRecords } = require("pulumi-registrar");
    const text = require("fs").readFileSync(0, "utf8");
    const kinds = [];
    zoneRecords(text, { onLeftOut: (leftOut) => kinds.push(...leftOut.map(({ kind }) => kind)) });
    let failure;
    try { zoneRecords("www"); } catch ({ code, line, column }) { failure = { code, line, column }; }
    console.log(JSON.stringify({ records: zoneRecords(text), kinds, failure, loaded: ${loadedFiles} }));`;
  const input = "$ORIGIN example.com.\n@ SOA ns1 host 1 2 3 4 300\nwww A 192.0.2.1\n_443._tcp WKS 3 1 1 00\n";
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", code], { cwd: root, encoding: "utf8", input });
  const { loaded, ...given }: { loaded: string[] } = JSON.parse(stdout);
  expect(given).toEqual({
    records: { records: { "www A": ["192.0.2.1"] }, ttl: 300 },
    kinds: ["soa", "type"],
    failure: { code: "ERR_REGISTRAR_ZONE_FILE", line: 1, column: 4 },
  });
  expect(stderr.match(/zoneRecords left out/g)).toHaveLength(1);
  expect(stderr).toContain("line 4, _443._tcp.example.com WKS: this package has no records of type WKS");
  expect(loaded).toContain(join(root, "dist", "zoneFile.js"));
  expect(loaded.map((file) => readFileSync(file, "utf8")).join("\n")).not.toMatch(/ZodObject/);
});

it("holds what it bundles as files of their own in a form that it can use: names that are internationalised", () => {
  const args = JSON.stringify({ domain: "bücher.example", type: "A", name: "café", content: "8.8.8.8" });
  const said = node(
    "-e",
    `require("pulumi-registrar/provider").dnsRecord.check({}, ${args}).then((checked) => console.log(JSON.stringify(checked)))`,
  );
  expect(JSON.parse(said)).toMatchObject({ inputs: { name: "café" }, failures: [] });
});

it("gives ES modules named imports of the same classes, and a handler for each resource under the names that every state holds", () => {
  const code = `import { DnsRecord } from "pulumi-registrar"; import { createRequire } from "node:module";
    const require = createRequire(${JSON.stringify(join(root, "x.js"))});
    const handlers = Object.entries(require("pulumi-registrar/provider")).map(([name, handler]) => [name, Object.keys(handler)]);
    console.log(JSON.stringify([require("pulumi-registrar").DnsRecord === DnsRecord, Object.fromEntries(handlers)]))`;
  const methods = ["configure", "check", "diff", "create", "read", "update", "delete"];
  const names = "contact dnsRecord dnsRecordSet dnsZone dnssec domainContacts domainLock domainRegistration";
  const all = `${names} domainSettings domainTransfer nameservers urlForward`.split(" ");
  const made = Object.fromEntries(all.map((name) => [name, methods]));
  expect(JSON.parse(node("--input-type=module", "-e", code))).toEqual([true, made]);
});

it("brings no dependency but its peer", () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
  expect(Object.keys(peerDependencies)).toEqual(["@pulumi/pulumi"]);
});

it("says what to do when the host could not load it from the program's folder", () => {
  const code = `module.paths.push(${JSON.stringify(join(root, "node_modules"))}); ${mocks}
    const { DomainLock } = require(${JSON.stringify(join(root, "dist", "index.js"))});
    try { new DomainLock("lock", { domain: "example.com" }); } catch (error) { console.log(error.message); }`;
  const said = execFileSync(process.execPath, ["-e", code], { cwd: newFolder(), encoding: "utf8" });
  expect(said).toMatch(/the program itself must depend on pulumi-registrar.*npm ci/s);
});

it("refuses the options `provider` and `import`, and says which classes take them; those name the plugin and where to get it, as generated packages do", () => {
  const code = `${mocks}
    const [root, plugin] = [require("pulumi-registrar"), require("pulumi-registrar/plugin")];
    const provider = new plugin.Provider("account");
    const parent = new pulumi.ComponentResource("test:index:Part", "part", {}, { providers: [provider] });
    const www = { domain: "example.com", type: "A", name: "www", content: "8.8.8.8" };
    const said = [];
    const hear = (make) => { try { make(); } catch (error) { said.push(error.message); } };
    for (const options of [{ provider }, { parent }]) hear(() => new root.DnsRecord("www", www, options));
    hear(() => new root.Domain("shop", { domain: "example.com", lock: true }, { providers: [provider] }));
    hear(() => new root.DnsRecord("old", www, { import: "example.com/www/A" }));
    // As the classes of other Pulumi packages, they take null for no options.
    hear(() => new root.DnsRecord("null", www, null));
    const later = new plugin.DnsRecord("api", { ...www, name: "api" }, { version: "9.0.0" });
    const made = [provider, new plugin.DnsRecord("www", www, { provider }), later];
    console.log(JSON.stringify({ said, made: made.map(({ __version, __pluginDownloadURL }) => [__version, __pluginDownloadURL]) }));`;
  const { said, made } = JSON.parse(node("-e", code));
  const refused: [string, string][] = [
    ["DnsRecord www", "provider"],
    ["DnsRecord www", "provider"],
    ["DomainLock shop-lock", "provider"],
    ["DnsRecord old", "import"],
  ];
  expect(said).toEqual(
    refused.map(([name, option]) =>
      expect.stringMatching(`the ${name} has the option .${option}.*import the class from .pulumi-registrar/plugin`),
    ),
  );
  const { version, pluginDownloadURL } = JSON.parse(readFileSync(join(root, "exe", "schema.json"), "utf8"));
  expect(made).toEqual([...Array(2).fill([version, pluginDownloadURL]), ["9.0.0", pluginDownloadURL]]);
});

it("the classes of each front name the other's type as an alias, without which a switch would delete everything", () => {
  const code = `${mocks}
    const { DomainRegistration } = require("pulumi-registrar/plugin");
    const { DomainLock } = require("pulumi-registrar");
    const bought = new DomainRegistration("bought", { domain: "new-name.com", years: 1, maxPrice: 20 });
    const twin = new DomainLock("twin", { domain: "twin.example" }, { aliases: [{ name: "former" }] });
    // The SDK keeps there by which other names the engine may know a resource.
    pulumi.all([bought, twin].map(({ __aliases }) => pulumi.all(__aliases))).apply((aliases) => {
      process.once("exit", () => process.stdout.write(JSON.stringify(aliases)));
    });`;
  const aliases: string[][] = JSON.parse(node("-e", code));
  expect(aliases.map((each) => each.map((urn) => urn.split("::").slice(2)))).toEqual([
    [["pulumi-nodejs:dynamic/registrar:DomainRegistration", "bought"]],
    [
      ["pulumi-nodejs:dynamic/registrar:DomainLock", "former"],
      ["registrar:index:DomainLock", "twin"],
    ],
  ]);
});

it("test files that run the package import test/support/built.ts, which refuses an old build", () => {
  const builtFiles = /"(?:dist|exe)"|\bdist\/|require\("pulumi-registrar|openTestStack|withProgram/;
  const checked = /support\/(?:built|programs|languages)\.ts"|"\.\/built\.ts"/;
  const folder = join(root, "test");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const wrong = files.filter((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return file !== "support/built.ts" && builtFiles.test(text) && !checked.test(text);
  });
  expect(wrong).toEqual([]);
});
