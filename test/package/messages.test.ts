/** `scripts/words.ts` collects every message that a user can see. */
import { messages } from "../../scripts/words.ts";

const all = messages();

it.each([
  ["provider", /: this account does not hold \{domain\}/],
  ["provider", /is not an IPv4 address\. Write four decimal numbers/],
  ["cli", /: Removed \{what\} from \{where\}\. At the registrar, nothing was changed\./],
  ["testing", /: The state file \{file\} is used by process \{pid\}\. Nothing was started\./],
  ["testing", /Only the dashboard can unlock a domain/],
])("shows a message of %s", (folder, text) => {
  expect(all.filter((each) => text.test(each))).toEqual([expect.stringMatching(new RegExp(`^${folder}/\\S+:\\d+: `))]);
});

it("finds no stiff phrase in the messages of the commands, the sandbox and the small engine", () => {
  const stiff = /(?<!there )\bis no (?!longer)\w|take (?:it|them) out/i;
  expect(all.filter((each) => !each.startsWith("provider/") && stiff.test(each))).toEqual([]);
});
