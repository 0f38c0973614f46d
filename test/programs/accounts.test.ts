/** Lookups into the accounts of two providers, on the Pulumi CLI, in each language. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";
import { newFolder } from "../support/folder.ts";
import { projectFile, pythonEnv } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { succeeds, withProgram } from "../support/programs.ts";

const folder = newFolder();
const domain = "example.com";
const expires = "2031-05-06T00:00:00Z";

/** Runs a program that exports the expiry of a domain as each account has it. */
async function looksIntoBoth(
  make: (second: WholeSandbox) => { program: string; env: Record<string, string> },
  more: object = {},
): Promise<void> {
  const second = await startSandbox();
  second.dashboard.editDomain(domain, { expires });
  try {
    const { program, env } = make(second);
    await withProgram(
      async ({ stack, sandbox, calls }) => {
        const up = await succeeds(stack.up({ preview: false }));
        const first = sandbox.domain(domain).expires;
        expect(up.outputs).toMatchObject({ first, second: expect.stringContaining("2031-05-06"), ...more });
        expect(calls()).toEqual(["GET domains.get"]);
      },
      { program, stack: { env } },
    );
  } finally {
    await second.close();
  }
}

for (const front of ["pulumi-registrar", "pulumi-registrar/plugin"])
  needing("pulumi").it(
    `in TypeScript with ${front}, a lookup reads the account of its provider or its parent's`,
    () => {
      const there = expect.stringContaining("2031-05-06");
      const refused = expect.stringMatching(/^ERR_REGISTRAR_DOMAIN_NOT_HELD true .*this account does not hold nowhere/);
      const make = ({ url, token }: WholeSandbox) => ({
        program: "test/programs/accounts",
        env: { FRONT: front, SECOND_URL: url, SECOND_TOKEN: token },
      });
      return looksIntoBoth(make, { inherited: there, awaited: there, refused });
    },
  );

const inFolder = (name: string, files: Record<string, string>) => {
  const program = join(folder, name);
  mkdirSync(program);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(program, file), text);
  return program;
};

needing("pulumi-language-yaml").it("in YAML, a lookup reads the account of its provider", () =>
  looksIntoBoth(({ url, token }) => ({
    program: inFolder("yaml", {
      "Pulumi.yaml": `${projectFile("yaml")}resources:
  other: { type: "pulumi:providers:registrar", properties: { baseUrl: "${url}", apiToken: "${token}" } }
variables:
  first: { fn::invoke: { function: registrar:getDomain, arguments: { domain: ${domain} }, return: expiresAt } }
  second:
    fn::invoke:
      function: registrar:getDomain
      arguments: { domain: ${domain} }
      return: expiresAt
      options: { provider: "\${other}" }
outputs: { first: "\${first}", second: "\${second}" }
`,
    }),
    env: {},
  })),
);

needing("pulumi-language-python").it("in Python, a lookup reads the account of its provider", () =>
  looksIntoBoth(({ url, token }) => ({
    program: inFolder("python-program", {
      "Pulumi.yaml": projectFile("python"),
      "__main__.py": `import pulumi
import pulumi_registrar as registrar

other = registrar.Provider("other", base_url="${url}", api_token="${token}")
options = pulumi.InvokeOptions(provider=other)
pulumi.export("first", registrar.get_domain_output(domain="${domain}").expires_at)
pulumi.export("second", registrar.get_domain_output(domain="${domain}", opts=options).expires_at)
`,
    }),
    env: pythonEnv(folder),
  })),
);
