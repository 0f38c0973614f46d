/** Exports of DNS services that differ from RFC 1035. */

export interface Dialect {
  /** "Cloudflare" */
  name: string;
  /** Found in every export with these differences. */
  mark: RegExp;
  /** The differences, in words. */
  reading: string;
  /** The TTL that stands for the service's own choice. */
  automaticTtl?: string;
}

const dialects: readonly Dialect[] = [
  // developers.cloudflare.com/dns/manage-dns-records/how-to/import-and-export
  {
    name: "Cloudflare",
    mark: /^;; Domain: |\scf_tags=|\sdns\.cloudflare\.com\.\s/m,
    reading: "TTL 1 means automatic and is left out, and so are the tags (cf_tags) in comments",
    automaticTtl: "1",
  },
  {
    name: "GoDaddy",
    mark: /^; Exported \(y-m-d hh:mm:ss\)|^\S+\.@\s/m,
    reading: "`.@` at the end of a name means the domain",
  },
  {
    name: "Route 53",
    mark: /^\\052[.\s]|;\s*AWS routing=/m,
    reading: "\\052 is the wildcard *, and weights and other routing stay behind as comments",
  },
];

export const dialectOf = (text: string): Dialect | undefined => dialects.find(({ mark }) => mark.test(text));

/** Cloudflare's tags at the end of a comment. A value in quotes may contain blanks. */
export const cloudflareTags = /(?:^|\s+)cf_tags=(?:[^\s"]|"(?:[^"\\]|\\.)*")*$/;
