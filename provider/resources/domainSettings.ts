/** DomainSettings: auto-renewal and WHOIS privacy of a domain. Each is managed only if it is given. */
import * as z from "zod";
import {
  type DomainSetting,
  domainSettingNames as names,
  type PerSetting,
  perSetting,
  domainSettings as settings,
  settingsOf,
} from "../api/endpoints/shapes.ts";
import { type Api, notShown, RegistrarError } from "../api/index.ts";
import { PartialFailure } from "../lifecycle/definition.ts";
import { domainSchema, type Incomplete, perDomain } from "../lifecycle/perDomain.ts";
import { confirmed } from "../lifecycle/poll.ts";
import type { Run } from "../lifecycle/run.ts";

const argument = (name: DomainSetting) =>
  z.boolean().optional().describe(`${settings[name].description} Default: not changed. Updates in place.`);

const schema = domainSchema("DomainSettings", perSetting(argument));
type Args = z.output<typeof schema>;
type State = Incomplete<Args>;

const send: PerSetting<(api: Api, domain: string, value: boolean) => ReturnType<Api["privacy"]["set"]>> = {
  autoRenew: (api, domain, value) => api.autoRenew.set({ domain, body: { auto_renew: value } }),
  privacy: (api, domain, value) => api.privacy.set({ domain, body: { privacy_protect: value } }),
};

const given = (values: State) => names.filter((name) => values[name] !== undefined);

async function write(domain: string, name: DomainSetting, value: boolean, run: Run): Promise<void> {
  const { field, noun } = settings[name];
  const look = async () => {
    run.forgetDomain(domain);
    const live = await run.domain(domain);
    return live[field] === value ? { status: 200, data: { [field]: value } } : undefined;
  };
  const { data } = await confirmed(
    () => send[name](run.api, domain, value),
    () => run.poll.untilShown(look),
  );
  if (data[field] !== !value) return run.noteDomain(domain, { [field]: value });
  const what = `the request, but its response still shows ${noun} ${value ? "off" : "on"}`;
  throw notShown(`${name}.set`, domain, what);
}

export const domainSettings = perDomain<Args, State>({
  type: "DomainSettings",
  part: "settings",
  summary: "Auto-renewal and WHOIS privacy of a domain. A setting that you leave out isn't changed.",
  meaning: {
    create: "writes the settings that differ",
    drift: "the settings that the program sets and the registrar shows",
    delete: "leaves the settings unchanged",
  },
  endpoints: ["domains.get", ...names.map((name) => `${name}.set` as const)],
  schema,
  oneOf: names,
  stays(domain, state) {
    const left = given(state).map((name) => `${settings[name].noun} (${state[name] ? "on" : "off"})`);
    return `The settings of ${domain} stay: ${left.join(", ")}`;
  },

  live: async (domain, run) => settingsOf(await run.domain(domain)),
  async observe(state, domain, run) {
    const live = settingsOf(await run.domain(domain));
    const shown: State = {};
    for (const name of given(state)) shown[name] = live[name] ?? state[name];
    return shown;
  },

  /** Writes the changed settings whose live value differs, or isn't shown. */
  async ensure(args, domain, run, before = {}) {
    const changed = given(args).filter((name) => before[name] !== args[name]);
    const live = changed.length === 0 ? {} : settingsOf(await run.domain(domain));
    const due = changed.filter((name) => live[name] !== (args[name] === true));
    for (const [written, name] of due.entries()) {
      try {
        await write(domain, name, args[name] === true, run);
      } catch (error) {
        if (written === 0 || !(error instanceof RegistrarError)) throw error;
        // An earlier setting was written: the next update reads all.
        throw new PartialFailure(domain, { ...before, unfinished: true }, error.message, error);
      }
    }
    return {};
  },
});
