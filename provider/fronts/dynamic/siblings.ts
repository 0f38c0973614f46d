/**
 * What a class tells the provider of the program's other resources. The provider host sees one resource at a time; the
 * program's process sees all, and asks the engine once what the state held before this run.
 */
import * as pulumi from "@pulumi/pulumi";
import type { DeclaredItem, ProgramRows } from "../../resources/programRows.ts";
import { hasMocks, heldBefore } from "./formerState.ts";
import { isPlain } from "./known.ts";
import { perProgram } from "./programs.ts";

/** Arguments that an engine may keep as they were without the item becoming another one. */
const harmless = new Set(["ttl", "comment", "adopt", "ignoreChecks"]);

/** The items that one program declares. */
class Items {
  #rows: Promise<ProgramRows | undefined> | undefined;
  /** Declared, or resolved, before the rows were known. */
  readonly #waiting: ((rows: ProgramRows) => void)[] = [];
  #known: ProgramRows | undefined;

  declare(declared: DeclaredItem): void {
    this.#tell((rows) => rows.declare(declared));
  }

  resolve(declared: DeclaredItem): void {
    this.#tell((rows) => rows.resolve(declared));
  }

  /** What the program's rows are, once for all; `undefined` where the engine does not tell. */
  async rows(): Promise<ProgramRows | undefined> {
    this.#rows ??= this.#load();
    return this.#rows;
  }

  #tell(news: (rows: ProgramRows) => void): void {
    if (this.#known === undefined) this.#waiting.push(news);
    else news(this.#known);
  }

  async #load(): Promise<ProgramRows | undefined> {
    const held = await heldBefore();
    if (held === undefined) return undefined;
    const { ProgramRows: Rows } = await import("../../resources/programRows.ts");
    const rows = new Rows(held);
    for (const news of this.#waiting.splice(0)) news(rows);
    this.#known = rows;
    return rows;
  }
}

const programItems = perProgram(() => new Items());

/**
 * What the provider is to know of the others when it handles this resource; nothing in most runs, in tests with mocks, and
 * where the engine is too old to tell.
 */
export function siblingsOf(
  type: string,
  name: string,
  args: object,
  { aliases = [], ignoreChanges = [] }: pulumi.CustomResourceOptions = {},
): Promise<unknown> | pulumi.Output<unknown> | undefined {
  if (hasMocks()) return undefined;
  const items = programItems();
  const declared: DeclaredItem = {
    type,
    names: [name, ...(Array.isArray(aliases) ? aliases.flatMap(nameOfAlias) : [])],
    isPinned: ignoreChanges.some((path) => !harmless.has(path)),
  };
  items.declare(declared);
  const facts = async (known: object) => {
    declared.args = { ...known };
    items.resolve(declared);
    const rows = await items.rows();
    // What is declared at the same time is to be known, too.
    await new Promise((resolve) => setImmediate(resolve));
    return rows?.factsFor(declared, pulumi.runtime.isDryRun());
  };
  // An output stays secret where an argument is, and unknown where one is.
  return isPlain(args) ? facts(args) : pulumi.output(args).apply(facts);
}

/** The former name that an alias speaks of, where it is written plainly. */
function nameOfAlias(alias: unknown): string[] {
  if (typeof alias === "string") return [alias.split("::").slice(3).join("::")];
  const name: unknown = typeof alias === "object" && alias !== null ? Reflect.get(alias, "name") : undefined;
  return typeof name === "string" ? [name] : [];
}
