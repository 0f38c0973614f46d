/** Lookups into the accounts of two providers, on the Pulumi CLI. */
import { startSandbox } from "../../testing/sandbox/index.ts";
import { needing } from "../support/optional.ts";
import { succeeds, withProgram } from "../support/programs.ts";

const domain = "example.com";

for (const front of ["pulumi-registrar", "pulumi-registrar/plugin"])
  needing("pulumi").it(`with ${front}, a lookup reads the account of its provider or its parent's`, async () => {
    const second = await startSandbox();
    second.dashboard.editDomain(domain, { expires: "2031-05-06T00:00:00Z" });
    const env = { FRONT: front, SECOND_URL: second.url, SECOND_TOKEN: second.token };
    try {
      await withProgram(
        async ({ stack, sandbox, calls }) => {
          const up = await succeeds(stack.up({ preview: false }));
          const there = expect.stringContaining("2031-05-06");
          const refused = /^ERR_REGISTRAR_DOMAIN_NOT_HELD true .*this account does not hold nowhere/;
          expect(up.outputs).toMatchObject({
            ...{ first: sandbox.domain(domain).expires, second: there, inherited: there, awaited: there },
            refused: expect.stringMatching(refused),
          });
          expect(calls()).toEqual(["GET domains.get"]);
        },
        { program: "test/programs/accounts", stack: { env } },
      );
    } finally {
      await second.close();
    }
  });
