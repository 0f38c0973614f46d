/** Natural keys: `example.com/www/CNAME` names the records of one name and type, `example.com/shop/FORWARD` a forward. */
import { normaliseDomain, ownerName, recordTypeNames } from "../../provider/dns/index.ts";

export interface ItemKey {
  domain: string;
  /** Canonical owner name, `@` for the domain itself. */
  name: string;
  /** A record type, or `FORWARD`. */
  type: string;
  /** Which member of a set: its id, or its content. */
  member?: string;
  /** Every member of the set. */
  all: boolean;
}

/**
 * No item, or several items, match a key such as example.com/www/CNAME.
 * @remedy Correct the key, or use `--all-members` to take every match.
 */
export class ItemKeyError extends Error {
  readonly code = "ERR_REGISTRAR_ELEMENT_KEY";

  constructor(message: string) {
    super(message);
    this.name = "ItemKeyError";
  }
}

const types: readonly string[] = [...recordTypeNames, "FORWARD"];

/** The parts of `DOMAIN/NAME/TYPE/MEMBER`. A name may hold a slash (RFC 2317), and so may what follows the type. */
function partsOf(text: string) {
  const parts = text.split("/");
  const at = parts.findIndex((part, index) => index >= 2 && types.includes(part.toUpperCase()));
  const [domain = ""] = parts;
  if (at < 0 || domain === "") return undefined;
  const member = at + 1 < parts.length ? parts.slice(at + 1).join("/") : undefined;
  return { domain, name: parts.slice(1, at).join("/"), type: parts[at] ?? "", member };
}

/**
 * @returns the key; `undefined` for a text that is only a domain
 * @throws ItemKeyError, InvalidNameError
 */
export function readKey(text: string, all: boolean): ItemKey | undefined {
  if (!text.includes("/")) return undefined;
  const parts = partsOf(text);
  if (parts === undefined) {
    throw new ItemKeyError(
      `${JSON.stringify(text)} is not the key of a record. Write DOMAIN/NAME/TYPE, such as example.com/www/CNAME or example.com/@/MX; the types are ${types.join(", ")}.`,
    );
  }
  const { domain, name, type, member } = parts;
  return {
    domain: normaliseDomain(domain),
    name: ownerName(name, domain),
    type: type.toUpperCase(),
    ...(member !== undefined && { member }),
    all,
  };
}

interface Member {
  title: string;
  item?: string;
  args: Readonly<Record<string, unknown>>;
}

/**
 * The members that a key means.
 * @throws ItemKeyError when there is none, or more than one and nothing says which
 */
export function chosen<T extends Member>(members: readonly T[], { domain, name, type, member, all }: ItemKey): T[] {
  const key = `${domain}/${name}/${type}`;
  const isMeant = ({ item, args }: Member) =>
    member === undefined ||
    item === member ||
    ["content", "target", "value", "destination"].some((property) => args[property] === member);
  const meant = members.filter(isMeant);
  const list = members.map(({ title, item }) => `\n  ${item ?? "(no id)"}  ${title}`).join("");
  if (meant.length === 0) {
    throw new ItemKeyError(
      members.length === 0
        ? `There is no ${key} in the account.`
        : `No ${key} has the id or content ${JSON.stringify(member)}. The account has:${list}`,
    );
  }
  if (meant.length === 1 || all) return meant;
  throw new ItemKeyError(
    `${key} has ${meant.length} members. Name one by its id or content (${key}/ID), or import all of them with --all-members:${list}`,
  );
}
