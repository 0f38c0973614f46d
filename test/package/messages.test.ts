/** `scripts/messages.ts` collects every message that a user can see. */
import { messages, messagesTable } from "../../scripts/messages.ts";

const all = messages();

it.each([
  ["error", "provider", /^this account does not hold \{domain\}/],
  ["check", "provider", /is not an IPv4 address\. Write four decimal numbers/],
  ["output", "cli", /^Removed \{what\} from \{where\}\. At the registrar, nothing was changed\./],
  ["error", "testing", /^The state file \{file\} is used by process \{pid\}\. Nothing was started\./],
  ["dashboard", "testing", /Only the dashboard can unlock a domain/],
])("shows a message of the kind %s of %s", (kind, folder, text) => {
  const found = all.filter((each) => text.test(each.text));
  expect(found).toEqual([expect.objectContaining({ kind, place: expect.stringMatching(`^${folder}/`) })]);
  expect(messagesTable(found)).toContain(`| ${found[0]?.place} |`);
});

it("finds no stiff phrase in the messages of the commands, the sandbox and the small engine", () => {
  const stiff = /(?<!there )\bis no (?!longer)\w|take (?:it|them) out/i;
  const found = all.filter(({ place, text }) => !place.startsWith("provider/") && stiff.test(text));
  expect(found).toEqual([]);
});
