/** The example that looks after every domain of an account, with 12 of them. */
import { type Run, withProgram } from "../support/programs.ts";

/** Domains of which every 10th is on foreign nameservers, and every 4th takes mail. */
const count = 12;
const numbers = Array.from({ length: count }, (_, n) => n);
const isForeign = (n: number) => n % 10 === 9;
const takesMail = (n: number) => n % 4 === 0;
const needsPolicy = (n: number) => !isForeign(n) && !takesMail(n);
const policies = numbers.filter(needsPolicy).length;
function fill({ sandbox }: Run): void {
  for (const n of numbers) {
    const domain = `d${n}.com`;
    const nameservers = isForeign(n) ? { nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] } : {};
    sandbox.addDomain(domain, { autoRenew: false, ...nameservers });
    if (takesMail(n)) {
      sandbox.dashboard.addRecord(domain, { type: "MX", content: "mail.example.net", priority: 10 });
    }
  }
}

const example = { program: "examples/every-domain", sandbox: { fixtures: "empty" } } as const;

it("secures the domains of an account: applies, does nothing the second time, and lets domains leave", async () => {
  await withProgram(async (run) => {
    const { stack, sandbox } = run;
    fill(run);
    const up = await stack.up({ preview: false });
    expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const summary = { create: 2 * count + policies + 1 };
    expect(up).toMatchObject({ exitCode: 0, summary, outputs: { secured: { domains: count, policies } } });
    for (const n of numbers) {
      expect(sandbox.domain(`d${n}.com`)).toMatchObject({ locked: true, autoRenew: true });
      const texts = sandbox.records(`d${n}.com`).filter(({ type }) => type === "TXT");
      expect(texts.map(({ name, content }) => `${name} ${content}`)).toEqual(
        needsPolicy(n) ? ["_dmarc v=DMARC1; p=reject;"] : [],
      );
    }
    run.writes();
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ exitCode: 0 });

    // One leaves the account, one gets a policy of its own: both are let go, and nothing is deleted.
    sandbox.removeDomain("d1.com");
    const [policy] = sandbox.records("d2.com");
    sandbox.dashboard.editRecord("d2.com", policy?.id ?? 0, { content: "v=DMARC1; p=none" });
    const left = await stack.up({ preview: false });
    expect(left).toMatchObject({ exitCode: 0, summary: { delete: 4 }, outputs: { secured: { domains: count - 1 } } });
    expect(run.writes()).toEqual([]);
    expect(sandbox.records("d2.com").map(({ content }) => content)).toEqual(["v=DMARC1; p=none"]);
  }, example);
});
