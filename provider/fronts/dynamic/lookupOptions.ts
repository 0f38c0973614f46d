/** Error and function types of the lookups. */
import * as pulumi from "@pulumi/pulumi";
import type { Redacted } from "../../api/redaction.ts";
import type { SearchMarketplaceArgs } from "../../lookups/types.generated.ts";

/**
 * A lookup failed. Only the message is shown; `code` is stable. The message is redacted when it is read, since a secret of the
 * program may be known only after the failure.
 */
export class LookupError extends pulumi.RunError {
  /** Such as `ERR_REGISTRAR_DOMAIN_NOT_HELD`. */
  readonly code: string;

  /** @param ending of the message: its code, and where to read about it. Default: none */
  constructor(message: () => Redacted, code: string, ending = "") {
    super();
    this.code = code;
    const get = () => `${message()}${ending}`;
    Object.defineProperties(this, { message: { get }, stack: { get } });
  }
}

/** Arguments as values or outputs. An element of a list can be an output, too. */
export type InputsOf<A> = { [K in keyof A]: pulumi.Input<A[K]> | ListOf<A[K]> };
type ListOf<T> = T extends readonly (infer E)[] ? pulumi.Input<pulumi.Input<E>[]> : never;

/** Can all arguments be left out? */
type OfAll<A> = Record<never, never> extends A ? "true" : "false";
/** A lookup as a promise. */
export type Lookup<A, R> = {
  true: (args?: A, options?: pulumi.InvokeOptions) => Promise<R>;
  false: (args: A, options?: pulumi.InvokeOptions) => Promise<R>;
}[OfAll<A>];
/** A lookup as an output. */
export type LookupOutput<A, R> = {
  true: (args?: InputsOf<A>, options?: pulumi.InvokeOutputOptions) => pulumi.Output<R>;
  false: (args: InputsOf<A>, options?: pulumi.InvokeOutputOptions) => pulumi.Output<R>;
}[OfAll<A>];

/** A search on the marketplace, page after page. */
export interface SearchMarketplaceAllArgs extends Pick<SearchMarketplaceArgs, "query" | "filters"> {
  /** Results per call, 1 to 100. Default: 100. */
  pageSize?: number | undefined;
}
