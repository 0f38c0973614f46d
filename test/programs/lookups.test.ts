import { startSandbox } from "../../testing/sandbox/index.ts";
import { everythingIn } from "../support/folder.ts";
import { needing } from "../support/optional.ts";
import { succeeds, withProgram } from "../support/programs.ts";

it("looks up in previews, once in a deployment, waits for what it depends on, and keeps people secret", async () => {
  await withProgram(
    async ({ stack, sandbox, calls }) => {
      const expires = sandbox.domain("example.com").expires;
      const preview = await stack.preview();
      expect(preview.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(preview.exitCode).toBe(0);
      // One `domains.get` for five questions, one to find out whether the account holds the absent domain, and one for the new
      // record. It also reads the list.
      const asked = ["GET contacts.list", ...Array(3).fill("GET domains.get"), "GET lock.get"];
      expect(calls().sort()).toEqual([...asked, "GET records.list"].sort());

      const up = await stack.up({ preview: false });
      expect(up.exitCode).toBe(0);
      expect(calls().sort()).toEqual([...asked, ...Array(3).fill("GET records.list"), "POST records.create"].sort());
      expect(up.outputs).toMatchObject({
        expires,
        same: expires,
        owner: "[secret]",
        secretWord: "[secret]",
        // The new record, and the NS records of the apex.
        after: 3,
        named: "192.0.2.1",
        refused: "ERR_REGISTRAR_DOMAIN_NOT_HELD true",
      });
      expect(await stack.outputs({ showSecrets: true })).toMatchObject({ owner: "ada@example.com", secretWord: "com" });
      expect(JSON.stringify(await stack.exportState())).not.toContain("ada@example.com");
      expect(up.output).not.toContain("ada@example.com");
    },
    { program: "test/programs/lookups", stack: { env: { ABSENT: "nowhere.com" } } },
  );
});

it.each(["QUOTED", "LATE"])(
  "a lookup that fails ends the program with its message, no stack and no secret, in whatever form (%s)",
  async (kind) => {
    await withProgram(
      async ({ stack, sandbox }) => {
        const message = "bad row: h0p-s3cret-word or h0p\\u002ds3cret\\u002dword, \u001b[31m next";
        sandbox.fault({ operation: "records.list", fault: { status: 400, body: { success: false, message } } });
        const { exitCode, output } = await stack.preview();
        expect(exitCode).not.toBe(0);
        expect(output).toMatch(/the registrar's message repeats a secret, and isn't shown.*\[ERR_REGISTRAR_\w+/s);
        expect(output).not.toMatch(/s3cret|^\s+at /m);
      },
      { program: "test/programs/lookups", stack: { env: { ABSENT: "nowhere.com", [kind]: "1" } } },
    );
  },
);

it("the example of lookups shows prices, names for sale and an appraisal as stack outputs", async () => {
  await withProgram(
    async ({ stack, sandbox, calls, folder }) => {
      const { marketplaceUserId, marketplaceToken, appraisalToken } = sandbox;
      const up = await stack.up({ preview: false });
      expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(up).toMatchObject({
        exitCode: 0,
        outputs: {
          available: [
            { domain: "brisk-harbor.com", total: 13.4 },
            { domain: "brisk-harbor.dev", total: 18.2 },
            { domain: "brisk-harbor.ai", total: 191.98 },
          ],
          com: { register: 13.4, renew: 15.8, transfer: 12.2 },
          // Names for sale within the budget, five at most.
          offered: Array(5).fill({ domain: expect.stringMatching(/\.\w+$/), price: expect.any(Number) }),
          worth: { usedToday: 1, dailyLimit: 25 },
        },
      });
      const asked = calls().filter((call) => !call.includes("marketplace.search"));
      const checks = Array(3).fill("GET domains.check");
      expect(asked.sort()).toEqual([...checks, "GET marketplace.appraise", "GET tlds.pricing"]);
      const secrets = new RegExp(`api_token|user_id=${marketplaceUserId}|${marketplaceToken}|${appraisalToken}`);
      expect(up.output + everythingIn(folder)).not.toMatch(secrets);
    },
    { program: "examples/lookups" },
  );
});

for (const front of ["pulumi-registrar", "pulumi-registrar/plugin"])
  needing("pulumi").it(`with ${front}, a lookup reads the account of its provider or its parent's`, async () => {
    const second = await startSandbox();
    second.dashboard.editDomain("example.com", { expires: "2031-05-06T00:00:00Z" });
    const env = { FRONT: front, SECOND_URL: second.url, SECOND_TOKEN: second.token };
    try {
      await withProgram(
        async ({ stack, sandbox, calls }) => {
          const up = await succeeds(stack.up({ preview: false }));
          const there = expect.stringContaining("2031-05-06");
          const refused = /^ERR_REGISTRAR_DOMAIN_NOT_HELD true .*this account does not hold nowhere/;
          expect(up.outputs).toMatchObject({
            ...{ first: sandbox.domain("example.com").expires, second: there, inherited: there, awaited: there },
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
