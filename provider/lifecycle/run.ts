/** One operation of an engine (`up`, `refresh`, `destroy`) as life cycle functions see it: client, shared lists and claims. */
import type { WireDomain } from "../api/endpoints/shapes.ts";
import { type Api, type Configuration, createClient, type Listing, type RegistrarError } from "../api/index.ts";
import { normaliseDomain, optional } from "../dns/index.ts";
import { Claims, Turns } from "./claims.ts";
import { type RowIndex, RowList } from "./list.ts";
import { Poll } from "./poll.ts";

/** How a list is read, and how its rows are looked up. */
export interface ListSource<Row extends object> {
  /** Group of endpoints, such as `records`. */
  readonly group: string;
  read(api: Api, query: { domain: string }): Promise<Listing<Row>>;
  readonly index: RowIndex<Row>;
}

/**
 * Does a resource of the program declare this?
 * @param fact a row as its kind states it (`RowDeclarations.factOf`), or a type of which the domain has one resource
 */
export type IsDeclared = (domain: string, fact: string) => boolean;

export interface RunOptions {
  configuration: Configuration;
  /** Aborted when the process is interrupted. */
  interruption?: AbortSignal;
  /** Refuse every write with a `ReadOnlyError`, before it is sent. Default: `false`. */
  readOnly?: boolean;
  /** Shows a message to a person, once: many resources may have the same one. Default: on stderr. */
  log?: (message: string) => void;
  /** Shows in 80 characters why a call takes long. Default: the progress of writes is logged, waits are not. */
  progress?: (message: string) => void;
  /** Default: no claims. */
  claims?: Claims;
  isDeclared?: IsDeclared;
}

/** Reads of dry runs, shared by all resources. */
interface DryRuns {
  /** Names of the account's domains; none if they can't be read. */
  names?: Promise<readonly string[]>;
  /** Was a failed read logged? */
  isNoted?: boolean;
  /** Would the next read fail in the same way? */
  isHopeless?: boolean;
}

export class Run {
  readonly configuration: Configuration;
  readonly api: Api;
  readonly log: (message: string) => void;
  readonly progress: (message: string) => void;
  readonly poll: Poll;
  readonly claims: Claims;
  readonly isDeclared: IsDeclared;
  dryRuns: DryRuns = {};
  readonly turns = new Turns();
  /** Refusals as the kinds of rows explain them. */
  readonly explanations = new WeakMap<RegistrarError, Promise<RegistrarError>>();
  readonly #domains = new Map<string, Promise<WireDomain>>();
  readonly #failed = new WeakSet<Promise<WireDomain>>();
  readonly #lists = new Map<string, unknown>();

  constructor({ configuration, interruption, readOnly, log, progress, claims, isDeclared }: RunOptions) {
    this.configuration = configuration;
    this.api = createClient({ ...configuration, ...optional({ interruption, readOnly, progress }) });
    this.log = log ?? ((message) => void process.stderr.write(`${message}\n`));
    this.progress = progress ?? this.log;
    this.poll = new Poll({ times: 4, withinMs: configuration.staleMs }, interruption, progress);
    this.claims = claims ?? new Claims();
    this.isDeclared = isDeclared ?? (() => false);
  }

  /** The list of one group, read once for all resources. @param source reads the list; each group has one source */
  list<Row extends object>(source: ListSource<Row>, written?: string): RowList<Row> {
    const domain = written === undefined ? "" : normaliseDomain(written);
    const { group, read, index } = source;
    const name = `${group} ${domain}`;
    const known = this.#lists.get(name);
    // A group has one source, and so one type of rows.
    if (known !== undefined) return known as RowList<Row>;
    const made = new RowList(() => read(this.api, { domain }), index);
    this.#lists.set(name, made);
    return made;
  }

  /**
   * The details of a domain (`domains.get`), read once for all. After a write to them, call `noteDomain` or `forgetDomain`.
   * @param isCheck does an earlier failure count, too? Not for a write: another process may have registered the domain
   */
  domain(domain: string, { isCheck = false } = {}): Promise<WireDomain> {
    const name = normaliseDomain(domain);
    const known = this.#domains.get(name);
    if (known !== undefined && (isCheck || !this.#failed.has(known))) return known;
    return this.#share(name, this.api.domains.get({ domain: name }));
  }

  /** Notes a write of this run in the shared details. */
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
    reading.catch(() => this.#failed.add(reading));
    return reading;
  }

  /** Makes the next call read the domain again. */
  forgetDomain(domain: string): void {
    this.#domains.delete(normaliseDomain(domain));
  }

  /** Makes the next calls read all lists again, for a new operation. */
  forgetLists(): void {
    this.#lists.clear();
    this.#domains.clear();
    this.dryRuns = {};
  }
}
