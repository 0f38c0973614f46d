import { normaliseDomain, normaliseHost } from "../names.ts";
import { requiredContent, type WireFields } from "../wireFields.ts";

/** A target as a registrar may show it: any case, with or without the trailing dot; `@` is the domain itself. */
export function hostFromWire(target: string, domain: string): string {
  return target === "@" ? normaliseDomain(domain) : normaliseHost(target);
}

/** The content of a row whose data is one host. @throws UnreadableError, InvalidNameError */
export function hostContent(wire: WireFields, domain: string): string {
  return hostFromWire(requiredContent(wire), domain);
}
