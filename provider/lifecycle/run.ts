/**
 * One operation of an engine (an `up`, a `refresh`, a `destroy`) as the life cycle functions see it: the client, the
 * shared lists, and who holds which of the registrar's items.
 */

import type { WireDomain } from "../api/endpoints/shapes.ts";
import { type Api, type Configuration, createClient, type Listing } from "../api/index.ts";
import { ifValid, normaliseDomain } from "../dns/index.ts";
import { Claims, Turns } from "./claims.ts";
import { type RowIndex, RowList } from "./list.ts";
import { Poll } from "./poll.ts";

/** Where the orders of this machine are noted; the front of the provider knows a place. */
export interface OrderNotes {
  readonly folder: string;
  /** What a person can do for another folder, such as `set HOME to one`. */
  readonly elsewhere: string;
}

/** How a list is read, and how its rows are looked up. */
export interface ListSource<Row extends object, Wire = unknown> {
  /** Group of endpoints, such as `records`. */
  readonly group: string;
  read(api: Api, query: { domain: string; open: boolean }): Promise<Listing<Wire>>;
  decode(row: Wire, domain: string): Row;
  readonly index: RowIndex<Row>;
}

/** A resource that owned a row before this run, and that is another row now. */
export interface Release {
  /** Its name in the program. */
  readonly name: string;
  /** Is it a set that is replaced? Its replacement may take the row or delete it. */
  readonly isReplaced: boolean;
}

export interface RunOptions {
  configuration: Configuration;
  orderNotes: OrderNotes;
  /** Aborted when the process is interrupted. */
  interruption?: AbortSignal;
  /** Refuse every write with a `ReadOnlyError`, before it is sent. Default: `false`. */
  readOnly?: boolean;
  /** Where a person reads what life cycle calls must say; default: stderr. */
  log?: (message: string) => void;
  /** Shows why a call takes long, for as long as it does, in 80 characters. Default: how far writes are is said, waits are not. */
  progress?: (message: string) => void;
  /** Milliseconds since 1970; default: the clock. */
  now?: () => number;
  /** Who holds what in this operation; default: nobody yet. */
  claims?: Claims;
}

export class Run {
  readonly configuration: Configuration;
  readonly api: Api;
  readonly orderNotes: OrderNotes;
  readonly log: (message: string) => void;
  readonly progress: (message: string) => void;
  readonly now: () => number;
  readonly poll: Poll;
  readonly claims: Claims;
  /** Rows that the checks of this run planned to change or delete, by name; by domain and extent of the resource. */
  readonly plans = new Map<string, ReadonlySet<string>>();
  /** Rows that resources are about to give up, by kind, domain and meaning. */
  readonly released = new Map<string, Release>();
  /** Arguments of what this run reads into the state, by id: the program has not said before what of it is its own. */
  readonly imported = new Map<string, Readonly<Record<string, unknown>>>();
  /** By type and domain, the states of what a domain has one of, and that went while the program goes on declaring it: a replacement. */
  readonly replaced = new Map<string, Readonly<Record<string, unknown>>>();
  /** The domain of the first lock that refused to go in this run: its message says what to do, for all. */
  refusedLock: string | undefined;
  /** What checks asked, once for each domain, and whether that has become useless. */
  readonly looks = {
    areHopeless: false,
    isNoted: false,
    domains: new Map<string, Promise<unknown>>(),
    nameservers: new Map<string, Promise<readonly string[]>>(),
  };
  readonly turns = new Turns();
  readonly #logged = new Set<string>();
  readonly #domains = new Map<string, Promise<WireDomain>>();
  readonly #former: ReadonlySet<string>;
  readonly #lists = new Map<string, { forget(): void }>();

  constructor(options: RunOptions) {
    const { configuration, orderNotes, interruption, readOnly, log, progress, now, claims } = options;
    this.configuration = configuration;
    this.orderNotes = orderNotes;
    this.api = createClient({
      ...configuration,
      ...(interruption && { interruption }),
      ...(readOnly && { readOnly }),
      progress,
    });
    this.#former = new Set(configuration.formerDomains.map(safeDomain));
    this.log = log ?? ((message) => process.stderr.write(`${message}\n`));
    this.now = now ?? Date.now;
    this.progress = progress ?? this.log;
    this.poll = new Poll(this.api.lookups, this.now, interruption, progress);
    this.claims = claims ?? new Claims();
  }

  /**
   * The list of one group, read once for all resources.
   * @param source reads it; the source of one name is always the same
   */
  list<Row extends object, Wire>(source: ListSource<Row, Wire>, written?: string): RowList<Row> {
    const domain = written === undefined ? "" : normaliseDomain(written);
    const { group, read, decode, index } = source;
    const name = `${group} ${domain}`;
    const known = this.#lists.get(name);
    // A name has one source, so one kind of rows.
    if (known !== undefined) return known as RowList<Row>;
    const fetch = async (open: boolean) => {
      const listing = await read(this.api, { domain, open });
      if (listing.others)
        this.logOnce(`The list of ${group} of ${domain} is not whole: ${listing.incomplete}. These are left alone.`);
      return { ...listing, rows: listing.rows.map((row) => decode(row, domain)) };
    };
    const made = new RowList(fetch, index);
    this.#lists.set(name, made);
    return made;
  }

  /**
   * The details of a domain (`domains.get`), read once for everybody. A reading that failed is not kept. Whoever changes
   * something of the domain calls `noteDomain` or `forgetDomain` afterwards.
   */
  domain(domain: string): Promise<WireDomain> {
    const name = normaliseDomain(domain);
    const known = this.#domains.get(name);
    if (known !== undefined) return known;
    return this.#share(name, this.api.domains.get({ domain: name }));
  }

  /** Own writes count in the shared details at once. */
  noteDomain(domain: string, changed: Partial<WireDomain>): void {
    const name = normaliseDomain(domain);
    const known = this.#domains.get(name);
    if (known === undefined) return;
    void this.#share(
      name,
      known.then((details) => ({ ...details, ...changed })),
    );
  }

  #share(name: string, reading: Promise<WireDomain>): Promise<WireDomain> {
    this.#domains.set(name, reading);
    reading.catch(() => {
      if (this.#domains.get(name) === reading) this.#domains.delete(name);
    });
    return reading;
  }

  /** Lets the details of a domain be read again. */
  forgetDomain(domain: string): void {
    this.#domains.delete(normaliseDomain(domain));
  }

  /** Lets every list be read again: a new operation begins, and what the last one saw may be old. */
  forgetLists(): void {
    for (const list of this.#lists.values()) list.forget();
    this.#domains.clear();
  }

  /** Was this domain declared as one that left the account for good (`registrar:formerDomains`)? */
  isFormer(domain: unknown): boolean {
    return typeof domain === "string" && this.#former.has(safeDomain(domain));
  }

  /** Tells a person what holds for many resources. */
  logOnce(message: string): void {
    if (this.#logged.has(message)) return;
    this.#logged.add(message);
    this.log(message);
  }
}

const safeDomain = (domain: string) => ifValid(() => normaliseDomain(domain)) ?? domain.toLowerCase();
