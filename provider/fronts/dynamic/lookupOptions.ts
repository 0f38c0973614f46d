/** Options, error and function types of the lookups. */
import * as pulumi from "@pulumi/pulumi";
import type { Redacted } from "../../api/redaction.ts";

export interface LookupOptions {
  /** Ask the registrar again even if this program has made the same lookup before. Default: `false`. */
  fresh?: boolean;
}

export interface LookupOutputOptions extends LookupOptions {
  /** Make the lookup after these resources are created or updated. In a preview that would create one, the result is unknown. */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.CustomResource>[]> | pulumi.Input<pulumi.CustomResource>;
}

/**
 * A lookup failed. Only the message is shown; `code` is stable. The message is redacted when it is read, since a secret of the
 * program may be known only after the failure.
 */
export class LookupError extends pulumi.RunError {
  /** Such as `ERR_REGISTRAR_DOMAIN_NOT_HELD`. */
  readonly code: string;

  constructor(message: () => Redacted, code: string) {
    super();
    this.code = code;
    const get = () => `${message()} [${code}]`;
    Object.defineProperties(this, { message: { get }, stack: { get } });
  }
}

/** Arguments as values or outputs. An element of a list can be an output, too. */
export type InputsOf<A> = { [K in keyof A]: pulumi.Input<A[K]> | ListOf<A[K]> };
type ListOf<T> = T extends readonly (infer E)[] ? pulumi.Input<pulumi.Input<E>[]> : never;

/** A lookup as a promise. */
export type Lookup<A, R> = (args: A, options?: LookupOptions) => Promise<R>;
/** A lookup as an output. */
export type LookupOutput<A, R> = (args: InputsOf<A>, options?: LookupOutputOptions) => pulumi.Output<R>;
/** {@link Lookup} without required arguments. */
export type LookupOfAll<A, R> = (args?: A, options?: LookupOptions) => Promise<R>;
/** {@link LookupOutput} without required arguments. */
export type LookupOfAllOutput<A, R> = (args?: InputsOf<A>, options?: LookupOutputOptions) => pulumi.Output<R>;
