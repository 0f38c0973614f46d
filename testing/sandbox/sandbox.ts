/** Starts the sandbox, and gives tests control of its state and faults. */
import { addAdmin } from "./admin.ts";
import type { WholeSandbox } from "./control.ts";
import { Dashboard, domainOf } from "./dashboard.ts";
import { openDnsPort } from "./dns/server.ts";
import { type FaultRule, Faults } from "./faults.ts";
import { newDomain } from "./fixtures.ts";
import { ListViews } from "./lists.ts";
import type { ProfileChoice } from "./profileNames.generated.ts";
import { dialectOf, profileList } from "./profiles.ts";
import { type Rate, RateLimiter } from "./rate.ts";
import { openRedirectPort } from "./redirects.ts";
import { FullRequestLog } from "./requestLog.ts";
import { apiPrefix, createApp } from "./server.ts";
import type { SandboxDomain, SandboxForward, SandboxRecord } from "./state.ts";
import { Store } from "./store.ts";
import type { Context } from "./visits.ts";

export interface SandboxOptions {
  /** TCP port on loopback. Default 0: any free one. */
  readonly port?: number;
  /** JSON file that keeps everything between runs. Default: memory only. */
  readonly stateFile?: string;
  /** Awkward dialects; `pulumi-registrar sandbox --profiles` describes them. Default: none. */
  readonly profile?: ProfileChoice | readonly ProfileChoice[];
  /** The API token. Default: the state file's, or a random one. */
  readonly token?: string;
  /** The limit above which requests get 429. Default: none. */
  readonly rate?: Rate;
  /** Initial state: three domains and a contact, or `empty`. Default: `default`. */
  readonly fixtures?: "default" | "empty";
  /** Domains to add to those of `fixtures`. A domain that the state file has stays unchanged. Default: none. */
  readonly domains?: readonly string[];
  /** Serves DNS over UDP and TCP on loopback, on any free port unless `port` is set. Default: off. */
  readonly dns?: { readonly port?: number } | true;
  /** Serves the URL forwards over HTTP on loopback, on any free port unless `port` is set. Default: off. */
  readonly redirects?: { readonly port?: number } | true;
}

/** Options of `startSandbox` for the command line and this project's tests. */
export interface AnyOptions extends Omit<SandboxOptions, "profile"> {
  /** Also several in one string, separated by commas. */
  readonly profile?: string | readonly string[];
}

const hour = 60 * 60 * 1000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Starts a registrar on loopback. */
export async function startSandbox(options: AnyOptions = {}): Promise<WholeSandbox> {
  const profile = profileList(options.profile);
  const dialect = dialectOf(profile);
  const fresh = () => ({
    ...{ profile, dialect, limiter: limiterOf(options.rate), closing: new AbortController() },
    views: { records: new ListViews<SandboxRecord>(), forwards: new ListViews<SandboxForward>() },
  });
  const conditions = fresh();
  const store = new Store({ file: options.stateFile, fixtures: options.fixtures ?? "default", token: options.token });
  const authCodes = () => Object.values(store.state.domains).map(({ authCode }) => authCode);
  const log = new FullRequestLog(() => [...Object.values(store.state.secrets), ...authCodes()]);
  const context: Mutable<Context> = { store, log, faults: new Faults(), ...conditions };
  const app = createApp(context);
  const doors: { close(): Promise<void> }[] = [app];
  let closed: Promise<unknown> | undefined;
  const sandbox: Mutable<WholeSandbox> = Object.assign(controlOf(context), {
    ...{ url: "", admin: "", dashboardUrl: "" },
    reset: () => {
      context.closing.abort();
      context.faults.active = [];
      log.reset();
      Object.assign(context, fresh());
      store.reset();
      addMissing();
    },
    close: async () => {
      context.closing.abort();
      closed ??= Promise.all(doors.map((door) => door.close())).finally(() => store.close());
      await closed;
    },
  });
  const addMissing = () => {
    const names = (options.domains ?? []).map((name) => name.toLowerCase());
    for (const name of names) if (store.findDomain(name) === undefined) sandbox.addDomain(name);
  };
  addMissing();
  const adminPath = `/admin/${store.state.secrets.adminSecret}`;
  addAdmin(app, adminPath, sandbox);
  try {
    if (options.dns) {
      const { host, port, ...door } = await openDnsPort(sandbox, portOf(options.dns));
      doors.push(door);
      sandbox.dns = { host, port };
    }
    if (options.redirects) {
      const { url, ...door } = await openRedirectPort(sandbox, portOf(options.redirects));
      doors.push(door);
      sandbox.redirects = { url };
    }
    const origin = await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
    const admin = `${origin}${adminPath}`;
    return Object.assign(sandbox, { url: `${origin}${apiPrefix}`, admin, dashboardUrl: `${admin}/` });
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

const portOf = (door: { readonly port?: number } | true) => (door === true ? 0 : (door.port ?? 0));

const limiterOf = (rate: Rate | undefined) => (rate === undefined ? undefined : new RateLimiter(rate));

/** Control of the state, the faults and the conditions. */
function controlOf(context: Mutable<Context>) {
  const { store, log, faults } = context;
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = store.state.secrets;
  const known = (name: string) => domainOf(store, name).name;
  return {
    token,
    marketplaceUserId,
    marketplaceToken,
    appraisalToken,
    log,
    records: (domain: string) => structuredClone([...store.records(known(domain)).all]),
    forwards: (domain: string) => structuredClone([...store.forwards(known(domain)).all]),
    domain: (name: string): SandboxDomain => structuredClone(domainOf(store, name)),
    domains: (): SandboxDomain[] => structuredClone(Object.values(store.state.domains)),
    contacts: () => structuredClone([...store.state.contacts]),
    ledger: () => structuredClone([...store.state.ledger]),
    get balance() {
      return store.state.balance;
    },
    addDomain: (given: string, part: Partial<Omit<SandboxDomain, "name">> = {}) => {
      const name = given.toLowerCase();
      store.change((state) => {
        state.domains[name] = newDomain(name, store.now(), part);
      });
    },
    removeDomain: (name: string) => {
      const domain = known(name);
      store.records(domain).set([]);
      store.forwards(domain).set([]);
      store.change((state) => {
        delete state.domains[domain];
      });
    },
    dashboard: new Dashboard(store),
    get profile() {
      return context.profile;
    },
    setProfile: (profile: string | readonly string[]) => {
      const names = profileList(profile);
      context.dialect = dialectOf(names);
      context.profile = names;
    },
    fault: (rule: FaultRule) => faults.add(rule),
    faults: () => faults.active,
    clearFaults: () => {
      faults.active = [];
    },
    get rate() {
      return context.limiter?.rate;
    },
    clock: {
      now: () => store.now(),
      advance: ({ days = 0, hours = 0 }) => {
        store.change((state) => {
          state.clockOffset += (days * 24 + hours) * hour;
        });
      },
    },
    onChange: (listener: () => void) => store.onChange(listener),
  };
}
