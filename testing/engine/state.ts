/** Rows of a state, and the rows that they depend on. */
import type { Props } from "./values.ts";

/** The URNs that must come before the row. */
export function referencesOf(row: Row): string[] {
  const references = [...(row.dependencies ?? []), ...Object.values(row.propertyDependencies ?? {}).flat()];
  if (row.parent) references.push(row.parent);
  if (row.provider) references.push(providerUrn(row.provider));
  return references;
}

export function providerUrn(reference: string): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

/** Removes references to rows that are missing, for example after a refresh found them gone. */
export function repairReferences(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const kept = (urns: readonly string[]) => urns.filter((urn) => seen.has(urn));
    const repaired = { ...row };
    if (row.dependencies) repaired.dependencies = kept(row.dependencies);
    if (row.propertyDependencies) {
      const entries = Object.entries(row.propertyDependencies).map(([key, urns]) => [key, kept(urns)] as const);
      repaired.propertyDependencies = Object.fromEntries(entries.filter(([, urns]) => urns.length > 0));
    }
    if (row.parent && !seen.has(row.parent)) delete repaired.parent;
    seen.add(row.urn);
    return repaired;
  });
}

/** Moves a row before the rows that refer to it: the state must list a resource before its dependents. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  const byUrn = new Map<string, Entry>();
  for (const entry of entries) if (!entry.row.delete && !byUrn.has(entry.row.urn)) byUrn.set(entry.row.urn, entry);
  const placed = new Set<Key>();
  const urns = new Set<string>();
  const ordered: Entry[] = [];
  const add = (entry: Entry) => {
    if (placed.has(entry.key)) return;
    placed.add(entry.key);
    for (const urn of referencesOf(entry.row)) {
      const needed = urns.has(urn) ? undefined : byUrn.get(urn);
      if (needed) add(needed);
    }
    ordered.push(entry);
    urns.add(entry.row.urn);
  };
  for (const entry of entries) add(entry);
  return ordered;
}

/** One resource of the state, with the names that a deployment has for its fields. */
export interface Row {
  urn: string;
  /** False for components: they have no provider and no id. */
  custom: boolean;
  type: string;
  id?: string;
  /** Replaced by a newer one, and still to be deleted. */
  delete?: boolean;
  inputs: Props;
  outputs: Props;
  parent?: string;
  protect?: boolean;
  dependencies?: string[];
  /** The reason that the last create or update is incomplete. */
  initErrors?: string[];
  /** URN and id of the provider resource, joined by `::`. */
  provider?: string;
  propertyDependencies?: Record<string, string[]>;
  additionalSecretOutputs?: string[];
  retainOnDelete?: boolean;
  created?: string;
  modified?: string;
  ignoreChanges?: string[];
}

/** The identity of a row during one operation. It stays the same when the row changes. */
export type Key = number;

export interface Entry {
  key: Key;
  row: Row;
}
