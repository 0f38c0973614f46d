/** Under which keys an operation knows who holds an element, and who may touch it. */
import type { Elements } from "../api/elements.ts";
import type { Element, ElementKind } from "./elementKind.ts";
import type { Session } from "./session.ts";

export type ElementHolding<Row extends Element> = ReturnType<typeof elementHolding<Row>>;

export function elementHolding<Row extends Element>(kind: ElementKind<Row>) {
  const idKey = (domain: string, id: string) => `${kind.group} ${domain} ${id}`;
  const exactKey = (domain: string, row: Row) => `${kind.group} ${domain} ${kind.exact(row)}`;
  const elementKey = (domain: string, row: Row) =>
    row.id === undefined ? exactKey(domain, row) : idKey(domain, row.id);
  /** An element may have another id after a write, or none in the answer: then it is known by what it is. */
  const elementKeys = (domain: string, row: Row) => [elementKey(domain, row), exactKey(domain, row)];

  /** Is this element held by another resource, or about to be made by one? */
  function isOthers(row: Row, holder: string | undefined, domain: string, { holders }: Session, own?: Row): boolean {
    if (elementKeys(domain, row).some((key) => holders.isHeldByOther(key, holder))) return true;
    const key = exactKey(domain, row);
    return own !== undefined && key !== exactKey(domain, own) && holders.isReserved(key);
  }

  const isHeldById = (row: Row, domain: string, { holders }: Session) =>
    row.id !== undefined && holders.isHeldByOther(idKey(domain, row.id), undefined);

  function holdWritten(row: Row, holder: string, domain: string, { holders }: Session): void {
    for (const key of elementKeys(domain, row)) holders.hold(key, holder);
  }

  /** Does a list lack what a resource of this run is? One that was removed in this run is not lacking. */
  function hidesAny(elements: Elements<Row>, domain: string, session: Session): boolean {
    const list = kind.list(session, domain);
    const scope = `${kind.group} ${domain} `;
    const shown = new Map<string, boolean>();
    for (const [key, holder] of session.holders.under(scope)) {
      const name = key.slice(scope.length);
      const isShown = elements.withId(name) !== undefined || list.wasRemoved(name) || elements.withKey(name).length > 0;
      shown.set(holder, isShown || shown.get(holder) === true);
    }
    return [...shown.values()].includes(false);
  }

  return { exactKey, elementKey, elementKeys, isOthers, isHeldById, holdWritten, hidesAny };
}
