import { showText } from "../text.ts";
import type { MailTextRecord } from "./services.ts";
import { InvalidMailRecordError } from "./services.ts";

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

/** True if a string is a DMARC policy, or means to be one. RFC 7489 section 6.3. */
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

export type DmarcPolicy = "none" | "quarantine" | "reject";

/** The tags of a DMARC policy, by their names in RFC 7489 section 6.3. What is left out has the default of the RFC. */
export interface DmarcTags {
  /** What receivers do with mail that fails: nothing, treat it as spam, or refuse it. */
  p: DmarcPolicy;
  /** The same for subdomains. Default: `p`. */
  sp?: DmarcPolicy;
  /** To how much of the failing mail the policy applies, in percent: 0 to 100. Default 100. */
  pct?: number;
  /** Where daily reports go: e-mail addresses, with or without `mailto:`. Default: no reports. */
  rua?: string | readonly string[];
  /** Where reports of single messages go, in the same form. They hold personal data. Default: none. */
  ruf?: string | readonly string[];
  /** How the domain of a DKIM signature has to match: `r` (a subdomain will do, the default) or `s` (exactly). */
  adkim?: "r" | "s";
  /** How the domain of SPF has to match: as `adkim`. */
  aspf?: "r" | "s";
  /** When single messages are reported: `0` (all checks failed, the default), `1` (any failed), `d` (DKIM), `s` (SPF). */
  fo?: "0" | "1" | "d" | "s" | readonly ("0" | "1" | "d" | "s")[];
}

/** A DMARC policy as a TXT record at `_dmarc`; see fronts/dynamic/mailRecords.ts. RFC 7489. */
export function dmarc({ p, sp, adkim, aspf, pct, fo, rua, ruf }: DmarcTags): MailTextRecord {
  const values: Record<string, string | undefined> = {
    p,
    sp,
    adkim,
    aspf,
    pct: pct === undefined ? undefined : String(pct),
    fo: fo === undefined ? undefined : [fo].flat().join(":"),
    rua: addresses("rua", rua),
    ruf: addresses("ruf", ruf),
  };
  const tags = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const content = ["v=DMARC1", ...tags].join("; ");
  const problem = dmarcProblem(content) ?? reportProblem(values["fo"]);
  if (problem !== undefined) throw new InvalidMailRecordError(`DMARC: ${problem}.`);
  return { type: "TXT", name: "_dmarc", content };
}

const reportProblem = (fo: string | undefined) =>
  fo === undefined || /^[01ds](:[01ds])*$/.test(fo) ? undefined : `fo=${showText(fo)} is no option. Write 0, 1, d or s`;

/** A list of `mailto:` URIs, each perhaps with the largest size of a report (`!10m`). RFC 7489 section 6.2. */
function addresses(tag: string, given: string | readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  const uris = [given].flat().map((text) => `mailto:${text.trim().replace(/^mailto:/i, "")}`);
  const wrong = uris.find((uri) => !isMailbox(uri.slice("mailto:".length)));
  if (uris.length > 0 && wrong === undefined) return uris.join(",");
  const what = wrong === undefined ? "is empty" : `holds ${showText(wrong)}, which is no e-mail address`;
  throw new InvalidMailRecordError(
    `DMARC: ${tag} ${what}. Write addresses such as dmarc@example.com, or leave ${tag} out.`,
  );
}

function isMailbox(text: string): boolean {
  const [address = "", size = "0", ...tooMany] = text.split("!");
  const [local = "", host = "", ...more] = address.split("@");
  return (
    tooMany.length + more.length === 0 &&
    /^[0-9]+[kmgt]?$/i.test(size) &&
    !/[\s,;"<>/]/.test(address) &&
    local !== "" &&
    host.split(".").length > 1 &&
    !host.split(".").includes("")
  );
}
