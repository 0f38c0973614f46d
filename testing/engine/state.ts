/** What a state holds. */
import type { Props } from "./values.ts";

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
  /** Why the last create or update was only done in part. */
  initErrors?: string[];
  /** URN and id of the provider resource, joined by `::`. */
  provider?: string;
  propertyDependencies?: Record<string, string[]>;
  additionalSecretOutputs?: string[];
  /** Seconds. */
  customTimeouts?: Record<string, number>;
  retainOnDelete?: boolean;
  created?: string;
  modified?: string;
  ignoreChanges?: string[];
}

/** A row's place in the state during one operation; it outlives changes of the row. */
export type Key = number;

export interface Entry {
  key: Key;
  row: Row;
}
