/** Under which keys an operation knows who holds an element, and who may touch it. */
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

  return { exactKey, elementKey, elementKeys, isOthers, isHeldById, holdWritten };
}
