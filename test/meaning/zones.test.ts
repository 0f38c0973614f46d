/** Whole zones as one resource: the table of cases under every profile, and random zones against a model. */
import { recordLists, recordTexts } from "../../provider/fronts/shared/recordTexts.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { bound, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";
import { isSoak } from "../support/soak.ts";
import { type Case, domains, someCases } from "./cases.ts";
import { profilesAlone } from "./profilesAlone.ts";
import { becomes, type Stage, settles, stagesOf, zoneOf } from "./zone.ts";

const registrar = withRegistrar();
withSaid();
/** Lists show writes at once, so nothing waits for them. */
const prompt = { "registrar:lookupSeconds": "0" };

/** Sets of several records, which only a zone holds under one key. */
const sets: Case[] = [
  ...["192.0.2.61", "192.0.2.62", "192.0.2.63"].map((content): Case => {
    const first = record("A", "set", { content, ttl: 300 });
    return { title: `of a set, ${content}`, first, live: `set A ${content} ttl 300` };
  }),
  {
    title: "one of a set that changes",
    first: record("A", "set", { content: "192.0.2.64", ttl: 300 }),
    live: "set A 192.0.2.64 ttl 300",
    last: record("A", "set", { content: "192.0.2.65", ttl: 300 }),
    liveLast: "set A 192.0.2.65 ttl 300",
  },
  ...[10, 20].map((priority): Case => {
    const first = record("MX", "set", { content: `mx${priority}.example.net`, priority });
    return { title: `of a set, MX ${priority}`, first, live: `set MX ${priority} mx${priority}.example.net` };
  }),
];
const table = someCases(8).filter(({ first }) => first.handler === "dnsRecord");
const stages = stagesOf([...table, ...sets]);
/** The records of a program as one zone a domain; with `inTexts` as the class writes them. */
function zonesOf(program: Program, { inTexts = false, ...rest }: Record<string, unknown>): Program {
  const zones = new Map<string, Record<string, unknown>[]>();
  for (const { args } of Object.values(program)) {
    const { domain, adopt: _adopt, ignoreChecks: _ignored, ...record } = args;
    const name = String(domain).toLowerCase().replace("xn--bcher-kva", "bücher");
    zones.set(name, [...(zones.get(name) ?? []), record]);
  }
  return Object.fromEntries(
    [...zones].map(([domain, records]) => [
      domain,
      {
        handler: "dnsZone",
        args: {
          ...{ domain, records, ...rest },
          ...(inTexts === true && {
            records: recordTexts(recordLists(records), () => true),
            __registrar: { texts: true },
          }),
        },
      },
    ]),
  );
}

const inZones = ({ program, live }: Stage, rest: Record<string, unknown>): Stage => ({
  program: zonesOf(program, rest),
  live,
});

/** Apply; the same again; in other words; something by hand; change it; the same again; destroy. */
async function wholeStory(rest: Record<string, unknown>, config: Record<string, string>): Promise<void> {
  const stack = new HandlerStack(config);
  await becomes(registrar, stack, inZones(stages.first, rest));

  const respelled = zonesOf(stages.respelled.program, rest);
  registrar.writes();
  expect((await stack.up(respelled)).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
  await settles(registrar, stack, respelled);

  const { sandbox } = registrar;
  const edited = sandbox.records("example.com").find(({ type }) => type === "A");
  sandbox.dashboard.editRecord("example.com", edited?.id ?? 0, { content: "203.0.113.77" });
  // A list that lags does not show it at once.
  let seen = await stack.refresh();
  while (Object.keys(seen.drift).length === 0 && Object.keys(seen.errors).length === 0) seen = await stack.refresh();
  expect(JSON.stringify(seen)).toContain("203.0.113.77");
  expect((await stack.up(respelled)).errors).toEqual({});
  expect(zoneOf(registrar)).toEqual(stages.first.live);

  await becomes(registrar, stack, inZones(stages.last, { ...rest, maxChange: 1000 }));
  expect((await stack.destroy()).errors).toEqual({});
  expect(zoneOf(registrar)).toEqual([]);
}

/** Each profile meets one of the modes, and both in the soak; the two that say most meet both. */
const hard = ["", "all-awkward"];
const meets = (mode: string) =>
  ["", ...profilesAlone].filter(
    (profile, place) => isSoak || hard.includes(profile) || (place % 2 === 0) === (mode === "additive"),
  );

describe.each(["additive", "authoritative"])("every case in an %s zone under profile", (mode) => {
  it.each(meets(mode).map((profile, place) => [profile, place % 2 === 0] as const))(
    "%s, in texts: %s",
    async (profile, inTexts) => {
      for (const domain of domains) registrar.sandbox.addDomain(domain);
      registrar.sandbox.setProfile(profile);
      await wholeStory({ mode, inTexts }, /stale|awkward/.test(profile) ? bound : prompt);
    },
  );
});
