/**
 * Which items of a domain its `DomainLock` certainly does not wait for. The engine tells no provider what depends on what, but it calls
 * nothing for a resource before all that it depends on is done. What the lock does not wait for is deleted beside it, in any order.
 */
import type { Properties, Resource } from "../../resources/definition.ts";

export class LockOrder {
  /** Domains of the items that were checked and are not written yet, by URN. */
  readonly #open = new Map<string, unknown>();
  /** By domain: the lock that was checked, until something was said of it. */
  readonly #locks = new Map<unknown, string>();

  /** A resource was checked. @returns what is to be said of the lock of its domain */
  note({ type, onePerDomain }: Resource, urn: string, { domain }: Properties): string | undefined {
    if (type === "DomainLock") this.#locks.set(domain, urn);
    else if (onePerDomain === undefined) this.#open.set(urn, domain);
    const lock = this.#locks.get(domain);
    if (lock === undefined) return undefined;
    const [item] = [...this.#open].find(([, of]) => of === domain) ?? [];
    if (item === undefined) return undefined;
    this.#locks.delete(domain);
    const [name, other] = [lock, item].map((each) => each.split("::").at(-1));
    return (
      `the DomainLock ${name} does not wait for ${other}: when both leave the program, ${other} is deleted before anybody notices that ${domain} is still ` +
      `locked. Let the lock depend on all records, zones and forwards of ${domain}: \`dependsOn\` (in YAML under \`options\`, \`depends_on\` in Python) [lock-last]`
    );
  }

  /** Nothing is left to do for a resource. */
  done(urn: string): void {
    this.#open.delete(urn);
  }
}
