/** Every profile's spelling of a random record means the record. */

import { recordBody } from "../../provider/api/endpoints/shapes.ts";
import { parseJson } from "../../provider/api/json.ts";
import {
  isOpaque,
  type RecordArgs,
  recordFromArgs,
  recordFromWire,
  recordToWire,
  sameData,
} from "../../provider/dns/index.ts";
import type { Behaviour } from "../../testing/sandbox/behaviour.ts";
import { presentRecord } from "../../testing/sandbox/present.ts";
import { conflictsWith, fullBehaviour, profileNames } from "../../testing/sandbox/profiles.ts";
import { readRecord } from "../../testing/sandbox/records.ts";
import { domain, recordArgs } from "../dns/arbitraries.ts";
import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";

/** A record on its way to a registrar of this behaviour, and back. */
function roundTrip(args: RecordArgs, behaviour: Behaviour) {
  const sent: unknown = JSON.parse(JSON.stringify(recordToWire(args, domain)));
  const stored = { id: 1002, ...readRecord(recordBody.parse(sent), domain) };
  const shown = parseJson(JSON.stringify(presentRecord(stored, domain, behaviour)));
  if (typeof shown !== "object" || shown === null) throw new TypeError("a record is shown as an object");
  return recordFromWire({ ...shown }, domain);
}

function meansIt(args: RecordArgs, profiles: readonly string[]): void {
  const behaviour = fullBehaviour(profiles);
  const wanted = recordFromArgs(args, domain);
  const live = roundTrip(args, behaviour);
  if (isOpaque(live)) throw new Error(`not understood: ${live.reason}`);
  const interpretations = live.interpretations === undefined ? {} : { interpretations: live.interpretations };
  const isTtlKept = wanted.ttl !== undefined && behaviour.minimumTtl === 0;
  const differences = [
    live.name === wanted.name || "the name",
    sameData({ ...live.data, ...interpretations }, wanted.data) || "the data",
    !isTtlKept || live.ttl === wanted.ttl || "the TTL",
    !wanted.comment || live.comment === wanted.comment || "the comment",
  ].filter((each) => each !== true);
  // One expectation for 30,000 records costs less than four.
  if (differences.length > 0) expect({ ...live, differences }).toEqual(wanted);
}

const conflicts = new Map(profileNames.map((name) => [name, new Set(conflictsWith(name))]));

/** Profiles that can be switched on together. */
const together = fc.shuffledSubarray([...profileNames]).map((names) => {
  const chosen: string[] = [];
  for (const name of names) if (!chosen.some((other) => conflicts.get(other)?.has(name))) chosen.push(name);
  return chosen;
});

function holds<Values>(property: fc.IProperty<Values>, numRuns: number): void {
  // biome-ignore lint/nursery/noFloatingPromises: assert returns a promise for asynchronous properties only, and this is none
  fc.assert(property, { numRuns });
}

describe("a record that comes back means what was sent", () => {
  it.each(profileNames)("under %s", (profile) => {
    holds(
      fc.property(recordArgs, (args) => meansIt(args, [profile])),
      runs(500),
    );
  });

  it("also a text in quotes of its own, whose escape is none", () => {
    for (const profile of profileNames) meansIt({ name: "@", type: "TXT", content: '"\\"\\\\990\\""' }, [profile]);
  });

  it("under any profiles together", () => {
    holds(
      fc.property(recordArgs, together, (args, profiles) => meansIt(args, profiles)),
      runs(1000),
    );
  });
});
