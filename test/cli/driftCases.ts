/** Edits of an account by hand, and the difference from the program that each of them makes. */
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { everyCase } from "../dns/types/index.ts";
import { casesIn } from "../support/cases.ts";
import type { DeclaredResource } from "../support/programs.ts";
import { person } from "../support/records.ts";

export interface DriftCase {
  story: string;
  declared: DeclaredResource;
  /** Edits the account, outside of the program. */
  byHand: (sandbox: Sandbox) => void;
  expected: string;
  /** The properties that differ, as `path: declared -> live`. */
  changes: string[];
}

const domain = "example.com";
/** A value that must never be shown. */
export const secretText = "token-5f0d9c81";
export const personal = Object.values(person).flat();

/** Carries out `edit A www {"ttl":900}`, `delete A www`, `add {...}`, and the like. */
function act(sandbox: Sandbox, edit: string): void {
  const { dashboard } = sandbox;
  const [, verb, type, name, json = "{}"] = /^(\w+) ?([A-Z]+)? ?([^{[]\S*)? ?([{[].*)?$/.exec(edit) ?? [];
  const part = JSON.parse(json);
  const idOf = () => {
    const row = sandbox.records(domain).find((each) => each.type === type && each.name === name);
    if (row === undefined) throw new Error(`no record ${type} ${name}`);
    return row.id;
  };
  if (verb === "edit") dashboard.editRecord(domain, idOf(), part);
  else if (verb === "delete") dashboard.deleteRecord(domain, idOf());
  else if (verb === "add") dashboard.addRecord(domain, part);
  else if (verb === "forward") dashboard.addForward(domain, part);
  else if (verb === "unlock") dashboard.unlock(domain);
  else if (verb === "nameservers") dashboard.setNameservers("example.net", part);
  else if (verb === "contact") {
    const handle = sandbox.contacts().find(({ email }) => email === person.email)?.handle ?? "";
    dashboard.editContact(handle, part);
  } else throw new Error(edit);
}

/** A record of each type, edited by hand. */
const everyType: DriftCase[] = everyCase(({ drift: [args, part, change] }, type) => {
  const host = `c-${type.toLowerCase()}`;
  const name = args["name"] === undefined ? host : `${args["name"]}.${host}`;
  return [
    {
      story: `a record of type ${type} was edited`,
      declared: { class: "DnsRecord", args: { domain, type, ...args, name } },
      byHand: (sandbox) => act(sandbox, `edit ${type} ${name} ${JSON.stringify(part)}`),
      expected: "changed",
      changes: [change],
    },
  ];
});

export const driftCases: readonly DriftCase[] = [
  ...everyType,
  ...casesIn("drift", "by hand").map(
    ([story = "", type = "", args = "", edits = "", expected = "", changes]): DriftCase => ({
      story,
      declared: {
        class: type,
        args: args === "PERSON" ? { ...person } : { domain, ...JSON.parse(args) },
        ...(story.endsWith("ignores") && { options: { ignoreChanges: ["ttl"] } }),
      },
      byHand: (sandbox) => {
        for (const edit of edits.split(" / ")) act(sandbox, edit);
      },
      expected,
      changes: changes?.split(" / ") ?? [],
    }),
  ),
];
