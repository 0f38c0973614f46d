/** Nameservers: the delegation of a domain. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { foreignAmong, notShown, RegistrarError } from "../api/index.ts";
import { canonicalHosts, domainOf, nameserversArgument, reader } from "../lifecycle/arguments.ts";
import { PartialFailure, type Precondition } from "../lifecycle/definition.ts";
import { aliased } from "../lifecycle/errors.ts";
import { domainSchema, perDomain, type StateOf } from "../lifecycle/perDomain.ts";
import { confirmed } from "../lifecycle/poll.ts";
import { shownText } from "../lifecycle/redactionScope.ts";
import type { Run } from "../lifecycle/run.ts";

const schema = domainSchema("Nameservers", {
  nameservers: nameserversArgument.describe(
    "2 to 13 host names, in any order. Updates in place. RFC 1034 section 4.1.",
  ),
  restoreOnDelete: z
    .boolean()
    .optional()
    .describe(
      "Restore `previousNameservers` on delete, unless a person changed the nameservers by hand. Default: `false`.",
    ),
});
const outputs = {
  previousNameservers: z
    .array(z.string())
    .optional()
    .describe("The nameservers that the domain had before this resource."),
};
/** A digest of the nameservers that the program last wrote, which may be secret. */
const memory = { written: z.string().optional() };
const outputsIn = reader(outputs);
type Args = z.output<typeof schema>;
type State = StateOf<typeof schema, typeof outputs & typeof memory>;
type Hosts = readonly string[] | undefined;

const sameSet = (a: Hosts, b: Hosts) => isDeepStrictEqual(canonicalHosts(a), canonicalHosts(b));
const format = (hosts: Hosts) => canonicalHosts(hosts).join(", ");
const digest = (hosts: Hosts) => createHash("sha256").update(format(hosts)).digest("hex");

/** Reads again, since a delete in another provider process may have restored nameservers after this run's checks. */
const read = async (domain: string, run: Run) => (await run.api.nameservers.get({ domain })).nameservers;

/** The nameservers in the details that all resources of the domain share, unless the contract names an operation for them. */
async function shared(domain: string, run: Run): Promise<string[]> {
  const isNamed = Boolean(run.api.contract.endpoints["nameservers.get"]);
  return (isNamed ? undefined : (await run.domain(domain)).nameservers) ?? read(domain, run);
}

/** Sets the nameservers, and reads them back: no source documents the response, and an echo in it proves nothing. */
async function write(domain: string, wanted: string[], run: Run): Promise<void> {
  let shown: string[] = [];
  const look = () =>
    run.poll.untilShown(async () => {
      shown = await read(domain, run);
      return sameSet(shown, wanted) ? shown : undefined;
    });
  const found = await confirmed(async () => {
    await run.api.nameservers.set({ domain, body: { nameservers: wanted } });
    return look();
  }, look);
  if (found !== undefined) return run.noteDomain(domain, { nameservers: wanted });
  const what = `the nameservers ${format(wanted)}, but nameservers.get shows ${format(shown) || "none"}`;
  throw notShown("nameservers.set", domain, what);
}

/** Warns, before anything is written, that a new resource knows no nameservers to restore: its predecessor did. */
const nothingToRestore: Precondition<Args> = async ({ domain, nameservers, restoreOnDelete }, { run, context }) => {
  if (restoreOnDelete !== true || context === undefined) return;
  if ((context.previous ?? context.predecessor) !== undefined) return;
  const { nameservers: live } = await run.domain(domainOf({ domain }), { isCheck: true });
  if (nameservers === undefined || !sameSet(live, nameservers)) return;
  context.log(
    `${domain} uses these nameservers already, so \`restoreOnDelete\` has none to restore. If you renamed the resource, ` +
      `${aliased} With \`pulumi up --replace\`, set its option \`deleteBeforeReplace\` (the ` +
      "classes do): then the new one restores what the old one would have restored.",
    true,
  );
};

/** Warns before a signed domain leaves the nameservers of the service, whose DS records then don't match. */
const isUnsigned: Precondition<Args> = async ({ domain, nameservers = [] }, { run, context }) => {
  const foreign = foreignAmong(nameservers, run.api.contract);
  if (context === undefined || foreign.length === 0) return;
  const { dnssec_enabled: isSigned } = await run.domain(domainOf({ domain }), { isCheck: true });
  if (isSigned !== true) return;
  context.log(
    `DNSSEC of ${domain} is on, so the domain stops resolving under ${shownText(foreign.join(", "))}, which can't sign for it. ` +
      "First switch DNSSEC off in a `pulumi up` before this one (`enabled: false` in its `Dnssec`), or in the dashboard.",
    true,
  );
};

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
  // The old one hands the nameservers from before it on, if it goes first.
  deleteBeforeReplace: true,
  preconditions: [nothingToRestore, isUnsigned],
  same: (state, args) => ({ nameservers: sameSet(state.nameservers, args.nameservers) }),

  stays(domain, { restoreOnDelete, previousNameservers: previous }) {
    const before = restoreOnDelete && previous ? ` (the nameservers before it: ${format(previous)})` : "";
    return `The delegation of ${domain} stays${before}`;
  },

  async live(domain, run) {
    return { nameservers: (await shared(domain, run)).map((host) => host.toLowerCase().replace(/\.$/, "")) };
  },
  async observe(state, domain, run) {
    const live = await shared(domain, run);
    // An import knows none.
    const { written, previousNameservers = live } = state;
    return { written, previousNameservers, nameservers: sameSet(live, state.nameservers) ? state.nameservers : live };
  },

  async ensure(args, domain, run, before) {
    const wanted = canonicalHosts(args.nameservers);
    // If only an option differs, no call is made: with `ignoreChanges`, these may be the nameservers that a person set.
    if (before !== undefined && sameSet(before.nameservers, wanted)) {
      return { written: before.written, previousNameservers: before.previousNameservers };
    }
    const live = await read(domain, run);
    // Keeps the nameservers from before the resource, even if a person changed them since.
    const replaced = outputsIn(run.claims.replaced.get(`Nameservers ${domain}`) ?? {});
    const { previousNameservers = before === undefined ? live : undefined } = before ?? replaced;
    const known = { written: digest(wanted), previousNameservers };
    try {
      if (!sameSet(live, wanted)) await write(domain, wanted, run);
    } catch (error) {
      if (before !== undefined || !(error instanceof RegistrarError) || error.outcome === "no") throw error;
      // The write may have been carried out: the state keeps the nameservers from before.
      throw new PartialFailure(domain, { ...known, nameservers: live }, error.message, { words: error.words });
    }
    return known;
  },

  async release(state, domain, run) {
    const [previous, written] = [canonicalHosts(state.previousNameservers), state.written];
    const stay = (why: string) => run.log(`The nameservers of ${domain} were not changed: ${why}.`);
    if (state.restoreOnDelete !== true) return stay("`restoreOnDelete: true` would restore the previous nameservers");
    if (previous.length === 0) return stay("the previous nameservers are not known");
    if (digest(previous) === written) return stay("they were the same when the program adopted them");
    const live = await read(domain, run);
    if (sameSet(live, previous)) return;
    if (digest(live) !== written) {
      return stay(
        `a person set ${format(live)} after the program's last change; the nameservers before that were ${previous.join(", ")}`,
      );
    }
    await write(domain, previous, run);
  },
});
