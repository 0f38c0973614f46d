/** How a check of several records is written: a rule for groups of them, or for each one among the others. */
import { fullName, ownerOfHost } from "../names.ts";
import { fieldOf, groupBy } from "../records.ts";
import { type RecordData, type RecordTypeName, recordTypes } from "../registry.ts";
import type { Check, CheckSet } from "./record.ts";

export interface CheckedRecord {
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
}

export interface Member extends CheckedRecord {
  index: number;
  /** Its target, the argument that has it, and the target's owner name if it is in the zone. */
  target?: { host: string; property: string; owner: string | undefined };
}

type MemberOf<T extends RecordTypeName> = Member & { data: Extract<RecordData, { type: T }> };

/** The records, indexed so that each check is linear. */
export interface Zone {
  /** Canonical. */
  domain: string;
  members: readonly Member[];
  byName: ReadonlyMap<string, readonly Member[]>;
  aliases: ReadonlyMap<string, Member>;
  /** A name server of each name below the apex that has one. */
  delegated: ReadonlyMap<string, Member>;
}

export function zoneOf(records: readonly CheckedRecord[], domain: string): Zone {
  const members = records.map((record, index) => ({ ...record, index, ...targetOf(record.data, domain) }));
  const aliases = new Map<string, Member>();
  for (const member of ofType(members, ["CNAME"])) if (!aliases.has(member.name)) aliases.set(member.name, member);
  const delegated = new Map<string, Member>(ofType(members, ["NS"]).map((member) => [member.name, member]));
  delegated.delete("@");
  return { domain, members, byName: groupBy(members, ({ name }) => name), aliases, delegated };
}

export function targetOf(data: RecordData, domain: string): Pick<Member, "target"> {
  const { target: property } = recordTypes[data.type];
  const host = property === undefined ? undefined : fieldOf(data, property);
  if (property === undefined || typeof host !== "string") return {};
  return { target: { host, property, owner: ownerOfHost(host, domain) } };
}

export function ofType<T extends RecordTypeName>(members: readonly Member[], types: readonly T[]): MemberOf<T>[] {
  const isOf = (member: Member): member is MemberOf<T> => types.some((type) => type === member.data.type);
  return members.filter(isOf);
}

export interface ZoneProblem {
  members: readonly Member[];
  property?: string | undefined;
  reason: string;
}
/** The reason, or a problem that overrides the usual members and property of its rule. */
type Outcome = string | (Pick<ZoneProblem, "reason"> & Partial<ZoneProblem>) | undefined;
type Find = (zone: Zone) => Iterable<ZoneProblem>;

const problems = (outcome: Outcome, usual: Omit<ZoneProblem, "reason">): ZoneProblem[] =>
  outcome === undefined ? [] : [{ ...usual, ...(typeof outcome === "string" ? { reason: outcome } : outcome) }];

/** A rule for groups of records of some types. Default: records of one name and type. */
export const together =
  <T extends RecordTypeName>(
    types: readonly T[],
    { property, by = ({ name, data }) => `${name} ${data.type}`, pick = () => true }: Grouping<MemberOf<T>>,
    judge: (group: { members: MemberOf<T>[]; first: MemberOf<T>; at: string; zone: Zone }) => Outcome,
  ): Find =>
  (zone) =>
    [...groupBy(ofType(zone.members, types).filter(pick), by).values()].flatMap((members) => {
      const [first] = members;
      if (first === undefined) return [];
      return problems(judge({ members, first, at: fullName(first.name, zone.domain), zone }), { members, property });
    });

interface Grouping<M> {
  property?: string | undefined;
  by?: (member: M) => string;
  pick?: (member: M) => boolean;
}

/** A rule for single records of some types, about their targets. */
export const each =
  (types: readonly RecordTypeName[], judge: (member: Member, zone: Zone) => Outcome): Find =>
  (zone) =>
    ofType(zone.members, types).flatMap((member) =>
      problems(judge(member, zone), { members: [member], property: member.target?.property }),
    );

export interface ZoneCheck extends Check {
  /** Is it about missing records, so that all records of the zone must be known? */
  needsAll?: boolean;
  find: Find;
}

export const rule = (id: string, set: CheckSet, rest: Omit<ZoneCheck, "id" | "set">): ZoneCheck => ({
  id,
  set,
  ...rest,
});

/** The names above an owner name, nearest first, without the apex. */
export const namesAbove = (owner: string): string[] => {
  const labels = owner.split(".");
  return labels.slice(1).map((_, place) => labels.slice(place + 1).join("."));
};
