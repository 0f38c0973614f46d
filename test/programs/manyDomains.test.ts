/** The example with a shared base and exceptions. */
import { withProgram } from "../support/programs.ts";

it("gives many domains one base, sets of their own, and exceptions", async () => {
  await withProgram(
    async ({ sandbox, stack, calls }) => {
      sandbox.addDomain("example.info");
      const up = await stack.up();
      expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const live = (domain: string) => sandbox.records(domain).map(({ type, name }) => `${type} ${name}`);
      expect(live("example.com").sort()).toEqual([
        "A ",
        "CAA ",
        "CNAME fm1._domainkey",
        "CNAME fm2._domainkey",
        "CNAME fm3._domainkey",
        "CNAME www",
        "MX ",
        "MX ",
        "TXT ",
        "TXT _dmarc",
      ]);
      const texts = (domain: string) =>
        sandbox.records(domain).flatMap(({ type, content }) => (type === "TXT" ? [content] : []));
      expect(texts("example.org")).toEqual(
        expect.arrayContaining([
          "v=DMARC1; p=none; rua=mailto:dmarc@example.org",
          "v=spf1 include:_spf.google.com ~all",
          expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/]{390,}={0,2}$/),
        ]),
      );
      expect(live("example.info").sort()).toEqual(["MX ", "TXT ", "TXT _dmarc"]);
      expect(sandbox.domains().filter(({ locked }) => locked)).toHaveLength(4);
      calls();
      expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
      expect(calls()).toEqual([]);
    },
    { program: "examples/many-domains" },
  );
});
