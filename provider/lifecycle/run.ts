/**
 * One operation of an engine (an `up`, a `refresh`, a `destroy`) as the life cycle functions see it: the client, the
 * shared lists, and who holds which of the registrar's items.
 */

import type { WireDomain } from "../api/endpoints/shapes.ts";
import { forwardFromWire, forwardKeys } from "../api/forward.ts";
import { type Api, type Configuration, createClient, type Listing } from "../api/index.ts";
import { ifValid, normaliseDomain, recordFromWire } from "../dns/index.ts";
import { Claims, Turns } from "./claims.ts";
import { type Contact, contactFromWire, contactKeys } from "./contactFields.ts";
import { Poll } from "./poll.ts";
import { ItemList } from "./rows/list.ts";
import { recordKeys } from "./rows/recordKeys.ts";

/** Where the orders of this machine are noted; the front of the provider knows a place. */
export interface OrderNotes {
  readonly folder: string;
  /** What a person can do for another folder, such as `set HOME to one`. */
  readonly elsewhere: string;
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
  /** By domain: names of the rows that the check of an authoritative zone approved to be changed or deleted. */
  readonly approvedRows = new Map<string, Set<string>>();
  /** Rows of sets that are replaced in this run, by domain and meaning: what is made in their place may take what they leave. */
  readonly givenUp = new Set<string>();
  /** By kind, domain and meaning: the resource that owned a row before this run, and is to be another row. */
  readonly formerOwners = new Map<string, string>();
  /** Arguments of what this run reads into the state, by id: the program has not said before what of it is its own. */
  readonly imported = new Map<string, Readonly<Record<string, unknown>>>();
  /** By type and domain, the states of what a domain has one of, and that went while the program goes on declaring it: a replacement. */
  readonly replaced = new Map<string, Readonly<Record<string, unknown>>>();
  /** The domain of the first lock that refused to go in this run: its message says what to do, for all. */
  refusedLock: string | undefined;
  /** What checks asked, once for each domain, and whether that has become useless. */
  readonly looks = {
    areHopeless: false,
    domains: new Map<string, Promise<unknown>>(),
    nameservers: new Map<string, Promise<readonly string[]>>(),
  };
  readonly turns = new Turns();
  readonly #logged = new Set<string>();
  readonly #domains = new Map<string, Promise<WireDomain>>();
  readonly #former: ReadonlySet<string>;
  readonly #lists: { forget(): void }[] = [];
  /** The records of a domain, read once for everybody. */
  readonly records = this.#listsOf("records", (query) => this.api.records.list(query), recordFromWire, recordKeys);
  /** The URL forwards of a domain, read once for everybody. */
  readonly forwards = this.#listsOf("forwards", (query) => this.api.forwards.list(query), forwardFromWire, forwardKeys);
  /** The contact handles of the account, read once for everybody. */
  readonly contacts: ItemList<Contact> = new ItemList(async (open) => {
    const listing = await this.api.contacts.list({ open });
    return { ...listing, rows: listing.rows.map(contactFromWire) };
  }, contactKeys);

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

  /** The lists of one kind, each made when it is first asked for. @param decode reads a row */
  #listsOf<Wire, Item extends { readonly id?: string }>(
    group: string,
    read: (query: { domain: string; open: boolean }) => Promise<Listing<Wire>>,
    decode: (row: Wire, domain: string) => Item,
    keys: (row: Item) => readonly string[],
  ): (domain: string) => ItemList<Item> {
    const lists = new Map<string, ItemList<Item>>();
    return (written) => {
      const domain = normaliseDomain(written);
      const known = lists.get(domain);
      if (known !== undefined) return known;
      const fetch = async (open: boolean) => {
        const listing = await read({ domain, open });
        if (listing.others)
          this.logOnce(`The list of ${group} of ${domain} is not whole: ${listing.incomplete}. These are left alone.`);
        return { ...listing, rows: listing.rows.map((row) => decode(row, domain)) };
      };
      const made = new ItemList(fetch, { id: ({ id }) => id, keys });
      lists.set(domain, made);
      this.#lists.push(made);
      return made;
    };
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
    for (const list of [this.contacts, ...this.#lists]) list.forget();
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
