/** What the bench measures: a tool that keeps records, taken through the same steps. */
import type { Cost } from "./measure.ts";

export const steps = [
  "first apply",
  "no change",
  "one change",
  "refresh",
  "no change after it",
  "drift report",
] as const;
export type StepName = (typeof steps)[number];

export interface Measured extends Cost {
  /** Calls to the registrar or queries to the name server; `undefined` where nobody counts them. */
  calls?: number | undefined;
  /** Bytes of state afterwards; `undefined` where the tool keeps none. */
  stateBytes?: number | undefined;
}

export type Life = Partial<Record<StepName, Measured>>;

export interface Subject {
  name: string;
  /** What its figures are divided by: another subject of the same size. */
  base?: string;
  /** Numbers of records at which it is measured. */
  sizes: readonly number[];
  /** One life from nothing, with each of its steps measured. */
  life(records: number): Promise<Life>;
}

/** A subject that cannot run here, and what it needs. */
export interface LeftOut {
  name: string;
  needs: string;
}
