import { spfError, spfTerms } from "../../provider/dns/checks/mail.ts";
import { checkRecord } from "../../provider/dns/index.ts";
import { everyElement } from "../support/everyElement.ts";

const values: Readonly<Record<string, string>> = { all: "", ip4: ":192.0.2.1", ip6: ":2001:db8::1", ip5: ":x" };
/** The problem of a policy with terms of a mechanism. */
const problem = (mechanism: string, times = 1) => {
  const terms = Array.from({ length: times }, (_, at) => `${mechanism}${values[mechanism] ?? `:h${at}.example`}`);
  return spfError(spfTerms(`v=spf1 ${terms.join(" ")} -all`)) ?? "";
};
const isFound = (check: string, tag: string, value: string) =>
  checkRecord("CAA", { name: "@", flags: 0, tag, value }, "example.com").some((finding) => finding.check === check);

everyElement("provider/dns", {
  "checks/mail.ts mechanisms": (word) => !problem(word).includes("is not an SPF mechanism"),
  "checks/mail.ts lookups": (word) => problem(word, 11).includes("needs 11 DNS lookups"),
  "types/text.ts knownTags": (tag) => !isFound("caa-tag-known", tag, "ca.example"),
  "types/text.ts issuerTags": (tag) => isFound("caa-value", tag, "https://ca.example/"),
});
