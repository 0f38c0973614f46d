/** The example that looks after every domain of an account, with 40 of them. */
import { type Run, withProgram } from "../support/programs.ts";

/** Domains of which every 10th is on foreign nameservers, and every 4th takes mail. */
class Account {
  readonly numbers: number[];

  constructor(count: number) {
    this.numbers = Array.from({ length: count }, (_, n) => n);
  }

  isForeign = (n: number) => n % 10 === 9;
  takesMail = (n: number) => n % 4 === 0;
  needsPolicy = (n: number) => !this.isForeign(n) && !this.takesMail(n);

  get count() {
    return this.numbers.length;
  }
  get policies() {
    return this.numbers.filter(this.needsPolicy).length;
  }
  /** What every preview and every `up` reads: a lookup asks for the page after a list of one page, too. */
  get lookups() {
    const zones = this.numbers.filter((n) => !this.isForeign(n)).length;
    return { "GET domains.list": Math.max(2, Math.ceil(this.count / 100)), "GET records.list": 2 * zones };
  }
  /** Every call of the first preview: it looks at what is new. */
  get previewCalls() {
    const { count, policies, lookups } = this;
    return { ...lookups, "GET records.list": lookups["GET records.list"] + policies, "GET domains.get": count };
  }
  /** Every call of the first `up`. */
  get firstCalls() {
    const { count, policies, lookups } = this;
    return {
      "GET domains.list": lookups["GET domains.list"],
      "GET records.list": lookups["GET records.list"] + policies,
      "POST records.create": policies,
      "GET lock.get": 2 * count,
      "PUT lock.set": count,
      "GET domains.get": count,
      "PUT autoRenew.set": count,
    };
  }

  fill({ sandbox }: Run): void {
    for (const n of this.numbers) {
      const domain = `d${n}.com`;
      const nameservers = this.isForeign(n) ? { nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] } : {};
      sandbox.addDomain(domain, { autoRenew: false, ...nameservers });
      if (this.takesMail(n)) {
        sandbox.dashboard.addRecord(domain, { type: "MX", content: "mail.example.net", priority: 10 });
      }
    }
  }

  expectSecured({ sandbox }: Run): void {
    for (const n of this.numbers) {
      expect(sandbox.domain(`d${n}.com`)).toMatchObject({ locked: true, autoRenew: true });
      const texts = sandbox.records(`d${n}.com`).filter(({ type }) => type === "TXT");
      expect(texts.map(({ name, content }) => `${name} ${content}`)).toEqual(
        this.needsPolicy(n) ? ["_dmarc v=DMARC1; p=reject;"] : [],
      );
    }
  }
}

/** Calls since the last time of asking, by kind. */
function counted({ calls }: Run): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const call of calls()) counts[call] = (counts[call] ?? 0) + 1;
  return counts;
}

const example = { program: "examples/every-domain", sandbox: { fixtures: "empty" } } as const;

it("secures the 40 domains of an account: previews, applies, does nothing the second time, and lets domains leave", async () => {
  await withProgram(async (run) => {
    const { stack, sandbox } = run;
    const account = new Account(40);
    const { count, policies, lookups } = account;
    account.fill(run);
    expect(await stack.preview()).toMatchObject({ exitCode: 0, summary: { create: 2 * count + policies + 1 } });
    expect(counted(run)).toEqual(account.previewCalls);

    const up = await stack.up();
    expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(up).toMatchObject({ exitCode: 0, outputs: { secured: { domains: count, policies } } });
    expect(counted(run)).toEqual(account.firstCalls);
    account.expectSecured(run);
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ exitCode: 0 });
    expect(counted(run)).toEqual(lookups);

    // One leaves the account, one gets a policy of its own: both are let go, and nothing is deleted.
    sandbox.removeDomain("d1.com");
    const [policy] = sandbox.records("d2.com");
    sandbox.dashboard.editRecord("d2.com", policy?.id ?? 0, { content: "v=DMARC1; p=none" });
    const left = await stack.up();
    expect(left).toMatchObject({ exitCode: 0, summary: { delete: 4 }, outputs: { secured: { domains: count - 1 } } });
    expect(counted(run)).toEqual({ ...lookups, "GET records.list": lookups["GET records.list"] - 2 });
    expect(sandbox.records("d2.com").map(({ content }) => content)).toEqual(["v=DMARC1; p=none"]);
  }, example);
}, 600_000);
