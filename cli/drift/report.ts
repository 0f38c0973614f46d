/** What a comparison found, for people and for programs. Nothing in it is secret or personal. */

export interface PropertyDrift {
  /** Property path, such as `content`. */
  path: string;
  /** What the program asked for; `[secret]` and `[personal]` stand for values that are not shown. */
  declared?: unknown;
  live?: unknown;
  /** The program ignores changes of it: `pulumi refresh` shows it, `pulumi up` leaves it. */
  ignored?: true;
}

export interface ResourceDrift {
  urn: string;
  /** Such as `DnsRecord`. */
  type: string;
  /** Name in the program. */
  name: string;
  id: string;
  kind: "changed" | "gone";
  changes: PropertyDrift[];
}

/** Something that could not be found out. */
export interface Failure {
  code: string;
  message: string;
  /** Names in the program of the resources that it concerns. */
  resources: string[];
}

/** A record or forward that is live and in no program. */
export interface Unmanaged {
  kind: "record" | "forward";
  domain: string;
  /** The registrar's id, where it shows one. */
  id?: string;
  /** Of a record: relative, `@` for the apex. Of a forward: its source. */
  name: string;
  /** Of a record `A`, `MX`, ...; of a forward `permanent` or `temporary`. */
  type?: string;
  /** Of a record: its data as in a zone file. Of a forward: the destination. */
  content: string;
  /** Seconds. */
  ttl?: number;
}

export interface Report {
  stack: string | undefined;
  project: string | undefined;
  /** Resources of this package in the state. */
  resources: number;
  drift: ResourceDrift[];
  errors: Failure[];
  unmanaged: Unmanaged[];
  /** Changes that wait for somebody's approval: no drift. */
  waiting: string[];
  /** What the reader should know beside. */
  notes: string[];
}

/** The reports of the accounts of one stack as one. */
export function together(reports: readonly Report[]): Report {
  return {
    stack: reports[0]?.stack,
    project: reports[0]?.project,
    resources: reports.reduce((sum, { resources }) => sum + resources, 0),
    drift: reports.flatMap(({ drift }) => drift),
    errors: reports.flatMap(({ errors }) => errors),
    unmanaged: reports.flatMap(({ unmanaged }) => unmanaged),
    waiting: reports.flatMap(({ waiting }) => waiting),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
  };
}
