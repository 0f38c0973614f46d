/**
 * Ids that a person can write for something that exists: `example.com/www/CNAME` and, where several share a name and type,
 * `example.com/@/MX/10 mail.example.net`; `example.com/<the registrar's id>`; the domain alone; the handle of a contact.
 */
import { RegistrarError } from "../../api/index.ts";
import { InvalidNameError, normaliseDomain, ownerName, recordTypeNames } from "../../dns/index.ts";

/** Nothing in the account has the id of an import, or several items have it. Nothing was changed. */
export class ImportIdError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INVALID_INPUT";

  constructor(what: string, advice: string) {
    super({ what, advice });
  }
}

/** Something in a list of a domain that an id may name. */
export interface Member {
  /** The id that names only this one. */
  readonly naturalId: string;
  /** The registrar's id, where it shows one. */
  readonly item?: string | undefined;
  /** Owner name and type; forwards have the type `FORWARD`. */
  readonly name: string;
  readonly type: string;
  /** Ways to write the value. */
  readonly values: readonly string[];
}

/** What an id of a list's item says. */
export interface ItemId {
  /** As it was written. */
  id: string;
  domain: string;
  /** All after the domain: the registrar's id, where it is no name and type. */
  rest: string;
  set?: { name: string; type: string; member: string | undefined };
}

const types: readonly string[] = [...recordTypeNames, "FORWARD"];

/** @throws ImportIdError for an id without a domain, and for names that are none */
export function readItemId(id: string, form: string): ItemId {
  const parts = id.split("/");
  const [written = "", ...after] = parts;
  const rest = after.join("/");
  if (rest === "") throw new ImportIdError(`"${id}" names no item`, `Write ${form}.`);
  const domain = readDomain(written);
  // A name may hold a slash (RFC 2317), and so may what follows the type.
  const at = parts.findIndex((part, index) => index >= 2 && types.includes(part.toUpperCase()));
  if (at < 0) return { id, domain, rest };
  const member = at + 1 < parts.length ? parts.slice(at + 1).join("/") : undefined;
  const owner = parts.slice(1, at).join("/");
  const name = nameBy(() => ownerName(owner, domain), `"${owner}" is not a name in ${domain}`, `Write ${form}.`);
  return { id, domain, rest, set: { name, type: String(parts[at]).toUpperCase(), member } };
}

/** @throws ImportIdError for what is no domain */
export const readDomain = (id: string): string =>
  nameBy(() => normaliseDomain(id), `"${id}" is not the name of a domain`, "Write the domain, such as example.com.");

function nameBy(read: () => string, what: string, advice: string): string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidNameError)) throw error;
    throw new ImportIdError(what, advice);
  }
}

/** How many candidates a message lists. */
const listedAtMost = 30;

/**
 * The one member that an id names.
 * @throws ImportIdError where there is none, or more than one
 */
export function theMember<M extends Member>(members: readonly M[], wanted: ItemId): M {
  const [only] = theMembers(members, wanted, "");
  if (only === undefined) throw new TypeError(`${wanted.id} names no member`);
  return only;
}

/**
 * The members that an id names.
 * @param others what a person can say to get several, for the message; `undefined`: that was said
 * @throws ImportIdError where there is none, or more than one and only one was asked for
 */
export function theMembers<M extends Member>(
  members: readonly M[],
  { id, rest, set }: ItemId,
  others: string | undefined,
): M[] {
  const ofSet = set && members.filter(({ name, type }) => name === set.name && type === set.type);
  const isValue = ({ item, values }: Member) => item === set?.member || values.includes(set?.member ?? "");
  const isMeant = (each: M) => (set === undefined ? each.item === rest : set.member === undefined || isValue(each));
  const meant = (ofSet ?? members).filter(isMeant);
  if (meant.length === 1 || (meant.length > 1 && others === undefined)) return meant;
  const candidates = meant.length === 0 ? (ofSet ?? []) : meant;
  if (candidates.length === 0) {
    throw new ImportIdError(
      `there is no ${id}`,
      "Nothing was imported. Look at the items of the domain with `registrar import`, or in the dashboard.",
    );
  }
  const shown = exactIds(candidates)
    .slice(0, listedAtMost)
    .map((each) => `\n  ${each}`);
  const more = candidates.length > listedAtMost ? `\n  and ${candidates.length - listedAtMost} more` : "";
  const what = meant.length === 0 ? `nothing has the id ${id}` : `${id} names ${meant.length} items`;
  const all = meant.length === 0 ? "" : (others ?? "");
  throw new ImportIdError(what, `Nothing was imported. Use one of these ids${all}:${shown.join("")}${more}`);
}

/** What names each among the others: of those that say the same, the registrar's id. */
export function exactIds(members: readonly Member[]): string[] {
  const counts = new Map<string, number>();
  for (const { naturalId } of members) counts.set(naturalId, (counts.get(naturalId) ?? 0) + 1);
  return members.map(({ naturalId, item }) =>
    counts.get(naturalId) === 1 || item === undefined ? naturalId : `${naturalId.split("/")[0]}/${item}`,
  );
}
