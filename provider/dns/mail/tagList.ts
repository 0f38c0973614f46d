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
