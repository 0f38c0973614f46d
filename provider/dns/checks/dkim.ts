import { tagsOf } from "../mail/tagList.ts";
import { showText } from "../names.ts";
import { readText } from "../text.ts";
import { check, type RecordCheck } from "./check.ts";

function dkimProblem(text: string): string | undefined {
  const tags = tagsOf(text);
  const version = tags.findIndex(([name]) => name === "v");
  if (version > 0 || (version === 0 && tags[0]?.[1] !== "DKIM1"))
    return 'a DKIM key begins with "v=DKIM1;" or has no version';
  const byName = new Map(tags);
  const key = byName.get("p");
  if (key === undefined)
    return 'the public key is missing. Write "p=" and the key in base64 ("p=" alone revokes the key)';
  const base64 = key.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 === 1) {
    return "the public key after p= is not base64. Copy it again, without quotes or line breaks";
  }
  const kind = byName.get("k");
  if (kind !== undefined && kind !== "rsa" && kind !== "ed25519") {
    return `k=${showText(kind)} is no kind of key that receivers know. Write k=rsa or k=ed25519`;
  }
  return undefined;
}

/** Checks of TXT records that carry DKIM keys. RFC 6376. */
export const dkimChecks: readonly RecordCheck<{ name?: string; content?: string }>[] = [
  check("dkim-key", "best-practice", {
    reference: "RFC 6376 section 3.6.1; RFC 8463 section 4",
    description: "A key at `selector._domainkey` has its tags in order and its key in base64.",
    property: "content",
    needs: ["name", "content"],
    find: ({ name = "", content = "" }) =>
      /^[^.].*\._domainkey(?:\.|$)/i.test(name) ? dkimProblem(readText(content)) : undefined,
  }),
];
