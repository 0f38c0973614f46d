/** Nameservers: the delegation of a domain. */
import * as z from "zod";
import { InvalidNameError, normaliseHost } from "../dns/index.ts";
import { domainArgument, domainOf, fixedDomain, sameDomain } from "./arguments.ts";
import { diffArgs, managedKeys, managedText, type Properties, type Resource, sameJson } from "./definition.ts";
import type { Session } from "./session.ts";

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
        "Put back the nameservers that the domain had before, when this resource is deleted. Default: `false`, they stay as they are.",
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

async function readLive(domain: string, session: Session): Promise<string[]> {
  return (await session.api.nameservers.get({ domain })).nameservers;
}

async function setLive(domain: string, nameservers: string[], session: Session): Promise<void> {
  await session.api.nameservers.set({ domain, body: { nameservers } });
}

/** Sets the list if it differs; remembers what was there before the program first changed it. */
async function ensure(args: Properties, remembered: unknown, session: Session): Promise<Properties> {
  const domain = domainOf(args);
  const live = await readLive(domain, session);
  const differs = !sameSet(live, args["nameservers"]);
  if (differs) await setLive(domain, canonical(args["nameservers"]), session);
  return stateOf(args, remembered ?? (differs ? live : undefined));
}

function stateOf(args: Properties, previous: unknown): Properties {
  const managed = managedKeys(args, []);
  return {
    ...Object.fromEntries(managed.map((key) => [key, args[key]])),
    managed: managedText(managed),
    ...(previous !== undefined && { previousNameservers: previous }),
  };
}

export const nameservers: Resource = {
  type: "Nameservers",
  summary: "The nameservers that a domain is delegated to.",
  operations: ["nameservers.get", "nameservers.set", "domains.get"],
  meaning: {
    create: "sets the list if it differs, and remembers the previous one",
    drift: "the set of nameservers, whatever its order, case or dots",
    delete:
      "leaves the nameservers as they are and says so; with `restoreOnDelete: true` puts back those the domain had before",
  },
  schema: nameserversSchema,
  schemaFor: () => nameserversSchema,
  outputs: {
    previousNameservers: {
      type: "string[]",
      description: "The nameservers before the program first changed them; absent when they were the same.",
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

  async create(args, session) {
    return { id: domainOf(args), state: await ensure(args, undefined, session) };
  },

  async read(_id, state, session) {
    if (session.isFormer(state["domain"])) return undefined;
    const live = await readLive(domainOf(state), session);
    return { ...state, nameservers: sameSet(live, state["nameservers"]) ? state["nameservers"] : live };
  },

  async update(_id, state, args, session) {
    const previous = state["previousNameservers"];
    // Only an option differs: nothing to ask.
    if (sameSet(state["nameservers"], args["nameservers"])) return stateOf(args, previous);
    return ensure(args, previous, session);
  },

  async delete(_id, state, session) {
    if (session.isFormer(state["domain"])) return;
    const domain = domainOf(state);
    const previous = canonical(state["previousNameservers"]);
    if (state["restoreOnDelete"] !== true || previous.length === 0) {
      const hint =
        state["restoreOnDelete"] === true
          ? "they were not changed by it"
          : "`restoreOnDelete: true` would put back the previous ones";
      session.say(`The nameservers of ${domain} stay as they are (${hint}).`);
      return;
    }
    const live = await readLive(domain, session);
    if (!sameSet(live, previous)) await setLive(domain, previous, session);
  },
};
