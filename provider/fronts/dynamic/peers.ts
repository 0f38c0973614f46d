/**
 * What a class tells the provider of the program's other resources. The provider host sees one resource at a time; the
 * program's process sees all, and asks the engine once what the state held before this run.
 */
import * as pulumi from "@pulumi/pulumi";
import type { DeclaredItem, ProgramRows } from "../../resources/programRows.ts";
import { identityIn, nativeType } from "../shared/ownKeys.ts";
import { hasMocks, heldBefore, isPlain, perProgram } from "./program.ts";

/** Arguments that an engine may keep as they were without the item becoming another one. */
const harmless = new Set(["ttl", "comment", "adopt", "ignoreChecks"]);

/** The rows of the program, once for all; `undefined` where the engine does not tell what the state held. */
const programRows = perProgram(async (): Promise<ProgramRows | undefined> => {
  const held = await heldBefore();
  return held && new (await import("../../resources/programRows.ts")).ProgramRows(held);
});

/**
 * What the provider is to know of the others when it handles this resource; nothing in most runs, in tests with mocks, and
 * where the engine is too old to tell.
 */
export function peerFactsOf(
  type: string,
  name: string,
  args: object,
  options: pulumi.CustomResourceOptions = {},
): Promise<unknown> | pulumi.Output<unknown> | undefined {
  if (hasMocks()) return undefined;
  const loading = programRows();
  const declared: DeclaredItem = {
    type,
    identities: identitiesOf(type, name, options),
    isPinned: (options.ignoreChanges ?? []).some((path) => !harmless.has(path)),
  };
  // What is declared first is known first: one promise calls back in order.
  const declaring = loading.then((rows) => rows?.declare(declared));
  const facts = async (known: object) => {
    const [rows] = await Promise.all([loading, declaring]);
    rows?.resolve(declared, { ...known });
    // What is declared at the same time is to be known, too.
    await new Promise((resolve) => setImmediate(resolve));
    // An empty list is sent, too: the provider's words depend on whether one was sent.
    return rows && (rows.factsFor(declared, pulumi.runtime.isDryRun()) ?? null);
  };
  // An output stays secret where an argument is, and unknown where one is.
  return isPlain(args) ? facts(args) : pulumi.output(args).apply(facts);
}

/** What a resource is known by, and was before as far as its aliases say it plainly. Its URN would be known too late. */
export function identitiesOf(
  type: string,
  name: string,
  { parent, aliases = [] }: pulumi.CustomResourceOptions,
): [own: string, ...former: string[]] {
  const identity = (of: string, above: unknown) => identityIn(`::::${typesAbove(above)}${nativeType(type)}::${of}`);
  const former = (Array.isArray(aliases) ? aliases : []).flatMap((alias: unknown) => {
    if (typeof alias === "string") return [identityIn(alias)];
    const formerly: { name: unknown; parent: unknown } = { name, parent, ...Object(alias) };
    return typeof formerly.name === "string" ? [identity(formerly.name, formerly.parent)] : [];
  });
  return [identity(name, parent), ...former];
}

/** The types of a resource and its parents as a child's URN has them. The stack counts for nothing. */
function typesAbove(parent: unknown): string {
  if (!pulumi.Resource.isInstance(parent)) return "";
  const type: unknown = Reflect.get(parent, "__pulumiType");
  return type === "pulumi:pulumi:Stack" ? "" : `${typesAbove(Reflect.get(parent, "__parentResource"))}${type}$`;
}
