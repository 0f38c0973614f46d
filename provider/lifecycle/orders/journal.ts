/**
 * Notes of orders that cost money, in files on this machine. Each is written directly before its order is sent. A process that is
 * killed after an order leaves no trace in the state, so the note keeps the next run from ordering again before the registrar
 * shows the order. Once the registrar shows the order (of a transfer: the domain that arrived), or has certainly refused it, the
 * note is removed. A note holds no secret.
 *
 * A note is also a mutex: of two runs that read the same notes, only one can create the next file, and only that one orders. A
 * repeated order, to which a person consented, gets the next number.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { codeOf, reasonOf } from "../../api/index.ts";
import { OrderRefusedError } from "../errors.ts";
import { homeVariable, pulumiHome } from "../ledger.ts";
import type { Run } from "../run.ts";
import { type Order, type OrderKind, orderSchema } from "./arguments.ts";

const version = 1;
/** A note names its registrar: one of another registrar forbids orders, too, but isn't deleted once this one lists the domain. */
const header = z.object({
  version: z.literal(version),
  registrar: z.string(),
  /** Of a registration: the name is premium, or may be. */
  premium: z.literal(true).optional(),
});
type Header = z.output<typeof header>;

/** All runs of a user on one machine share it. */
const folder = () => join(pulumiHome(), "registrar-orders");

/** Returns the path of a note by its number, from 0. */
function filesOf(kind: OrderKind, domain: string): (at: number) => string {
  const key = createHash("sha256").update(`${kind}\n${domain}`).digest("hex").slice(0, 32);
  return (at) => join(folder(), at === 0 ? `${key}.json` : `${key}-${at}.json`);
}

/**
 * Orders of one kind that this machine noted for a domain.
 * @returns `note`: the last order, however old, since clocks may be wrong; or the error of a note that can't be read, since it
 * may record an order. `premium`: was a premium name ordered? `next`: the path of the next note
 */
export function notesOf(kind: OrderKind, domain: string) {
  const fileAt = filesOf(kind, domain);
  let note: Order | undefined;
  let premium: Header["premium"];
  for (let at = 0; ; at += 1) {
    const next = fileAt(at);
    try {
      const found = readNote(next, kind, domain);
      if (found === undefined) return { note, premium, next };
      ({ order: note, premium } = found);
    } catch (error) {
      if (error instanceof OrderRefusedError) return { note: error, premium, next };
      throw error;
    }
  }
}

function readNote(path: string, kind: OrderKind, domain: string): (Header & { order: Order }) | undefined {
  let why = "it is truncated, or was written by another version";
  try {
    const note: unknown = JSON.parse(readFileSync(path, "utf8"));
    const [order, head] = [orderSchema.safeParse(note).data, header.safeParse(note).data];
    if (head !== undefined && order?.kind === kind && order.domain === domain) return { ...head, order };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) why = reasonOf(error);
  }
  throw new OrderRefusedError("domain", {
    what: `a note on this machine records a ${kind} of ${domain}, but the note cannot be read (${why}): ${path}`,
    advice:
      "When no other run is in progress, check in the registrar's dashboard whether the order was placed. Then delete that " +
      "file, and run `pulumi up` again.",
  });
}

/**
 * Writes the note of an order to disk, where it outlives the process. @param next path of the note, from {@link notesOf}
 * @throws OrderRefusedError if another run wrote this note first, or if the note can't be written
 */
export function noteOrder(order: Order, mark: Pick<Header, "premium">, next: string, run: Run): void {
  const subject = `the ${order.kind} of ${order.domain}`;
  const refused = (what: string, advice: string) => new OrderRefusedError("domain", { what, advice });
  let isOwn = false;
  try {
    const made = mkdirSync(folder(), { recursive: true, mode: 0o700 });
    closeSync(openSync(next, "wx", 0o600));
    isOwn = true;
    const head: Header = { version, registrar: run.configuration.baseUrl, ...mark };
    writeFileSync(next, JSON.stringify({ ...head, ...order }), { flush: true });
    flushFolder(folder());
    if (made !== undefined) flushFolder(dirname(made));
  } catch (error) {
    if (isOwn) rmSync(next, { force: true });
    else if (codeOf(error) === "EEXIST" && existsSync(next)) {
      throw refused(
        `another resource or run on this machine is currently ordering ${subject}`,
        "Wait until the other run ends, then run `pulumi up` again. It adopts what the other run ordered; if the " +
          "outcome is unknown, a message says what to verify.",
      );
    }
    throw refused(
      `${subject} cannot be noted on this machine (${reasonOf(error)}); without this note, it could be ordered twice ` +
        `after a killed run`,
      `Make sure that ${folder()} is a writable folder, or set ${homeVariable} to one, and run \`pulumi up\` again.`,
    );
  }
}

/** Flushes the names in a folder: a flushed file without its name is lost. Windows and some network disks can't, and say so. */
function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The note itself is flushed.
  }
}

/**
 * Removes the notes of an order that the registrar shows, or certainly refused. @param only path of a note to
 * remove alone: its order wasn't sent, or was refused
 */
export function forgetOrder(kind: OrderKind, domain: string, run: Run, only?: string): void {
  try {
    if (only !== undefined) {
      rmSync(only, { force: true });
      return;
    }
    const fileAt = filesOf(kind, domain);
    let count = 0;
    while (lstatSync(fileAt(count), { throwIfNoEntry: false }) !== undefined) count += 1;
    // Removes the last note first, so that a process that is killed here leaves no gap in the numbers.
    for (let at = count - 1; at >= 0; at -= 1) {
      if (readNote(fileAt(at), kind, domain)?.registrar !== run.configuration.baseUrl) return;
      rmSync(fileAt(at), { force: true });
    }
  } catch (error) {
    run.log(`The note of the ${kind} of ${domain} could not be removed: ${reasonOf(error)}.`);
  }
}
