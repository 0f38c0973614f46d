/** Starts the sandbox, and gives tests control of its state and faults. */
import { addAdmin } from "./admin.ts";
import type { Context } from "./context.ts";
import type { SandboxControl, WholeSandbox } from "./control.ts";
import { Dashboard, domainOf } from "./dashboard.ts";
import { openDnsPort } from "./dns/server.ts";
import { Faults } from "./faults.ts";
import { newDomain } from "./fixtures.ts";
import type { Addresses } from "./page/shape.ts";
import type { ProfileChoice } from "./profileNames.generated.ts";
import { dialectOf, profileList } from "./profiles.ts";
import { type Rate, RateLimiter } from "./rate.ts";
import { openRedirectPort } from "./redirects.ts";
import { FullRequestLog } from "./requestLog.ts";
import { apiPrefix, createApp } from "./server.ts";
import { Store } from "./store.ts";

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
  let closing = new AbortController();
  const store = new Store({ file: options.stateFile, fixtures: options.fixtures ?? "default", token: options.token });
  const context: Mutable<Context> = {
    store,
    log: new FullRequestLog(() => Object.values(store.state.secrets)),
    faults: new Faults(),
    profile,
    dialect,
    limiter: limiterOf(options.rate),
    closing: closing.signal,
  };
  const app = await createApp(context);
  const control = controlOf(context);
  const addMissing = () => addMissingDomains(control, options.domains ?? []);
  addMissing();
  const adminPath = `/admin/${context.store.state.secrets.adminSecret}`;
  const doors: { close(): Promise<void> }[] = [app];
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    closing.abort();
    closed ??= Promise.all(doors.map((door) => door.close())).finally(() => context.store.close());
    await closed;
  };
  const reset = () => {
    closing.abort();
    closing = new AbortController();
    context.faults.clear();
    context.log.reset();
    Object.assign(context, { profile, dialect, limiter: limiterOf(options.rate), closing: closing.signal });
    context.store.reset();
    addMissing();
  };
  let addresses: Addresses = { url: "" };
  await app.register(
    (admin, _options, done) => {
      addAdmin(admin, control, () => addresses);
      done();
    },
    { prefix: adminPath },
  );
  try {
    const dns = options.dns && (await openDnsPort(control, portOf(options.dns)));
    if (dns) doors.push(dns);
    const redirects = options.redirects && (await openRedirectPort(control, portOf(options.redirects)));
    if (redirects) doors.push(redirects);
    const origin = await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
    addresses = {
      url: `${origin}${apiPrefix}`,
      ...(dns && { dns: { host: dns.host, port: dns.port } }),
      ...(redirects && { redirects: { url: redirects.url } }),
    };
    return Object.assign(control, {
      ...addresses,
      admin: `${origin}${adminPath}`,
      dashboardUrl: `${origin}${adminPath}/`,
      reset,
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

function addMissingDomains(sandbox: SandboxControl, domains: readonly string[]): void {
  const there = new Set(sandbox.domains().map(({ name }) => name));
  for (const name of domains.map((domain) => domain.toLowerCase())) if (!there.has(name)) sandbox.addDomain(name);
}

const portOf = (door: { readonly port?: number } | true) => (door === true ? 0 : (door.port ?? 0));

const limiterOf = (rate: Rate | undefined) => (rate === undefined ? undefined : new RateLimiter(rate));

function controlOf(context: Mutable<Context>): SandboxControl {
  const { store, log, faults } = context;
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = store.state.secrets;
  const known = (name: string) => domainOf(store, name).name;
  return {
    token,
    marketplaceUserId,
    marketplaceToken,
    appraisalToken,
    log,
    records: (domain) => structuredClone([...store.records(known(domain)).all]),
    forwards: (domain) => structuredClone([...store.forwards(known(domain)).all]),
    domain: (name) => structuredClone(domainOf(store, name)),
    domains: () => structuredClone(Object.values(store.state.domains)),
    contacts: () => structuredClone([...store.state.contacts]),
    ledger: () => structuredClone([...store.state.ledger]),
    get balance() {
      return store.state.balance;
    },
    addDomain: (given, part = {}) => {
      const name = given.toLowerCase();
      store.change({ kind: "domain", domain: name }, (state) => {
        state.domains[name] = newDomain(name, store.now(), part);
      });
    },
    removeDomain: (name) => {
      const domain = known(name);
      store.records(domain).set([]);
      store.forwards(domain).set([]);
      store.change({ kind: "domain", domain }, (state) => {
        delete state.domains[domain];
      });
    },
    dashboard: new Dashboard(store),
    get profile() {
      return context.profile;
    },
    setProfile: (profile) => {
      const names = profileList(profile);
      context.dialect = dialectOf(names);
      context.profile = names;
    },
    fault: (rule) => faults.add(rule),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
    get rate() {
      return context.limiter?.rate;
    },
    setRate: (rate) => {
      context.limiter = limiterOf(rate);
    },
    clock: {
      now: () => store.now(),
      advance: ({ days = 0, hours = 0 }) => {
        store.change({ kind: "clock" }, (state) => {
          state.clockOffset += (days * 24 + hours) * hour;
        });
      },
    },
    onChange: (listener) => store.onChange(listener),
  };
}
