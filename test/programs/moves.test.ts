/** Ordinary edits of a program, one `up` for all: their rows are live, and nothing is left to do. On the small engine or the Pulumi CLI. */
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, type Run, succeeds, withProgram } from "../support/programs.ts";

const domain = "example.com";
const ip = (last: number) => `203.0.113.${last}`;
const record = (name: string, last: number) => ({
  class: "DnsRecord",
  args: { domain, type: "A", name, content: ip(last), ttl: 300 },
});
const set = (name: string, ...lasts: number[]) => ({
  class: "DnsRecordSet",
  args: { domain, type: "A", name, ttl: 300, values: lasts.map(ip) },
});
/** Records of one name, as a loop writes them. @param prefix of the resources' names */
const loop = (prefix: string, name: string, ...lasts: number[]): DeclaredProgram =>
  Object.fromEntries(lasts.map((last, n) => [`${prefix}${n}`, record(name, last)]));
const forward = {
  class: "UrlForward",
  args: { domain, source: "go", destination: "https://example.net/", type: "permanent" },
};

/** The edit, by the name of its rows. */
const edits: Record<string, [before: DeclaredProgram, after: DeclaredProgram]> = {
  "a loop without its first value": [loop("first", "a", 1, 2, 3), loop("first", "a", 2, 3)],
  "two values swapped": [loop("swapped", "b", 1, 2), loop("swapped", "b", 2, 1)],
  "records renamed without `aliases`": [loop("old", "c", 1, 2), loop("new", "c", 1, 2)],
  "records that become a set": [loop("single", "d", 1, 2), { together: set("d", 1, 2) }],
  "a set that becomes records": [{ all: set("e", 1, 2) }, loop("each", "e", 1, 2)],
  "a renamed forward": [{ here: forward }, { there: forward }],
};
const joined = (place: 0 | 1): DeclaredProgram => Object.assign({}, ...Object.values(edits).map((edit) => edit[place]));
const reversed = (program: DeclaredProgram): DeclaredProgram => Object.fromEntries(Object.entries(program).reverse());

async function story(
  { stack, sandbox, declare, writes }: Run,
  front: "pulumi-registrar/plugin" | undefined,
): Promise<void> {
  const rows = () =>
    [
      ...sandbox.records(domain).map(({ name, content }) => `${name} ${content}`),
      ...sandbox.forwards(domain).map(({ source, destination }) => `${source} ${destination}`),
    ].sort();
  declare(joined(0), front);
  await succeeds(stack.up({ preview: false }));
  const before = rows();
  // Back again in the other order of registration: each edit and its reverse. On the small engine, and IDs: test/stories/moves.
  const ways = [
    [joined(1), before.filter((row) => row !== `a ${ip(1)}`)],
    [reversed(joined(0)), before],
  ] as const;
  for (const [program, after] of stack.engine === "pulumi" ? ways : ways.slice(0, 1)) {
    declare(program, front);
    await succeeds(stack.up());
    expect(rows()).toEqual(after);
    writes();
    await succeeds(stack.refresh({ expectNoChanges: true }));
    await succeeds(stack.up({ expectNoChanges: true }));
    expect(writes()).toEqual([]);
  }
}

const stack = { config: { "registrar:skipChecks": "a-reserved" } };
it(`${Object.keys(edits).join(", ")}: with the classes`, () => withProgram((run) => story(run, undefined), { stack }));
needing("pulumi").it(`${Object.keys(edits).join(", ")}: on the plugin`, () =>
  withProgram((run) => story(run, "pulumi-registrar/plugin"), { stack }),
);
