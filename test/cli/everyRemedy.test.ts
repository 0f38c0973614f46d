/**
 * Follow the remedy: a message of a command that names options, files or a command has a row in `test/cases/advice.txt`, with a command that
 * shows it and one that does what it says. The right one has only options that the message names.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { advicePattern } from "../support/advice.ts";
import { casesIn } from "../support/cases.ts";
import { newFolder } from "../support/folder.ts";
import { withRegistrar } from "../support/registrar.ts";
import { a, applied, domain } from "../support/story.ts";
import { run } from "./run.ts";
import { writeState } from "./stateFile.ts";

const registrar = withRegistrar({ dns: true });
const before = process.cwd();
const env = { ...process.env };

beforeEach(async () => {
  process.chdir(newFolder());
  for (const folder of ["full", "project", "python"]) mkdirSync(folder);
  writeFileSync("full/file", "");
  writeFileSync("project/Pulumi.yaml", "name: site\nruntime: nodejs\n");
  writeFileSync("python/Pulumi.yaml", "name: site\nruntime: python\n");
  writeFileSync("good.zone", "$ORIGIN example.com.\nwww 300 A 8.8.8.8\n");
  writeFileSync("bad.zone", "$ORIGIN example.com.\nwww 300 A 8.8.8.8\nwww 300 CNAME a.example.net.\n");
  writeFileSync("latin1.zone", Buffer.from('$ORIGIN example.com.\nwww 300 TXT "\xe4"\n', "latin1"));
  writeFileSync("nothing.json", "{}");
  writeFileSync("noList.json", '{"deployment":{"resources":{}}}');
  writeState("state.json", await applied({ www: a("www", "192.0.2.1") }));
});
afterEach(() => {
  process.chdir(before);
  process.env = { ...env };
});

const listsNone = () =>
  registrar.sandbox.fault({ operation: "domains.list", fault: { status: 200, body: { data: [], total: 0 } } });
const edit = (more: object) => () => registrar.sandbox.dashboard.editDomain(domain, more);
/** Writes state.json anew, changed. */
const inState = (change: (deployment: { resources: object[] }) => object) => () => {
  const state = JSON.parse(readFileSync("state.json", "utf8"));
  writeFileSync("changed.json", JSON.stringify({ ...state, deployment: change(state.deployment) }));
};

/** Events before the wrong command, and what a person does at the registrar or in the shell as the message says. */
const situations: Readonly<Record<string, readonly [begin: () => unknown, act?: () => unknown]>> = {
  "a lost write": [
    () => registrar.sandbox.fault({ operation: "records.create", fault: "reset-before" }),
    () => registrar.sandbox.clearFaults(),
  ],
  "a stale list": [() => registrar.sandbox.setProfile("stale-lists:2")],
  "a hidden domain": [listsNone],
  "an account without domains": [listsNone],
  "a list without IDs": [
    () => registrar.sandbox.setProfile('{"row":{"uid":"$id","type":"$type","name":"$name","$fields":"","ttl":"$ttl"}}'),
  ],
  "an account without forwards": [
    () => undefined,
    () => registrar.sandbox.dashboard.addForward(domain, { source: "go", destination: "https://x.example/" }),
  ],
  "a domain that moved": [
    () => {
      edit({ nameservers: ["ns1.elsewhere.example"] })();
      for (const operation of ["records.list", "forwards.list", "dnssec.get"])
        registrar.sandbox.fault({ operation, fault: { status: 404 }, times: 1 });
    },
    edit({ nameservers: ["ns1.atom.com", "ns2.atom.com"] }),
  ],
  "a shell without a token": [
    () => delete process.env["REGISTRAR_API_TOKEN"],
    () => Object.assign(process.env, { REGISTRAR_API_TOKEN: registrar.sandbox.token }),
  ],
  "an export with encrypted secrets": [
    inState(({ resources, ...rest }) => {
      const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
      return { ...rest, resources: resources.map((each) => ({ ...each, outputs: { secret } })) };
    }),
  ],
  "an export of a newer program": [
    inState((deployment) =>
      JSON.parse(JSON.stringify(deployment).replaceAll("registrar:DnsRecord", "registrar:NewRecord")),
    ),
  ],
};

const rows = casesIn("advice", "cli")
  .map(([, advice = "", row = ""]) => ({ advice, row }))
  .filter(({ row }) => row.includes(" -> "));

const optionsIn = (command: string): string[] => command.match(/--[a-z-]+/g) ?? [];

it.each(rows)("$advice: $row", async ({ advice, row }) => {
  const [, situation = "", wrong = "", right = ""] = /^(?:(.*?): )?(\S.*) -> (.*)$/.exec(row) ?? [];
  const [begin, act] = situations[situation] ?? [];
  await begin?.();
  const { host, port } = registrar.sandbox.dns ?? {};
  const ask = (words: string) => run(...words.replace(" DNS ", ` ${host}:${port} `).split(" "));
  const pattern = advicePattern(advice.trim());
  const failed = await ask(wrong);
  expect([`${failed.out}${failed.err}`, row]).toEqual([expect.stringMatching(pattern), row]);
  await act?.();
  const done = await ask(right === "the same" ? wrong : right);
  expect([done.err, done.out]).toEqual([expect.not.stringMatching(pattern), expect.not.stringMatching(pattern)]);
  // Doctor also counts what it can't repair.
  if (failed.code !== 0 && !wrong.startsWith("doctor")) expect([done.err, done.code]).toEqual([done.err, 0]);
  // A command that the message writes out is the right one.
  const [command = right] = /(?<=`pulumi-registrar )[^`A-Z]+ [^`A-Z]+(?=`)/.exec(advice) ?? [];
  expect(right).toBe(command);
  const added = optionsIn(right).filter((option) => !optionsIn(wrong).includes(option));
  expect([advice, added.filter((option) => !advice.includes(option))]).toEqual([advice, []]);
});
