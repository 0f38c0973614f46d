/** DomainSettings: auto-renewal and WHOIS privacy of a domain. Each is managed only if it is given. */
import * as z from "zod";
import { UnexpectedShapeError } from "../api/index.ts";
import { domainArgument, domainOf, fixedDomain, sameDomain } from "./arguments.ts";
import { diffArgs, managedArgs, managedKeys, managedText, type Properties, type Resource } from "./definition.ts";
import type { Run } from "./run.ts";

export const domainSettingsSchema = z
  .strictObject({
    domain: domainArgument,
    autoRenew: z.boolean().optional().meta({
      description:
        "Whether the registrar renews the domain by itself before it expires. Default: left as it is. Updates in place.",
    }),
    privacy: z.boolean().optional().meta({
      description:
        "Whether WHOIS privacy hides the contacts in public registration data. Default: left as it is. Updates in place.",
    }),
  })
  .meta({ id: "DomainSettingsArgs" });

/** How each setting is called, read and written. */
const settings = {
  autoRenew: { noun: "auto-renewal", field: "auto_renew", operation: "autoRenew.set" },
  privacy: { noun: "WHOIS privacy", field: "privacy_protect", operation: "privacy.set" },
} as const;
type Setting = keyof typeof settings;
const names: readonly Setting[] = ["autoRenew", "privacy"];

const given = (args: Properties) => names.filter((name) => typeof args[name] === "boolean");

async function write(domain: string, name: Setting, value: boolean, run: Run): Promise<void> {
  const { data } = await (name === "autoRenew"
    ? run.api.autoRenew.set({ domain, body: { auto_renew: value } })
    : run.api.privacy.set({ domain, body: { privacy_protect: value } }));
  const { field, operation, noun } = settings[name];
  if (data[field] !== !value) {
    run.noteDomain(domain, { [field]: value });
    return;
  }
  throw new UnexpectedShapeError({
    operation,
    domain,
    outcome: "unknown",
    what: `the registrar accepted the request, but its answer shows ${noun} ${value ? "off" : "on"} as before`,
    advice: `If the field has another name in requests, say so for "${operation}" in a contract file (REGISTRAR_CONTRACT, \`fields\`).`,
  });
}

/** Writes those of the given settings that are not live as wanted; what the registrar does not show is written. */
async function ensure(wanted: Properties, domain: string, run: Run): Promise<void> {
  if (given(wanted).length === 0) return;
  const live = await run.domain(domain);
  for (const name of given(wanted)) {
    const value = wanted[name] === true;
    if (live[settings[name].field] !== value) await write(domain, name, value, run);
  }
}

function stateOf(args: Properties): Properties {
  const managed = managedKeys(args, []);
  return { ...Object.fromEntries(managed.map((key) => [key, args[key]])), managed: managedText(managed) };
}

export const domainSettings: Resource = {
  type: "DomainSettings",
  summary: "Auto-renewal and WHOIS privacy of a domain; what is left out is left alone.",
  meaning: {
    create: "reads the domain once and writes only the given settings that differ",
    drift: "the given settings; one that the registrar does not show counts as last written",
    delete: "leaves the settings as they are and says so",
  },
  schema: domainSettingsSchema,
  schemaFor: () => domainSettingsSchema,
  endpoints: ["domains.get", "autoRenew.set", "privacy.set"],
  outputs: {},
  controls: [],
  deleteBeforeReplace: true,
  check(args, { previous, known }) {
    const failures = known("domain") ? fixedDomain("DomainSettings", previous, args["domain"]) : [];
    if (names.every((name) => args[name] === undefined)) {
      failures.push({ reason: "give `autoRenew` or `privacy`, or both: what is left out is left alone" });
    }
    return failures;
  },
  diff: (state, args) =>
    diffArgs(state, args, [], [], (key, old, wanted) => (key === "domain" ? sameDomain(old, wanted) : old === wanted)),

  onePerDomain: (state) => `The settings of ${domainOf(state)} stay`,

  async create(args, run) {
    const domain = domainOf(args);
    await ensure(args, domain, run);
    return { id: domain, state: stateOf(args) };
  },

  async read(_id, state, run) {
    if (run.isFormer(state["domain"])) return undefined;
    const live = await run.domain(domainOf(state));
    const args = managedArgs(state);
    const shown = given(args).map((name) => [name, live[settings[name].field] ?? args[name]]);
    return stateOf({ ...args, ...Object.fromEntries(shown) });
  },

  async update(_id, state, args, run) {
    const old = managedArgs(state);
    const changed = given(args).filter((name) => old[name] !== args[name]);
    await ensure(Object.fromEntries(changed.map((name) => [name, args[name]])), domainOf(args), run);
    return stateOf(args);
  },

  async delete(_id, state, run) {
    if (run.isFormer(state["domain"])) return;
    const left = given(managedArgs(state)).map((name) => `${settings[name].noun} (${state[name] ? "on" : "off"})`);
    run.say(`The settings of ${domainOf(state)} stay as they are: ${left.join(", ")}.`);
  },
};
