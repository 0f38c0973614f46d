/** Dnssec: the signing of a domain's zone by the service, with its DS records. */
import * as z from "zod";
import type { AnyObject } from "../api/endpoints/shapes.ts";
import {
  type DnssecStatus,
  DomainNotHeldError,
  dsRecord,
  lacking,
  NotFoundError,
  notShown,
  readDnssec,
  UnsupportedOperationError,
} from "../api/index.ts";
import { domainSchema, perDomain, type StateOf } from "../lifecycle/perDomain.ts";
import { writeOnce } from "../lifecycle/poll.ts";
import { explained, onServiceNameservers } from "../lifecycle/preconditions.ts";
import type { Run } from "../lifecycle/run.ts";

const schema = domainSchema("Dnssec", {
  enabled: z.boolean().describe("True to switch DNSSEC on, false to switch it off. Updates in place. RFC 9364."),
});
const outputs = {
  dsRecords: z.array(dsRecord).meta({
    description: "The DS records that the registrar shows, in a fixed order. RFC 4034 section 5.1.",
    tsType: "DsRecord[]",
  }),
};

/** The status in the domain's details, for a response without one. */
const fromDetails = async (domain: string, run: Run) => (await run.domain(domain)).dnssec_enabled;

async function look(domain: string, run: Run): Promise<DnssecStatus> {
  let data: AnyObject;
  try {
    ({ data } = await run.api.dnssec.get({ domain }));
  } catch (error) {
    const isMissing = error instanceof NotFoundError || error instanceof UnsupportedOperationError;
    if (!isMissing || error instanceof DomainNotHeldError) throw error;
    // The account holds the domain: the registrar lacks the route, or DNSSEC was never on.
    const enabled = await fromDetails(domain, run);
    if (enabled === undefined) throw error;
    return { enabled, dsRecords: [] };
  }
  const status = readDnssec(data);
  const enabled = status.enabled ?? (await fromDetails(domain, run));
  if (enabled === undefined)
    throw lacking("dnssec.get", domain, "neither its response nor domains.get says whether DNSSEC is on");
  return { ...status, enabled };
}

/** Requires the service's nameservers: with a DS record and other nameservers, the domain doesn't resolve. */
const isServedHere = onServiceNameservers("DNSSEC");

/** Sends one write. @returns the status in its response */
async function send(domain: string, enabled: boolean, run: Run): Promise<DnssecStatus> {
  const { dnssec } = run.api;
  const { data } = await (enabled ? dnssec.enable({ domain }) : dnssec.disable({ domain })).catch(
    async (error: unknown) => {
      throw await explained(error, [isServedHere], { domain }, run);
    },
  );
  run.noteDomain(domain, { dnssec_enabled: enabled });
  return readDnssec(data);
}

const write = (domain: string, enabled: boolean, run: Run): Promise<DnssecStatus> =>
  writeOnce({
    send: () => send(domain, enabled, run),
    async look() {
      const found = await run.poll.untilShown(async () => {
        run.forgetDomain(domain);
        const live = await look(domain, run);
        return live.enabled === !enabled ? undefined : live;
      });
      return { found, isAbsent: true };
    },
  });

const known = ({ dsRecords }: DnssecStatus) => ({ dsRecords });

export const dnssec = perDomain<z.output<typeof schema>, StateOf<typeof schema, typeof outputs>>({
  type: "Dnssec",
  part: "dnssec",
  summary: "DNSSEC of a domain that uses the service's own nameservers.",
  meaning: {
    create:
      "switches DNSSEC on or off if it differs. Fails under nameservers of another service, since the domain would " +
      "stop resolving",
    drift: "DNSSEC is switched on or off elsewhere",
    delete: "leaves DNSSEC unchanged. To switch DNSSEC off, set `enabled: false` first",
  },
  endpoints: ["dnssec.get", "dnssec.enable", "dnssec.disable", "nameservers.get", "domains.get"],
  schema,
  outputs,
  stays: (domain, { enabled }) =>
    `DNSSEC of ${domain} stays ${enabled === true ? "on (to switch it off, first set `enabled: false`)" : "off"}`,

  preconditions: [
    async (args, question) => {
      const isDue = args.enabled === true && (await look(String(args.domain), question.run)).enabled === false;
      if (isDue) await isServedHere(args, question);
    },
  ],

  async live(domain, run) {
    const enabled = (await fromDetails(domain, run)) ?? (await look(domain, run)).enabled;
    return { enabled: enabled === true };
  },
  async observe({ enabled }, domain, run) {
    const live = await look(domain, run);
    return { ...known(live), enabled: live.enabled === "changing" ? enabled : live.enabled };
  },

  async ensure({ enabled }, domain, run) {
    const live = await look(domain, run);
    // A change in progress isn't interrupted. If it ends with the other status, a refresh shows that.
    if (live.enabled === enabled || live.enabled === "changing") return known(live);
    if (enabled && run.api.contract.serviceNameservers !== undefined) await isServedHere({ domain }, { run });
    const answered = await write(domain, enabled, run);
    if (answered.enabled === !enabled) {
      run.forgetDomain(domain);
      const what = `the request, but its response still shows DNSSEC ${enabled ? "off" : "on"}`;
      throw notShown(enabled ? "dnssec.enable" : "dnssec.disable", domain, what);
    }
    // DS records exist only if DNSSEC is on; the response may have them already.
    return known(enabled && answered.dsRecords.length === 0 ? await look(domain, run) : answered);
  },
});
