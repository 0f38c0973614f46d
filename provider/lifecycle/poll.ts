/** Polls for the effect of writes: in lists and details of the registrar, and in the DNS. */
import { lookup, Resolver } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import { callTime, codeOf, InterruptedError, RegistrarError, timeIsUp, UnconfirmedError } from "../api/index.ts";
import { dataFromArgs, isRecordTypeName, printData, type RecordTypeName, readValue } from "../dns/index.ts";
import type { RowList, Rows } from "./list.ts";

interface Bounds {
  times: number;
  withinMs: number;
}

/** Polls for writes that the registrar may show late, as often and for as long as its bounds say. */
export class Poll {
  readonly #bounds: Bounds;
  readonly #interruption: AbortSignal | undefined;
  readonly #progress: ((message: string) => void) | undefined;

  constructor(bounds: Bounds, interruption: AbortSignal | undefined, progress?: (message: string) => void) {
    this.#bounds = bounds;
    this.#interruption = interruption;
    this.#progress = progress;
  }

  /**
   * The time until which a list may be stale after a write; `undefined` if this reading can't be. Times are in milliseconds
   * since 1970. @param writtenAt end of the write, if it is known @param readAt when the reading began
   */
  staleUntil(writtenAt: number | undefined, readAt: number): number | undefined {
    // A write that this reading lacks is of an earlier run, which ended before the reading began, whatever its clock says.
    const until = Math.min(writtenAt ?? Number.NaN, readAt) + this.#bounds.withinMs;
    return until > readAt ? until : undefined;
  }

  /** Polls with growing waits. @param until time of the last look, in milliseconds since 1970. Default: as configured */
  async until<Found>(look: () => Promise<Found | undefined>, until?: number): Promise<Found | undefined> {
    const { times, withinMs } = this.#bounds;
    const start = Date.now();
    const end = until ?? start + withinMs;
    for (let attempt = 1; ; attempt += 1) {
      const began = Date.now();
      const found = await look();
      // The last look begins at the end, to see a write of the last moment.
      if (found !== undefined || attempt >= times || began >= end) return found;
      await this.#wait(start + (end - start) * (attempt / (times - 1)) ** 1.5);
    }
  }

  /** Polls as {@link until} does. A look that fails has found nothing, and an interruption ends the poll. */
  async untilShown<Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    try {
      return await this.until(() =>
        look().catch((error: unknown) => {
          if (!(error instanceof RegistrarError)) throw error;
          return undefined;
        }),
      );
    } catch (error) {
      if (error instanceof InterruptedError) return undefined;
      throw error;
    }
  }

  /** Polls a list. @returns the result of `find`, and the last reading */
  async inList<Row extends object, Found>(
    list: RowList<Row>,
    find: (items: Rows<Row>) => Found | undefined,
    until?: number,
  ): Promise<{ found: Found | undefined; last: Rows<Row> }> {
    let last: Rows<Row> | undefined;
    const found = await this.until(async () => {
      last = await list.reread();
      return find(last);
    }, until);
    if (found !== undefined || last?.needsSecondReading !== true) return { found, last: last ?? (await list.read()) };
    const again = await list.read(() => true);
    return { found: find(again), last: again };
  }

  /**
   * Waits until a list can't be stale: read after the configured time since its first reading, which earlier runs precede.
   * @param writtenAt when another process last wrote to it, in milliseconds since 1970 @returns as `RowList.renew` does
   */
  async fresh<Row extends object>(list: RowList<Row>, writtenAt: number): Promise<Rows<Row> | undefined> {
    const { readAt } = await list.read();
    const until = Math.max(list.firstReadAt ?? readAt, writtenAt) + this.#bounds.withinMs;
    if (readAt < until) await this.#wait(until);
    // Another resource may have read it by now.
    const now = await list.read();
    return now.readAt < until ? list.renew() : undefined;
  }

  /** @param until in milliseconds since 1970. No list is stale for longer than the bound, whatever a clock says */
  async #wait(until: number): Promise<void> {
    // Timers may fire a millisecond early.
    const milliseconds = Math.max(0, Math.min(until - Date.now(), this.#bounds.withinMs) + 1);
    // Shorter waits aren't shown.
    const seconds = Math.floor(milliseconds / 1000);
    if (seconds > 0) this.#progress?.(`the registrar may show a write late: looking again in ${seconds} s`);
    const time = callTime();
    const signals = [this.#interruption, time?.end].filter((signal) => signal !== undefined);
    try {
      await delay(milliseconds, undefined, signals.length > 0 ? { signal: AbortSignal.any(signals) } : {});
    } catch (error) {
      if (time?.end.aborted) throw timeIsUp(time, { what: "while waiting for the registrar to show a write" });
      if (this.#interruption?.aborted) {
        throw new InterruptedError({
          what: "interrupted while waiting",
          advice: "Nothing more was sent. Run the command again.",
        });
      }
      throw error;
    }
  }
}

/** Does a response say that the registrar refuses a row, perhaps because it exists already? */
export const refusesRow = (error: unknown): error is RegistrarError =>
  error instanceof RegistrarError && [400, 409, 422].includes(error.status ?? 0);

interface Writing<Made> {
  send(): Promise<Made>;
  /** Looks for the effect of the write. `isAbsent`: is it proven that there is none? */
  look(): Promise<{ found: Made | undefined; isAbsent?: boolean }>;
  /** The error if the outcome stays unknown. Default: that of the write. */
  doubt?(error: RegistrarError): RegistrarError;
}

/**
 * Sends a write. If its outcome is unknown, looks for the effect, and sends the write again only if the effect is proven absent.
 * @throws RegistrarError the refusal, or the error that `doubt` makes
 */
export async function writeOnce<Made>({ send, look, doubt }: Writing<Made>): Promise<Made> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RegistrarError)) throw error;
      // The second attempt may be refused because the first one was carried out.
      const mayExist = attempt > 1 && refusesRow(error);
      if (error.outcome === "no" && !mayExist) throw error;
      const looked = await look().catch(() => undefined);
      if (looked?.found !== undefined) return looked.found;
      if (attempt === 1 && looked?.isAbsent === true && !(error instanceof UnconfirmedError)) continue;
      throw doubt?.(error) ?? error;
    }
  }
}

/** Polls after a write that must not be repeated: it counts as done if its effect shows. */
export const confirmed = <Done>(send: () => Promise<Done>, look: () => Promise<Done | undefined>): Promise<Done> =>
  writeOnce({ send, look: async () => ({ found: await look() }) });

/** The addresses of a domain's nameservers. @throws if DNS doesn't show them; `advice` says how to name them */
export async function nameserversOf(domain: string, advice: string): Promise<string[]> {
  try {
    const hosts = await new Resolver().resolveNs(domain);
    const addresses = await Promise.all(hosts.map(async (host) => (await lookup(host)).address));
    return [...new Set(addresses)];
  } catch (error) {
    throw new Error(`the nameservers of ${domain} cannot be found in DNS: ${codeOf(error)}. ${advice}`);
  }
}

interface Served {
  host: string;
  type: RecordTypeName;
  /** Printed data of the records. */
  data: readonly string[];
}

/** The canonical data of a record, in presentation form. */
export const printed = (type: RecordTypeName, args: Readonly<Record<string, unknown>>) =>
  printData(dataFromArgs(type, args));

/** The records that outputs of a `DnsRecord` or a `DnsRecordSet` describe; not NS, for which servers answer with a referral. */
export function recordsIn({ fqdn, type, values, ...args }: Readonly<Record<string, unknown>>): Served | undefined {
  const typeName = String(type);
  if (typeof fqdn !== "string" || !isRecordTypeName(typeName) || typeName === "NS") return undefined;
  const members = Array.isArray(values) ? values.map((value) => readValue(typeName, String(value))) : [args];
  return { host: fqdn, type: typeName, data: members.map((member) => printed(typeName, member)) };
}

/** Arguments of a record, from an element of Node's response. */
function argsOf(answer: unknown): Record<string, unknown> {
  if (typeof answer === "string") return { content: answer };
  if (Array.isArray(answer)) return { content: answer.join("") };
  const { exchange, name, critical, ...rest } = { ...Object(answer) };
  if (critical === undefined) return { ...rest, content: exchange, target: name };
  const [[tag, value] = []] = Object.entries(rest);
  return { flags: critical, tag, value };
}

/** Polls nameservers, which no cache delays. @returns those that don't serve the records at the end */
export async function serversWithout(
  { host, type, data }: Served,
  servers: readonly string[],
  withinMs: number,
  progress?: (message: string) => void,
): Promise<readonly string[]> {
  const lacks = async (server: string) => {
    const resolver = new Resolver({ timeout: 3000, tries: 2 });
    resolver.setServers([server]);
    const answers: unknown = await resolver.resolve(host, type).catch(() => []);
    const shown = Array.isArray(answers) ? answers.map((answer) => printed(type, argsOf(answer))) : [];
    return data.every((each) => shown.includes(each)) ? [] : [server];
  };
  let behind = servers;
  await new Poll({ times: 30, withinMs }, undefined, progress).until(async () => {
    behind = (await Promise.all(behind.map(lacks))).flat();
    return behind.length === 0 || undefined;
  });
  return behind;
}
