/** DMARC policies as text. RFC 7489. */
import { showText } from "../text.ts";

/** Names and values of a tag list, such as `v=DKIM1; p=...`, in their order. RFC 6376 section 3.2; DMARC uses the same. */
export function tagsOf(text: string): [string, string][] {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [part, ""] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    });
}

/** Whether a text is a DMARC policy, or means to be one. RFC 7489 section 6.3. */
export function isDmarc(text: string): boolean {
  return /^v\s*=\s*dmarc1/i.test(text);
}

const policies = ["none", "quarantine", "reject"];

/** What is wrong with a DMARC policy, or `undefined`. */
export function dmarcProblem(text: string): string | undefined {
  const [version, ...tags] = tagsOf(text);
  if (version?.[1] !== "DMARC1") return 'a DMARC policy begins with "v=DMARC1;", in capitals';
  const byName = new Map(tags.map(([name, value]) => [name.toLowerCase(), value]));
  const policy = byName.get("p");
  if (policy === undefined)
    return 'the policy is missing. Write "p=none", "p=quarantine" or "p=reject" after the version';
  for (const name of ["p", "sp"]) {
    const value = byName.get(name);
    if (value !== undefined && !policies.includes(value.toLowerCase())) {
      return `${name}=${showText(value)} is no policy. Write none, quarantine or reject`;
    }
  }
  for (const name of ["adkim", "aspf"]) {
    const value = byName.get(name);
    if (value !== undefined && !/^[rs]$/i.test(value))
      return `${name}=${showText(value)} is no alignment. Write r or s`;
  }
  const percent = byName.get("pct");
  if (percent !== undefined && !(/^[0-9]{1,3}$/.test(percent) && Number(percent) <= 100)) {
    return `pct=${showText(percent)} is no percentage. Write 0 to 100`;
  }
  for (const name of ["rua", "ruf"]) {
    const wrong = byName
      .get(name)
      ?.split(",")
      .find((uri) => !/^\s*[a-z][a-z0-9+.-]*:\S+\s*$/i.test(uri));
    if (wrong !== undefined)
      return `${name} holds ${showText(wrong)}, which is no URI. Write "mailto:" before an address`;
  }
  return undefined;
}
