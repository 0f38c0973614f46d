/** Writes new files, and never over one that is there. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder or a file is there already, or the project is not. */
export class TargetFolderError extends Error {
  readonly code = "ERR_REGISTRAR_TARGET_FOLDER";

  constructor(message: string) {
    super(message);
    this.name = "TargetFolderError";
  }
}

/** @throws TargetFolderError unless the folder is absent or empty */
export function assertFresh(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new TargetFolderError(
      `${folder} is not empty. Name a new folder with --out; for a Pulumi project that is there already, use --into.`,
    );
  }
}

/** @throws TargetFolderError unless the folder holds a Pulumi project */
export function assertProject(folder: string): void {
  if (["Pulumi.yaml", "Pulumi.yml"].some((name) => existsSync(join(folder, name)))) return;
  throw new TargetFolderError(`${folder} holds no Pulumi.yaml. For a new project use --out.`);
}

/**
 * @param files path in the folder to text
 * @throws TargetFolderError before anything is written when one of them is there
 */
export function writeNewFiles(folder: string, files: Readonly<Record<string, string>>): void {
  const taken = Object.keys(files).filter((path) => existsSync(join(folder, path)));
  if (taken.length > 0) {
    throw new TargetFolderError(
      `${taken.join(", ")} in ${folder} ${taken.length === 1 ? "is" : "are"} there already. Nothing was written. Move what is there away first.`,
    );
  }
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  }
}
