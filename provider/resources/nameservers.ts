/** Nameservers: the delegation of a domain. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { RegistrarError, UnexpectedShapeError } from "../api/index.ts";
import { InvalidNameError, ifValid, normaliseHost } from "../dns/index.ts";
import { type CheckFailure, PartialFailure } from "../lifecycle/definition.ts";
import { domainSchema, perDomain, type StateOf } from "../lifecycle/perDomain.ts";
import type { Run } from "../lifecycle/run.ts";

const schema = domainSchema("Nameservers", {
  nameservers: z
    .array(z.string())
    .min(2, { message: "must name at least 2 nameservers (RFC 1034 4.1)" })
    .max(13, { message: "must name at most 13 nameservers, as registries accept them" })
    .meta({
      description: "2 to 13 host names, in any order. Updates in place. RFC 1034 section 4.1.",
    }),
  restoreOnDelete: z.boolean().optional().meta({
    description:
      "Restore `previousNameservers` on delete, unless somebody changed the nameservers by hand. Default: `false`.",
  }),
});
const outputs = {
  previousNameservers: z
    .array(z.string())
    .optional()
    .meta({ description: "The nameservers that the domain had before this resource." }),
};
/** A digest of what the program last wrote, which may be secret. */
const memory = { written: z.string().optional() };
type Args = z.output<typeof schema>;
type State = StateOf<typeof schema, typeof outputs & typeof memory>;
type Hosts = readonly string[] | undefined;

/** The set as one comparable list. */
const canonical = (hosts: Hosts = []): string[] => [...new Set(hosts.map(canonicalHost))].sort();
const canonicalHost = (host: string) => ifValid(() => normaliseHost(host)) ?? host.toLowerCase();

const sameSet = (a: Hosts, b: Hosts) => isDeepStrictEqual(canonical(a), canonical(b));
const format = (hosts: Hosts) => canonical(hosts).join(", ");
const digest = (hosts: Hosts) => createHash("sha256").update(format(hosts)).digest("hex");

const read = async (domain: string, run: Run) => (await run.api.nameservers.get({ domain })).nameservers;

/** Sets the list, and reads it back unless the answer shows it. */
async function write(domain: string, wanted: string[], run: Run): Promise<void> {
  let shown: string[] = [];
  const look = () =>
    run.poll.untilShown(async () => {
      shown = await read(domain, run);
      return sameSet(shown, wanted) ? shown : undefined;
    });
  const found = await run.poll.confirmed(async () => {
    const { data } = await run.api.nameservers.set({ domain, body: { nameservers: wanted } });
    const answered = answerSchema.safeParse(data).data?.nameservers;
    return sameSet(answered, wanted) ? answered : look();
  }, look);
  if (found !== undefined) return;
  throw new UnexpectedShapeError({
    operation: "nameservers.set",
    domain,
    outcome: "unknown",
    what: `the registrar accepted the nameservers ${format(wanted)}, but nameservers.get shows ${format(shown) || "none"}`,
    advice:
      'Look into the registrar\'s dashboard, and run `pulumi up` again. If the field has another name in requests, say so for "nameservers.set" in a contract file (REGISTRAR_CONTRACT_FILE, `fields`).',
  });
}

const answerSchema = z.looseObject({ nameservers: z.array(z.string()) });

function checkHosts(hosts: readonly string[]): CheckFailure[] {
  const reasons = hosts.flatMap((host) => {
    try {
      if (!normaliseHost(host).includes(".")) throw new InvalidNameError(host, "it has only one label");
      return [];
    } catch (error) {
      if (!(error instanceof InvalidNameError)) throw error;
      return [`must be full host names such as \`ns1.example.net\`: ${error.message}`];
    }
  });
  if (hosts.length >= 2 && canonical(hosts).length < 2) {
    reasons.push("must name at least 2 different nameservers (RFC 1034 4.1)");
  }
  return reasons.map((reason) => ({ property: "nameservers", reason }));
}

export const nameservers = perDomain<Args, State>({
  type: "Nameservers",
  part: "nameservers",
  summary: "The nameservers that a domain is delegated to.",
  endpoints: ["nameservers.get", "nameservers.set", "domains.get"],
  meaning: {
    create: "sets the nameservers if they differ, and stores the previous ones",
    drift: "the set of nameservers",
    delete: "leaves the nameservers unchanged, or restores the previous ones if `restoreOnDelete` is set",
  },
  schema,
  outputs,
  memory,
  check: ({ nameservers: hosts = [] }) => checkHosts(hosts),
  same: (state, args) => ({ nameservers: sameSet(state.nameservers, args.nameservers) }),

  stays(domain, state) {
    const previous = state.previousNameservers;
    const isForgotten = state.restoreOnDelete === true && previous !== undefined && digest(previous) !== state.written;
    const forgotten = ` (the previous nameservers, ${format(previous)}, are stored no longer if this was a rename: \`aliases\` keep them)`;
    return `The delegation of ${domain} stays${isForgotten ? forgotten : ""}`;
  },

  async live(domain, { api }) {
    const { nameservers } = await api.nameservers.get({ domain });
    return { nameservers: nameservers.map((host) => host.toLowerCase().replace(/\.$/, "")) };
  },
  async observe(state, domain, run) {
    const live = await read(domain, run);
    const { written, previousNameservers } = state;
    return { written, previousNameservers, nameservers: sameSet(live, state.nameservers) ? state.nameservers : live };
  },

  async ensure(args, domain, run, before) {
    const wanted = canonical(args.nameservers);
    // Where only an option differs there is nothing to ask.
    if (before !== undefined && sameSet(before.nameservers, wanted)) {
      return { written: digest(wanted), previousNameservers: before.previousNameservers };
    }
    const live = await read(domain, run);
    // A change by hand since the resource was created does not count.
    const replaced = z.looseObject(outputs).safeParse(run.replaced.get(`Nameservers ${domain}`)).data;
    const { previousNameservers = before === undefined ? live : undefined } = before ?? replaced ?? {};
    const known = { written: digest(wanted), previousNameservers };
    try {
      if (!sameSet(live, wanted)) await write(domain, wanted, run);
    } catch (error) {
      if (before !== undefined || !(error instanceof RegistrarError) || error.outcome === "no") throw error;
      // It may have been done: what was there before must not be forgotten.
      throw new PartialFailure(domain, { ...known, nameservers: live }, error.message);
    }
    return known;
  },

  async release(state, domain, run) {
    const [previous, written] = [canonical(state.previousNameservers), state.written];
    const stay = (why: string) => run.log(`The nameservers of ${domain} were not changed: ${why}.`);
    if (state.restoreOnDelete !== true) return stay("`restoreOnDelete: true` would restore the previous nameservers");
    if (previous.length === 0) return stay("the previous nameservers are not known");
    if (digest(previous) === written) return stay("they were the same when the program took them over");
    const live = await read(domain, run);
    if (sameSet(live, previous)) return;
    if (digest(live) !== written) {
      return stay(
        `somebody set ${format(live)} after the program's last change; the nameservers before that were ${previous.join(", ")}`,
      );
    }
    await write(domain, previous, run);
  },
});
