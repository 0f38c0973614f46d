/** Misspelled names of settings and checks, which a program's compiler can't know: the run says so, and goes on. */
import { needing } from "../support/optional.ts";
import { withProgram } from "../support/programs.ts";

const args = { domain: "example.com", type: "A", name: "www", content: "192.0.2.1", skipChecks: ["ttl-mixd"] };
const config = { "registrar:baseurl": "https://example.net", "registrar:skipChecks": "a-reservd,a-reserved" };
const said = [
  /"registrar:baseurl" isn't a setting \(did you mean "baseUrl"\?\), and has no effect\./g,
  /skipChecks: "a-reservd" isn't the ID of a check \(did you mean "a-reserved"\?\), and has no effect\./g,
  /skipChecks: "ttl-mixd" isn't the ID of a check \(did you mean "ttl-mixed"\?\), and has no effect\./g,
];

for (const [front, needs] of [
  [undefined, undefined],
  ["pulumi-registrar/plugin", "pulumi"],
] as const)
  needing(needs).it(
    `with ${front ?? "the classes"}, a typo in a setting or a check is said, with the likely name`,
    () =>
      withProgram(
        async ({ stack, declare, writes }) => {
          declare(
            { www: { class: "DnsRecord", args }, api: { class: "DnsRecord", args: { ...args, name: "api" } } },
            front,
          );
          const { exitCode, output } = await stack.preview();
          expect([exitCode, exitCode === 0 ? "" : output]).toEqual([0, ""]);
          for (const text of said)
            expect([text.source, output.match(text)?.length ?? output]).toEqual([text.source, 1]);
          expect(writes()).toEqual([]);
        },
        { stack: { config } },
      ),
  );
