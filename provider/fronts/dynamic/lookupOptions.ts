/** Options, errors and forms of the lookups, for programs. */
import * as pulumi from "@pulumi/pulumi";
import type { Redacted } from "../../api/redaction.ts";

/** How a lookup is made. */
export interface LookupOptions {
  /** Ask the registrar even if this program has asked the same before. Default: `false`. */
  fresh?: boolean;
}

/** How a lookup is made that gives an `Output`. */
export interface LookupOutputOptions extends LookupOptions {
  /** Look only after these resources are made or changed; in a preview that would make them the result is not known yet. */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.CustomResource>[]> | pulumi.Input<pulumi.CustomResource>;
}

/** A lookup failed. Only the message is shown, since where it was called says nothing; `code` is stable. It is redacted when it is read: a secret of the program may be known only after the lookup failed. */
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

/** Arguments of which each may be an output; of a list each element, too. */
export type InputsOf<A> = { [K in keyof A]: pulumi.Input<A[K]> | ListOf<A[K]> };
type ListOf<T> = T extends readonly (infer E)[] ? pulumi.Input<pulumi.Input<E>[]> : never;

/** A lookup as a promise. */
export type Lookup<A, R> = (args: A, options?: LookupOptions) => Promise<R>;
/** A lookup as an output, of arguments that may be outputs. */
export type LookupOutput<A, R> = (args: InputsOf<A>, options?: LookupOutputOptions) => pulumi.Output<R>;
/** A lookup as a promise, none of whose arguments is required. */
export type LookupOfAll<A, R> = (args?: A, options?: LookupOptions) => Promise<R>;
/** A lookup as an output, none of whose arguments is required. */
export type LookupOfAllOutput<A, R> = (args?: InputsOf<A>, options?: LookupOutputOptions) => pulumi.Output<R>;
