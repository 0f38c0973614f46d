/**
 * Orders that cost money, noted on this machine directly before they are sent. A process that is killed between an order
 * and the writing of its state leaves no trace in the state; the note is what keeps the next run from ordering again
 * while the registrar does not show the order yet. It holds no secret. A note goes as soon as the registrar shows what
 * was ordered, or certainly refused it.
 */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { parseBaseUrl, urlOf } from "../../api/baseUrl.ts";
import { codeOf } from "../../api/systemError.ts";
import type { Session } from "../session.ts";

const noted = z.object({
  kind: z.enum(["registration", "renewal", "transfer"]),
  domain: z.string(),
  /** When it was sent. ISO 8601. */
  at: z.string(),
  years: z.number(),
  /** The price read directly before, for the whole order. */
  total: z.number(),
  /** Renewal: the expiry date from before. */
  from: z.string().exactOptional(),
  /** Renewal: the date that it is to reach, as the program writes it. */
  until: z.string().exactOptional(),
});

/** An order that was sent. */
export type Order = z.output<typeof noted>;

/** An order out of a state or a file; `undefined` when it is none. */
export const readOrder = (value: unknown): Order | undefined => noted.safeParse(value).data;

const longestMs = 90 * 24 * 60 * 60 * 1000;

function fileOf(kind: Order["kind"], domain: string, session: Session): string {
  const home = process.env["PULUMI_HOME"] || join(homedir(), ".pulumi");
  // However it is spelled: a slash at its end makes no other registrar of it.
  const registrar = urlOf(parseBaseUrl(session.configuration.baseUrl), "").href;
  const key = createHash("sha256").update(`${registrar}\n${kind}\n${domain}`).digest("hex");
  return join(home, "registrar-orders", `${key.slice(0, 32)}.json`);
}

/** Writes a note so that it outlives the process. Where nothing can be written, that is said and the order goes on. */
export function noteOrder(order: Order, session: Session): void {
  const file = fileOf(order.kind, order.domain, session);
  try {
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    const fresh = `${file}.${process.pid}.new`;
    const handle = openSync(fresh, "w", 0o600);
    writeSync(handle, JSON.stringify(order));
    fsyncSync(handle);
    closeSync(handle);
    renameSync(fresh, file);
  } catch (error) {
    session.say(
      `The ${order.kind} of ${order.domain} could not be noted on this machine (${codeOf(error)}); only the state remembers it.`,
    );
  }
}

/** The order that was noted and not settled, at most 90 days ago. */
export function notedOrder(kind: Order["kind"], domain: string, session: Session): Order | undefined {
  try {
    const order = readOrder(JSON.parse(readFileSync(fileOf(kind, domain, session), "utf8")));
    if (order === undefined || session.now() - Date.parse(order.at) > longestMs) return undefined;
    return order;
  } catch {
    return undefined;
  }
}

/** Settled: what was ordered is shown, or it was certainly refused. */
export function forgetOrder(kind: Order["kind"], domain: string, session: Session): void {
  try {
    rmSync(fileOf(kind, domain, session), { force: true });
  } catch (error) {
    session.say(`The note of the ${kind} of ${domain} could not be removed (${codeOf(error)}).`);
  }
}
