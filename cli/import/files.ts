/** Writes new files, and never overwrites one. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, type Stats, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, reasonOf } from "../../provider/api/errors.ts";
import { printable } from "../../provider/api/redaction.ts";

/**
 * A folder or file exists, or the folder isn't a project. Nothing was written.
 * @cause the command ran before
 * @cause `--into` names no project in TypeScript
 * @remedy Name another folder, or move the files that the message names.
 */
export class TargetFolderError extends Error {
  readonly code = "ERR_REGISTRAR_TARGET_FOLDER";

  constructor(message: string) {
    super(message);
    this.name = "TargetFolderError";
  }
}

/** @throws TargetFolderError unless the folder is absent or empty */
export function assertFresh(folder: string): void {
  const there = statOf(folder);
  if (there === undefined) return;
  let inside: string[];
  try {
    inside = readdirSync(folder);
  } catch (error) {
    throw new TargetFolderError(
      `${folder} exists, but is not a readable folder: ${codeOf(error) === "ENOTDIR" ? "it is a file" : reasonOf(error)}. ` +
        "Nothing was written. Name a new folder.",
    );
  }
  if (inside.length > 0) {
    throw new TargetFolderError(
      `${folder} is not empty. Nothing was written. Name a new folder with --out; for an existing Pulumi project, use --into.`,
    );
  }
}

/** A name that no file in the folder has: the one given, or with a number. */
export function freeName(folder: string, inner: string, name: string, ending: string): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (statOf(join(folder, inner, `${free}${ending}`)) === undefined) return free;
  }
}

/**
 * @param otherwise the remedy for a project in another language
 * @throws TargetFolderError unless the folder holds a Pulumi project in TypeScript
 */
export function assertProject(folder: string, otherwise: string): void {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined)
    throw new TargetFolderError(
      `${folder} contains no Pulumi.yaml. Nothing was written. For a new project, use --out.`,
    );
  const [runtime = ""] = /^runtime:.*(?:\n[ \t]+.*)*/m.exec(readFileSync(file, "utf8")) ?? [];
  const isTypeScript = /\b(?:nodejs|bun)\b/.test(runtime) && !/\btypescript:\s*false\b/.test(runtime);
  if (runtime === "" || isTypeScript) return;
  const shown = runtime.replace(/\s+/g, " ").trim();
  throw new TargetFolderError(
    `${folder} isn't a project in TypeScript (it has \`${shown}\`). Nothing was written. ${otherwise}`,
  );
}

/** Path in a folder to text or bytes. A function makes them after the path was found to be free. */
export type NewFiles = Readonly<Record<string, string | (() => Uint8Array)>>;

/** @throws TargetFolderError before any write, if a file exists */
export function writeNewFiles(folder: string, files: NewFiles): void {
  const taken = [...new Set(Object.keys(files).flatMap((path) => takenPart(folder, path) ?? []))];
  if (taken.length > 0) {
    throw new TargetFolderError(
      `${taken.join(", ")} in ${folder} already ${taken.length === 1 ? "exists" : "exist"}. Nothing was written. ` +
        `Move ${taken.length === 1 ? "this file" : "these files"} away first. ` +
        "If the domain was imported before, `pulumi-registrar drift` prints the command for rows that were added since.",
    );
  }
  const contents = Object.entries(files).map(
    ([path, text]) => [path, typeof text === "string" ? printable(text) : text()] as const,
  );
  const written: string[] = [];
  for (const [path, content] of contents) {
    try {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      // "x" neither overwrites a file nor follows a link.
      writeFileSync(join(folder, path), content, { flag: "wx" });
      written.push(path);
    } catch (error) {
      const before = written.length === 0 ? "Nothing was written" : `Written so far: ${written.join(", ")}`;
      throw new TargetFolderError(`${path} in ${folder} cannot be written: ${reasonOf(error)}. ${before}.`);
    }
  }
}

/** The part of a path that exists already: the file, or in a folder's place a file or a link, which may lead elsewhere. */
function takenPart(folder: string, path: string): string | undefined {
  const parts = path.split("/").map((_, at, names) => names.slice(0, at + 1).join("/"));
  const isTaken = (part: string, found = statOf(join(folder, part))) =>
    found !== undefined && (part === path || !found.isDirectory());
  return parts.find((part) => isTaken(part));
}

/** Does not follow links. */
const statOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });
