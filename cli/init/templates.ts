/** The files of a first project, as text. */
import { classesOf, type Frame, frameOf } from "../project/manifest.ts";

export interface Project extends Pick<Frame, "project" | "dependency" | "language" | "plugin"> {
  /** The domain that the program and its test name. */
  domain: string;
  /** Major version of Node that the CI job uses. */
  node: number;
}

/** Path in the project to text. */
export function projectFiles(project: Project): Record<string, string> {
  const { domain, language, plugin } = project;
  // The small engine, on which the test and the CI job run, has no plugins.
  const isTested = !plugin && (language === "typescript" || language === "javascript");
  const frame = frameOf({ ...project, description: `DNS of ${domain}`, ...(isTested && testing(language)) });
  if (language === "yaml") return { ...frame, "Pulumi.yaml": frame["Pulumi.yaml"] + yamlProgram(domain) };
  if (language === "python")
    return { ...frame, "__main__.py": pythonProgram(domain), "requirements.txt": "pulumi>=3.216,<4\n" };
  if (language === "go") return { ...frame, "main.go": goProgram(domain), "go.mod": goModule(project) };
  const ending = language === "typescript" ? "ts" : "js";
  const tests = isTested && {
    [`index.test.${ending}`]: test(project),
    "jest.config.cjs": jestConfig(language === "typescript"),
    ".github/workflows/test.yaml": workflow(project),
  };
  return { ...frame, [`index.${ending}`]: program(project), ...tests };
}

/** Scripts and packages for the test. */
function testing(language: string) {
  if (language !== "typescript") return { scripts: { test: "jest" }, devDependencies: { jest: "^30.0.0" } };
  const typed = { "@swc/core": "^1.10.0", "@swc/jest": "^0.2.37", "@types/jest": "^30.0.0" };
  return {
    scripts: { test: "jest", types: "tsc" },
    devDependencies: { jest: "^30.0.0", ...typed },
    types: ["node", "jest"],
  };
}

/** The program of `programBody`, without code. */
const yamlProgram = (domain: string) => `config:
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

const pythonProgram = (domain: string) => `import pulumi
import pulumi_registrar as registrar

# \`pulumi config set domain your.example\` names another domain.
domain = pulumi.Config().get("domain") or ${JSON.stringify(domain)}

# A record that disturbs nothing: right for a first try with a real domain.
hello = registrar.DnsRecord(
    "hello", domain=domain, name="hello", type="TXT", content="declared with Pulumi", ttl=300
)

pulumi.export("content", hello.content)
`;

const goProgram = (domain: string) => `package main

import (
	"code.example/pulumi-registrar/pulumi-registrar/sdk/go/registrar"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// \`pulumi config set domain your.example\` names another domain.
		domain := config.New(ctx, "").Get("domain")
		if domain == "" {
			domain = ${JSON.stringify(domain)}
		}
		// A record that disturbs nothing: right for a first try with a real domain.
		hello, err := registrar.NewDnsRecord(ctx, "hello", &registrar.DnsRecordArgs{
			Domain:  pulumi.String(domain),
			Type:    pulumi.String("TXT"),
			Name:    pulumi.String("hello"),
			Content: pulumi.String("declared with Pulumi"),
			Ttl:     pulumi.Int(300),
		})
		if err != nil {
			return err
		}
		ctx.Export("content", hello.Content)
		return nil
	})
}
`;

const goModule = ({ project }: Project) => `module ${project}

go 1.25

require github.com/pulumi/pulumi/sdk/v3 v3.256.0
`;

const program = ({ language, plugin, domain }: Project) => {
  const from = classesOf(plugin);
  const [head, end] =
    language === "typescript"
      ? [`import * as pulumi from "@pulumi/pulumi";\nimport { DnsRecord } from "${from}";`, "export const content ="]
      : [
          `"use strict";\nconst pulumi = require("@pulumi/pulumi");\nconst { DnsRecord } = require("${from}");`,
          "exports.content =",
        ];
  return `${head}

// \`pulumi config set domain your.example\` names another domain.
const domain = new pulumi.Config().get("domain") ?? ${JSON.stringify(domain)};

// A record that disturbs nothing: right for a first try with a real domain.
const hello = new DnsRecord("hello", { domain, name: "hello", type: "TXT", content: "declared with Pulumi", ttl: 300 });

// What a web site needs, with your own addresses:
// new DnsRecord("apex", { domain, name: "@", type: "A", content: "192.0.2.10", ttl: 300 });
// new DnsRecord("www", { domain, name: "www", type: "CNAME", content: domain, ttl: 300 });

${end} hello.content;
`;
};

const test = ({ language, domain, project }: Project) => {
  const isTyped = language === "typescript";
  const head = isTyped
    ? 'import { openTestStack, type TestStack } from "pulumi-registrar/testing";'
    : '"use strict";\nconst { openTestStack } = require("pulumi-registrar/testing");';
  return `${head}

const domain = ${JSON.stringify(domain)};
let site${isTyped ? ": TestStack" : ""};

beforeEach(async () => {
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
  // Records that you add to the program don't break this.
  expect(site.sandbox.records(domain)).toContainEqual(
    expect.objectContaining({ name: "hello", type: "TXT", content: "declared with Pulumi" }),
  );

  site.sandbox.log.clear();
  expect(await site.stack.up({ expectNoChanges: true })).toMatchObject({ exitCode: 0 });
  expect(site.sandbox.log.count()).toBe(0);
});
`;
};

const transform = `
  transform: { "\\\\.ts$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }] },`;

const jestConfig = (isTyped: boolean) => `/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",${isTyped ? transform : ""}
  // A run of a program starts processes: give it time.
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
