/** The examples that cost money, as whole programs. */
import { withPulumiHome } from "../support/orders.ts";
import { withProgram } from "../support/programs.ts";

withPulumiHome();
const until = (years: number) => `${new Date().getUTCFullYear() + years}-01-01`;

it("domain-registration previews a price, buys once, renews once, and stays when it is destroyed", async () => {
  await withProgram(
    async ({ stack, sandbox, calls, writes }) => {
      const preview = await stack.preview();
      expect(preview.output).toMatch(
        /my-new-name\.com is not in the account: it would be bought for 1 year, at 13\.40/,
      );
      expect(writes()).toEqual([]);
      const up = await stack.up({ preview: false });
      expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
      expect(writes()).toEqual(["POST domains.register", "POST domains.renew"]);
      expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
      expect(calls()).toEqual([]);
      expect((await stack.destroy()).output).toMatch(/stays registered in the account/);
      expect(writes()).toEqual([]);
      expect(sandbox.ledger().map(({ kind, years }) => `${kind} ${years}`)).toEqual(["register 1", "renew 1"]);
    },
    {
      program: "examples/domain-registration",
      stack: { config: { "registrar-domain-registration:expiresAfter": until(2) } },
    },
  );
});

it("domain-transfer orders once, keeps no auth code, and shows the arrival and its restriction", async () => {
  const authCode = "epp-s3cret";
  await withProgram(
    async ({ stack, sandbox, writes }) => {
      const up = await stack.up();
      expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
      expect(writes()).toEqual(["POST domains.transfer"]);
      sandbox.dashboard.completeTransfer("taken-elsewhere.com");
      expect((await stack.refresh()).exitCode).toBe(0);
      expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
      const state = JSON.stringify(await stack.exportState());
      expect(state).toMatch(/"transferStatus":"completed"/);
      expect(state).toMatch(/"icannTransferLockExpiresAt":"20/);
      expect(state).not.toContain(authCode);
      expect(state).not.toContain('"authCode":{');
      expect((await stack.destroy()).output).toMatch(/nothing is cancelled or released/);
    },
    {
      program: "examples/domain-transfer",
      stack: { config: { "registrar-domain-transfer:authCode": { value: authCode, secret: true } } },
    },
  );
});
