/**
 * Orders that cost money, noted on this machine directly before they are sent. A process that is killed between an order
 * and the writing of its state leaves no trace in the state; the note is what keeps the next run from ordering again
 * while the registrar does not show the order yet. It holds no secret. A note goes as soon as the registrar shows what
 * was ordered, or certainly refused it.
 *
 * A note is a lock, too: it is made only where none is. An order that repeats another one with a person's consent takes
 * the next place behind its note, so that of two runs that read the same notes only one can order.
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
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { codeOf, parseBaseUrl, reasonOf, urlOf } from "../../api/index.ts";
import { OrderNoteError, OrderRefusedError } from "../errors.ts";
import type { OrderNotes, Run } from "../run.ts";
import { momentOf } from "./domain.ts";

const version = 1;
const kinds = ["registration", "renewal", "transfer"] as const;
export type OrderKind = (typeof kinds)[number];
/** What can be ordered, the argument that a refusal is about, the one that bounds the price, and the one that lets it be ordered once more. */
export const orderKinds = {
  registration: { verb: "registering", about: "domain", bound: "maxPrice", again: "rebuy" },
  renewal: { verb: "renewing", about: "expiresAfter", bound: "maxRenewalPrice", again: "rebuy" },
  transfer: { verb: "transferring", about: "domain", bound: "maxPrice", again: "restart" },
} as const satisfies Record<OrderKind, object>;

const noted = z
  .object({
    kind: z.enum(kinds).meta({ description: "`registration`, `renewal` or `transfer`." }),
    domain: z.string().meta({ description: "The domain that was ordered." }),
    at: z
      .string()
      .refine((text) => momentOf(text) !== undefined)
      .meta({ description: "Time at which it was sent. ISO 8601." }),
    years: z.int().meta({ description: "Number of years." }),
    total: z.number().meta({ description: "The price read directly before, for the whole order." }),
    from: z.string().exactOptional().meta({ description: "Of a renewal: the expiry date from before." }),
    until: z
      .string()
      .exactOptional()
      .meta({ description: "Of a renewal: the date to reach, as the program writes it." }),
  })
  .meta({ id: "UnverifiedOrder", description: "An order that was sent, and that the registrar does not show." });
/** A registrar's account that shows an order settles its own notes only; another one's stop the order as well. */
const file = noted.extend({ version: z.literal(version), registrar: z.string() });

/** An order that was sent. */
export type Order = z.output<typeof noted>;

/** Outputs about orders that went wrong, and domains that went. */
export const orderOutputs = {
  leftAccount: z.string().optional().meta({
    description: "Time at which a run first found the domain missing from the account. RFC 3339.",
  }),
  unverifiedOrder: noted.optional().meta({
    description: "An order that the registrar doesn't show. Verify it in the dashboard; no run repeats it.",
    tsType: "Record<string, unknown>",
  }),
};

/** What this machine knew of the orders of one kind for one domain when they were looked at. */
export interface Notes {
  /** The last one that is not settled, however old it is: clocks may be wrong. */
  readonly order: Order | undefined;
  /** Where the note of a next order goes. */
  readonly next: string;
}

/** The files of notes, numbered from 0: the same for every spelling of the registrar's address. */
function filesOf(kind: OrderKind, domain: string, run: Run): (at: number) => string {
  const key = createHash("sha256").update(`${kind}\n${domain}`).digest("hex").slice(0, 32);
  return (at) => join(run.orderNotes.folder, at === 0 ? `${key}.json` : `${key}-${at}.json`);
}

const registrarOf = (run: Run): string => urlOf(parseBaseUrl(run.configuration.baseUrl), "").href;

/** @throws OrderNoteError when something is there that cannot be read: an order may be behind it */
export function notesOf(kind: OrderKind, domain: string, run: Run): Notes {
  const fileAt = filesOf(kind, domain, run);
  let order: Order | undefined;
  for (let at = 0; ; at += 1) {
    const found = readNote(fileAt(at), kind, domain);
    if (found === undefined) return { order, next: fileAt(at) };
    const { version: _version, registrar: _registrar, ...rest } = found;
    order = rest;
  }
}

function readNote(path: string, kind: OrderKind, domain: string): z.output<typeof file> | undefined {
  let why = "it is no file, or truncated, or another version wrote it";
  try {
    // To read a pipe is to wait for ever.
    const found = statSync(path).isFile() ? file.safeParse(JSON.parse(readFileSync(path, "utf8"))).data : undefined;
    if (found?.kind === kind && found.domain === domain) return found;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) why = reasonOf(error);
  }
  throw new OrderNoteError(orderKinds[kind].about, {
    domain,
    what: `a note on this machine records a ${kind} of ${domain}, but the note cannot be read (${why}): ${path}`,
    advice:
      "Nothing was ordered. If another run is in progress, wait until it ends and run again. Otherwise, check in the registrar's dashboard whether the order was placed, then delete that file and run `pulumi up` again.",
  });
}

/**
 * Notes an order so that it outlives the process.
 * @param next where, as the notes said when the order was decided on
 * @throws OrderRefusedError when another run was first, or nothing can be noted
 */
export function noteOrder(order: Order, next: string, run: Run): void {
  let handle: number | undefined;
  try {
    mkdirSync(run.orderNotes.folder, { recursive: true, mode: 0o700 });
    handle = openSync(next, "wx", 0o600);
    writeSync(handle, JSON.stringify({ version, registrar: registrarOf(run), ...order }));
    fsyncSync(handle);
    syncFolder(run.orderNotes.folder);
  } catch (error) {
    if (handle === undefined && codeOf(error) === "EEXIST" && existsSync(next)) throw isOrdering(order);
    if (handle !== undefined) rmSync(next, { force: true });
    throw cannotNote(order, run.orderNotes, error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Makes the entry of a new file survive a power cut. Windows has no such call for a folder. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function cannotNote({ kind, domain }: Order, { folder, elsewhere }: OrderNotes, error: unknown): OrderRefusedError {
  return new OrderRefusedError(orderKinds[kind].about, {
    domain,
    what: `the ${kind} of ${domain} cannot be noted on this machine (${reasonOf(error)}); without this note, it could be ordered twice after a killed run`,
    advice: `Nothing was ordered. Make sure that ${folder} is a writable folder, or ${elsewhere}, and run \`pulumi up\` again.`,
  });
}

/** Another run on this machine noted the same order since this one looked. */
function isOrdering({ kind, domain }: Order): OrderRefusedError {
  return new OrderRefusedError(orderKinds[kind].about, {
    domain,
    what: `another resource or run on this machine is currently ordering the ${kind} of ${domain}`,
    advice:
      "This run ordered nothing. Wait until the other run ends, then run `pulumi up` again. It takes over what the other run ordered; if the outcome is unknown, a message says what to verify.",
  });
}

/** The order was not sent after all: only its own note goes. */
export function dropNote({ kind, domain }: Order, path: string, run: Run): void {
  removing(kind, domain, run, () => rmSync(path, { force: true }));
}

/** Settled: what was ordered is shown, or it was certainly refused. */
export function forgetOrder(kind: OrderKind, domain: string, run: Run): void {
  removing(kind, domain, run, () => {
    const fileAt = filesOf(kind, domain, run);
    let count = 0;
    while (lstatSync(fileAt(count), { throwIfNoEntry: false }) !== undefined) count += 1;
    // The last one first: who is cut off here leaves no gap.
    for (let at = count - 1; at >= 0; at -= 1) {
      if (readNote(fileAt(at), kind, domain)?.registrar !== registrarOf(run)) return;
      rmSync(fileAt(at), { force: true });
    }
  });
}

function removing(kind: OrderKind, domain: string, run: Run, remove: () => void): void {
  try {
    remove();
  } catch (error) {
    run.log(`The note of the ${kind} of ${domain} could not be removed: ${reasonOf(error)}.`);
  }
}
