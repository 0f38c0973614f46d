import {
  type Alias,
  ofType,
  ownerInZone,
  shown,
  targetOf,
  type Zone,
  type ZoneCheck,
  type ZoneProblem,
} from "./zone.ts";

/** Every record of one type whose target is a CNAME of the zone. */
function* pointingAtAliases(zone: Zone, type: "MX" | "NS" | "SRV" | "CNAME"): Generator<ZoneProblem> {
  for (const member of ofType(zone.members, type)) {
    const target = targetOf(member.data);
    const owner = target === undefined ? undefined : ownerInZone(zone, target.host);
    const alias = owner === undefined ? undefined : zone.aliases.get(owner);
    // A CNAME that points at itself is a loop, which has a check of its own.
    if (target === undefined || alias === undefined || alias.index === member.index) continue;
    yield {
      members: [member, alias],
      property: target.property,
      reason: `the ${type} of ${shown(zone, member.name)} points at ${target.host}, which is a CNAME. Name the host that the CNAME leads to`,
    };
  }
}

/** Every loop once, by following each CNAME until something is met that was followed before. */
function* loops(zone: Zone): Generator<ZoneProblem> {
  const done = new Set<Alias>();
  for (const start of zone.aliases.values()) {
    const path: Alias[] = [];
    const seen = new Set<Alias>();
    let next: Alias | undefined = start;
    while (next !== undefined && !done.has(next) && !seen.has(next)) {
      seen.add(next);
      path.push(next);
      const owner: string | undefined = ownerInZone(zone, next.data.content);
      next = owner === undefined ? undefined : zone.aliases.get(owner);
    }
    if (next !== undefined && seen.has(next)) {
      const loop = path.slice(path.indexOf(next));
      yield {
        members: loop,
        property: "content",
        reason: `CNAME records lead in a circle: ${[...loop, next].map(({ name }) => shown(zone, name)).join(" -> ")}. Point one of them at a host with addresses`,
      };
    }
    for (const alias of path) done.add(alias);
  }
}

/** Checks about CNAME records, for any list of records, whole zone or not. */
export const aliasChecks: readonly ZoneCheck[] = [
  ...(["MX", "NS", "SRV"] as const).map(
    (type): ZoneCheck => ({
      id: `${type.toLowerCase()}-target-cname`,
      set: "strict",
      reference: type === "SRV" ? "RFC 2782" : "RFC 2181 section 10.3",
      also: `octoDNS ${type.toLowerCase()}-target-not-cname`,
      description: `The target of ${type} is a host with addresses, not a CNAME of the same zone.`,
      find: (zone) => pointingAtAliases(zone, type),
    }),
  ),
  {
    id: "cname-loop",
    set: "strict",
    reference: "RFC 1034 section 3.6.2",
    also: "octoDNS no-cname-loop; DNSControl checkTargets",
    description: "No CNAME leads back to itself.",
    find: loops,
  },
  {
    id: "cname-chain",
    set: "best-practice",
    reference: "RFC 1034 section 3.6.2",
    also: "octoDNS cname-target-not-cname",
    description: "A CNAME does not point at another CNAME of the same zone.",
    find: (zone) => pointingAtAliases(zone, "CNAME"),
  },
];
