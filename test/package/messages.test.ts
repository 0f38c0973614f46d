/** `scripts/words.ts` collects every message that a user can see. */
import { messages } from "../../scripts/words.ts";

it.each([
  ["provider", /: this account does not hold \{domain\}/],
  ["provider", /an IPv4 address\. Write four decimal numbers/],
  ["cli", /: Removed \{what\} from \{where\}\. At the registrar, nothing was changed\./],
  ["testing", /: The state file \{file\} is used by process \{pid\}\. Nothing was started\./],
  ["testing", /Only the dashboard can unlock a domain/],
])("shows a message of %s", (folder, text) => {
  expect(messages([folder]).filter((each) => text.test(each))).toEqual([
    expect.stringMatching(new RegExp(`^${folder}/\\S+:\\d+: `)),
  ]);
});
