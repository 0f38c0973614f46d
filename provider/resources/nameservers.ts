/** Nameservers: the delegation of a domain. */
import * as z from "zod";
import { RegistrarError } from "../api/index.ts";
import { InvalidNameError, normaliseHost } from "../dns/index.ts";
import { domainArgument, domainOf, fixedDomain, sameDomain } from "./arguments.ts";
import {
  diffArgs,
  managedKeys,
  managedText,
  PartialFailure,
  type Properties,
  type Resource,
  sameJson,
} from "./definition.ts";
import type { Run } from "./run.ts";

export const nameserversSchema = z
  .strictObject({
    domain: domainArgument,
    nameservers: z
      .array(z.string())
      .min(2, { message: "must name at least 2 nameservers (RFC 1034 4.1)" })
      .max(13, { message: "must name at most 13 nameservers, as registries accept them" })
      .meta({
        description:
          "Host names of 2 to 13 nameservers; order, case and trailing dots have no meaning. Updates in place. RFC 1034 4.1.",
      }),
    restoreOnDelete: z.boolean().optional().meta({
      description:
        "When this resource is deleted, put back the nameservers that the domain had when it was created; not over what somebody set by hand since. Default: `false`, they stay as they are.",
    }),
  })
  .meta({ id: "NameserversArgs" });

/** The set as one comparable list. */
function canonical(hosts: unknown): string[] {
  if (!Array.isArray(hosts)) return [];
  const names = hosts.map((host) => {
    try {
      return normaliseHost(String(host));
    } catch {
      return String(host).toLowerCase();
    }
  });
  return [...new Set(names)].sort();
}

const sameSet = (a: unknown, b: unknown) => sameJson(canonical(a), canonical(b));

async function readLive(domain: string, run: Run): Promise<string[]> {
  return (await run.api.nameservers.get({ domain })).nameservers;
}

async function setLive(domain: string, nameservers: string[], run: Run): Promise<void> {
  await run.api.nameservers.set({ domain, body: { nameservers } });
}

/** Sets the list if it differs. */
async function ensure(args: Properties, live: string[], run: Run): Promise<void> {
  if (!sameSet(live, args["nameservers"])) await setLive(domainOf(args), canonical(args["nameservers"]), run);
}

/** @param previous what the domain had when this resource took it over; a change by hand afterwards does not count */
function stateOf(args: Properties, previous: unknown): Properties {
  const managed = managedKeys(args, []);
  return {
    ...Object.fromEntries(managed.map((key) => [key, args[key]])),
    managed: managedText(managed),
    written: canonical(args["nameservers"]),
    ...(previous !== undefined && { previousNameservers: previous }),
  };
}

/** What the program last wrote. States of 0.1.0 do not say it; there it is what was last seen. */
const writtenIn = (state: Properties) => state["written"] ?? state["nameservers"];

const listed = (hosts: unknown) => canonical(hosts).join(", ");

export const nameservers: Resource = {
  type: "Nameservers",
  summary: "The nameservers that a domain is delegated to.",
  endpoints: ["nameservers.get", "nameservers.set", "domains.get"],
  meaning: {
    create: "sets the list if it differs, and remembers the previous one",
    drift: "the set of nameservers, whatever its order, case or dots",
    delete:
      "leaves the nameservers as they are and says so; with `restoreOnDelete: true` puts back those the domain had before, unless somebody changed them by hand since",
  },
  schema: nameserversSchema,
  schemaFor: () => nameserversSchema,
  outputs: {
    previousNameservers: {
      type: "string[]",
      description: "The nameservers that the domain had when this resource took it over.",
    },
  },
  controls: [],
  deleteBeforeReplace: true,
  check(args, { previous, known }) {
    const failures = known("domain") ? fixedDomain("Nameservers", previous, args["domain"]) : [];
    const hosts = known("nameservers") && Array.isArray(args["nameservers"]) ? args["nameservers"].map(String) : [];
    for (const host of hosts) {
      try {
        if (!normaliseHost(host).includes(".")) throw new InvalidNameError(host, "it has only one label");
      } catch (error) {
        if (!(error instanceof InvalidNameError)) throw error;
        failures.push({
          property: "nameservers",
          reason: `must be full host names such as \`ns1.example.net\`: ${error.message}`,
        });
      }
    }
    const distinct = canonical(hosts).length;
    if (hosts.length >= 2 && distinct < 2) {
      failures.push({ property: "nameservers", reason: "must name at least 2 different nameservers (RFC 1034 4.1)" });
    }
    return failures;
  },
  diff: (state, args) =>
    diffArgs(state, args, [], [], (key, old, wanted) => {
      if (key === "domain") return sameDomain(old, wanted);
      return key === "nameservers" ? sameSet(old, wanted) : old === wanted;
    }),

  onePerDomain(state) {
    const previous = state["previousNameservers"];
    const forgotten =
      state["restoreOnDelete"] === true && previous !== undefined && !sameSet(previous, writtenIn(state))
        ? ` (those from before, ${listed(previous)}, are not remembered any more; after a rename, \`aliases\` keep them)`
        : "";
    return `The delegation of ${domainOf(state)} stays${forgotten}`;
  },

  async create(args, run) {
    const domain = domainOf(args);
    const live = await readLive(domain, run);
    const state = stateOf(args, live);
    try {
      await ensure(args, live, run);
    } catch (error) {
      if (!(error instanceof RegistrarError) || error.outcome === "no") throw error;
      // It may have been done: what was there before must not be forgotten.
      throw new PartialFailure(domain, { ...state, nameservers: live }, error.message);
    }
    return { id: domain, state };
  },

  async read(_id, state, run) {
    if (run.isFormer(state["domain"])) return undefined;
    const live = await readLive(domainOf(state), run);
    return { ...state, nameservers: sameSet(live, state["nameservers"]) ? state["nameservers"] : live };
  },

  async update(_id, state, args, run) {
    // Where only an option differs there is nothing to ask.
    if (!sameSet(state["nameservers"], args["nameservers"])) {
      await ensure(args, await readLive(domainOf(args), run), run);
    }
    return stateOf(args, state["previousNameservers"]);
  },

  async delete(_id, state, run) {
    if (run.isFormer(state["domain"])) return;
    const domain = domainOf(state);
    const previous = canonical(state["previousNameservers"]);
    const stay = (why: string) => run.say(`The nameservers of ${domain} stay as they are: ${why}.`);
    if (state["restoreOnDelete"] !== true) return stay("`restoreOnDelete: true` would put back the previous ones");
    if (previous.length === 0) return stay("what they were before is not known");
    if (sameSet(previous, writtenIn(state))) return stay("they were the same when the program took them over");
    const live = await readLive(domain, run);
    if (sameSet(live, previous)) return;
    if (!sameSet(live, writtenIn(state))) {
      return stay(
        `somebody set ${listed(live)} since the program set ${listed(writtenIn(state))}; before that they were ${previous.join(", ")}`,
      );
    }
    await setLive(domain, previous, run);
  },
};
