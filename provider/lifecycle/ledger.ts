/**
 * Lines that all provider processes of one engine operation share. The engine starts a process for each provider of a program
 * (an explicit provider, another version, the children of a component from another package) and gives each process its own
 * address. So the processes append to one file, named by that address. Claims are digests. Declarations hold names, and the
 * arguments that checks of other resources read; secret ones are left out.
 *
 * The first of two contradicting lines wins: `write` reads all lines of other processes that precede its own, and no later ones.
 */
import { hash, randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { reasonOf } from "../api/index.ts";
import { ifNoError } from "../dns/index.ts";

/** Kind of a process's last line: its claims and declarations end. */
export const leave = "leave";

const lineSchema = z.tuple([z.string(), z.string(), z.unknown()]);

/** Names a string in a few characters. */
export const digest = (text: string) => hash("sha256", text, "base64url").slice(0, 16);

export interface LedgerOptions {
  /** Address of the engine. Default: no other process takes part, and there is no file. */
  engine?: string | undefined;
  /** Address of the registrar: rows of two registrars are never the same. */
  registrar?(): string;
  /** Shows why the file can't be used. */
  warn?(message: string): void;
}

export class Ledger {
  /** Names this process in its lines. */
  readonly #writer = `${process.pid}-${randomUUID().slice(0, 8)}`;
  /** Callbacks by kind of line. */
  readonly #readers = new Map<string, ((content: unknown, writer: string) => void)[]>();
  readonly #registrar: () => string;
  /** `undefined` after a failure, such as a full disk: then this process goes on alone. */
  #file: { readonly path: string; readonly descriptor: number } | undefined;
  readonly #warn: LedgerOptions["warn"];
  /** By writer: did its process run at its first line, and has it not left since? */
  readonly #isPresent = new Map<string, boolean>();
  /** Number of bytes of the file whose lines were taken. */
  #position = 0;

  constructor({ engine, registrar = () => "", warn }: LedgerOptions = {}) {
    this.#registrar = registrar;
    this.#warn = warn;
    if (engine !== undefined) {
      this.#guarded(() => {
        this.#file = opened(engine);
        // The lines before this one wait until there are readers.
        this.#append("join");
      });
    }
  }

  /** Runs work on the file. After an error, this process goes on without the file. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#release();
      const remedy = `Set ${homeVariable} to a private folder with space.`;
      this.#warn?.(`Resources of other providers of this program aren't known: ${reasonOf(error)}. ${remedy}`);
    }
  }

  #release(): void {
    if (this.#file !== undefined) fs.closeSync(this.#file.descriptor);
    this.#file = undefined;
  }

  /** The text as a line has it. */
  key(text: string): string {
    return digest(`${this.#registrar()}\n${text}`);
  }

  /** Calls `read` for each line of this kind that another process writes. */
  on<T>(kind: string, schema: z.ZodType<T>, read: (content: T, writer: string) => void): void {
    const reader = (content: unknown, writer: string) => {
      // A process of another version of this package may write another form.
      const { data } = schema.safeParse(content);
      if (data !== undefined) read(data, writer);
    };
    this.#readers.set(kind, [...(this.#readers.get(kind) ?? []), reader]);
  }

  /** Appends a line, and reads all lines that precede it. */
  write(kind: string, content: () => unknown = () => null): void {
    if (this.#file !== undefined) this.#guarded(() => this.#read(this.#append(kind, content())));
  }

  /** Appends a line that contradicts no other. */
  tell(kind: string, content: () => unknown): void {
    if (this.#file !== undefined) this.#guarded(() => void this.#append(kind, content()));
  }

  #append(kind: string, content: unknown = null): string {
    const line = JSON.stringify([this.#writer, kind, content]);
    if (this.#file !== undefined) fs.appendFileSync(this.#file.descriptor, `${line}\n`);
    return line;
  }

  read(): void {
    if (this.#file !== undefined) this.#guarded(() => this.#read());
  }

  /** Ends the operation of this process. The last process removes the file. */
  close(): void {
    this.write(leave);
    this.read();
    const isLast = ![...this.#isPresent.keys()].some((writer) => this.isPresent(writer));
    if (isLast && this.#file !== undefined) fs.rmSync(this.#file.path, { force: true });
    this.#release();
  }

  /** Does another process take part in the operation? */
  get isShared(): boolean {
    return [...this.#isPresent.values()].includes(true);
  }

  /** Does another process run, and take part in the operation? */
  isPresent(writer: string): boolean {
    return this.#isPresent.get(writer) === true && isRunning(writer);
  }

  /** Takes all complete lines, or those up to the line `until`. */
  #read(until?: string): void {
    if (this.#file === undefined) return;
    const { descriptor } = this.#file;
    const rest = Buffer.alloc(Math.max(0, fs.fstatSync(descriptor).size - this.#position));
    fs.readSync(descriptor, rest, 0, rest.length, this.#position);
    const last = until === undefined ? -1 : rest.indexOf(`${until}\n`);
    const end = last < 0 ? rest.lastIndexOf("\n") : rest.indexOf("\n", last);
    this.#position += end + 1;
    const lines = rest.toString("utf8", 0, end + 1).split("\n");
    for (const line of lines.slice(0, -1)) this.#take(line);
  }

  /** Calls the readers of a line, unless the line is this process's own or of an earlier operation. */
  #take(line: string): void {
    if (line.startsWith(`["${this.#writer}",`)) return;
    const [writer = "", kind = "", content] =
      lineSchema.safeParse(ifNoError<unknown>(() => JSON.parse(line))).data ?? [];
    // Lines of a process that has ended are of an earlier operation, whose engine had the same address.
    const isPresent = this.#isPresent.get(writer) ?? isRunning(writer);
    this.#isPresent.set(writer, isPresent && kind !== leave);
    if (isPresent) for (const read of this.#readers.get(kind) ?? []) read(content, writer);
  }
}

/** Does the process of a writer run? It is one of this user's, who alone can open the file. */
const isRunning = (writer: string): boolean => ifNoError(() => process.kill(Number.parseInt(writer, 10), 0)) === true;

/** Age from which a file counts as left behind by a killed run. */
const staleAfterMs = 24 * 3600 * 1000;

/** Chooses Pulumi's folder. */
export const homeVariable = "PULUMI_HOME";

/** Pulumi's folder of this user, which all runs on one machine share. */
export const pulumiHome = (): string => process.env[homeVariable] || join(homedir(), ".pulumi");

/** Opens a file in Pulumi's home that only this user can read, and removes files of runs that were killed. */
function opened(engine: string): { path: string; descriptor: number } {
  const folder = join(pulumiHome(), "registrar-runs");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const other of fs.readdirSync(folder)) {
    const path = join(folder, other);
    const { mtimeMs } = fs.statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (mtimeMs < Date.now() - staleAfterMs) fs.rmSync(path, { force: true });
  }
  // Machines may share the home, and their engines an address.
  const path = join(folder, digest(`${hostname()} ${engine}`));
  return { path, descriptor: fs.openSync(path, "a+", 0o600) };
}
