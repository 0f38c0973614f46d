/** The files of a first project, as text. */
import { classesOf, packageJson, pulumiYaml, tsconfigJson } from "../project/manifest.ts";
import type { Front } from "../project/option.ts";

export interface Project {
  project: string;
  dependency: string;
  language: "typescript" | "javascript";
  front?: Front | undefined;
  /** The domain that the program and its test name. */
  domain: string;
  /** Major version of Node that the CI job uses. */
  node: number;
}

/** Path in the project to text. */
export function projectFiles(project: Project): Record<string, string> {
  const { dependency, language, front } = project;
  const ignored = { ".gitignore": "node_modules/\nsandbox.json*\n" };
  if (front === "yaml") {
    const manifest = packageJson({ project: project.project, dependency, language: "yaml" });
    return { "package.json": manifest, "Pulumi.yaml": yamlProgram(project), ...ignored };
  }
  const isTyped = language === "typescript";
  const both = {
    "Pulumi.yaml": pulumiYaml(project.project, `DNS of ${project.domain}`, language, front),
    [isTyped ? "index.ts" : "index.js"]: program(project),
  };
  // The small engine, on which the test and the CI job run, has no plugins.
  if (front === "plugin") {
    const manifest = packageJson({ project: project.project, dependency, language });
    return { "package.json": manifest, ...both, ...(isTyped && { "tsconfig.json": tsconfigJson() }), ...ignored };
  }
  return {
    "package.json": manifest(project),
    ...both,
    ...(isTyped && { "tsconfig.json": tsconfigJson(["node", "jest"]) }),
    [isTyped ? "index.test.ts" : "index.test.js"]: test(project),
    "jest.config.cjs": jestConfig(isTyped),
    ".github/workflows/test.yaml": workflow(project),
    ...ignored,
  };
}

/** The program of `programBody`, without code. */
const yamlProgram = ({ project, domain, front }: Project) =>
  `${pulumiYaml(project, `DNS of ${domain}`, "yaml", front)}config:
  # \`pulumi config set domain your.example\` names another domain.
  domain: { type: string, default: ${JSON.stringify(domain)} }
resources:
  # A record that disturbs nothing: right for a first try with a real domain.
  hello:
    type: registrar:DnsRecord
    properties: { domain: "\${domain}", name: hello, type: TXT, content: declared with Pulumi, ttl: 300 }
outputs:
  content: \${hello.content}
`;

function manifest({ project, dependency, language }: Project): string {
  const typed = { "@swc/core": "^1.10.0", "@swc/jest": "^0.2.37", "@types/jest": "^30.0.0" };
  return packageJson({
    project,
    dependency,
    language,
    scripts: { test: "jest", ...(language === "typescript" && { types: "tsc" }) },
    devDependencies: { jest: "^30.0.0", ...(language === "typescript" && typed) },
  });
}

const program = (project: Project) => {
  const classes = classesOf(project.front);
  const [head, end] =
    project.language === "typescript"
      ? [`import * as pulumi from "@pulumi/pulumi";\nimport { DnsRecord } from "${classes}";`, "export const content ="]
      : [
          `"use strict";\nconst pulumi = require("@pulumi/pulumi");\nconst { DnsRecord } = require("${classes}");`,
          "exports.content =",
        ];
  return `${head}\n\n${programBody(project)}\n${end} hello.content;\n`;
};

const programBody = ({ domain }: Project) =>
  `// \`pulumi config set domain your.example\` names another domain.
const domain = new pulumi.Config().get("domain") ?? ${JSON.stringify(domain)};

// A record that disturbs nothing: right for a first try with a real domain.
const hello = new DnsRecord("hello", { domain, name: "hello", type: "TXT", content: "declared with Pulumi", ttl: 300 });

// What a web site needs, with your own addresses:
// new DnsRecord("apex", { domain, name: "@", type: "A", content: "192.0.2.10", ttl: 300 });
// new DnsRecord("www", { domain, name: "www", type: "CNAME", content: domain, ttl: 300 });
`;

const test = (project: Project) => {
  const isTyped = project.language === "typescript";
  const head = isTyped
    ? 'import { openTestStack, type TestStack } from "pulumi-registrar/testing";'
    : '"use strict";\nconst { openTestStack } = require("pulumi-registrar/testing");';
  const domain = JSON.stringify(project.domain);
  return `${head}\n\nconst domain = ${domain};\nlet site${isTyped ? ": TestStack" : ""};\n\n${testBody(project)}`;
};

const testBody = ({ project }: Project) =>
  `beforeEach(async () => {
  // A registrar and a stack for this test alone. Nothing leaves this machine.
  site = await openTestStack({
    cwd: __dirname,
    config: { "${project}:domain": domain },
    sandbox: { domains: [domain] },
  });
});

afterEach(() => site?.close());

it("creates the record, and has nothing to do the second time", async () => {
  const first = await site.stack.up();
  expect(first.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(site.sandbox.records(domain)).toEqual([
    expect.objectContaining({ name: "hello", type: "TXT", content: "declared with Pulumi" }),
  ]);

  site.sandbox.log.clear();
  expect(await site.stack.up({ expectNoChanges: true })).toMatchObject({ exitCode: 0 });
  expect(site.sandbox.log.count()).toBe(0);
});
`;

const jestConfig = (isTyped: boolean) => `/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
${isTyped ? '  transform: { "\\\\.ts$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }] },\n' : ""}  // A run of a program starts processes: give it time.
  testTimeout: 120_000,
};
`;

const workflow = ({
  node,
}: Project) => `# Tests the program without an account. Jobs that preview and apply it: docs/guides/ci.md of pulumi-registrar.
name: test
on:
  push: { branches: [main] }
  pull_request:
permissions: { contents: read }
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: ${node}, cache: npm }
      - run: npm ci
      - run: npm test
`;
