/** Edits of an account by hand, and the difference from the program that each of them makes. */
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { everyCase } from "../dns/types/index.ts";
import { casesIn } from "../support/cases.ts";
import type { DeclaredResource } from "../support/programs.ts";
import { person } from "../support/records.ts";
import { byHand } from "./byHand.ts";

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

/** A record of each type, edited by hand. */
const everyType: DriftCase[] = everyCase(({ drift: [args, part, change] }, type) => {
  const host = `c-${type.toLowerCase()}`;
  const name = args["name"] === undefined ? host : `${args["name"]}.${host}`;
  return [
    {
      story: `a record of type ${type} was edited`,
      declared: { class: "DnsRecord", args: { domain, type, ...args, name } },
      byHand: (sandbox) => byHand(sandbox, `edit ${type} ${name} ${JSON.stringify(part)}`),
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
        for (const edit of edits.split(" / ")) byHand(sandbox, edit);
      },
      expected,
      changes: changes?.split(" / ") ?? [],
    }),
  ),
];
