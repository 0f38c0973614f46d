/** The client's types, derived from the table of endpoints row by row. */
import type * as z from "zod";
import type { Contract } from "../assumptions/contract.ts";
import type { AnyObject } from "../endpoints/shapes.ts";
import type { EndpointName, Endpoints } from "../endpoints/table.ts";
import type { Listing } from "../lists/read.ts";

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

/** A property that is optional if all its parts are. */
type Part<Name extends string, T> = object extends T ? { [N in Name]?: T } : { [N in Name]: T };

type BodyOf<O> = O extends { body: infer S extends z.ZodType } ? Part<"body", z.input<S>> : object;
/** Without the paging parameters, which the client sets. */
type QueryOf<O> = O extends { query: infer S extends z.ZodType }
  ? Part<"query", O extends { answer: { kind: "list" } } ? Omit<z.input<S>, "page" | "page_size"> : z.input<S>>
  : object;

/** Arguments of a call: path parameters by name, `query`, `body`. */
export type ArgumentsOf<N extends EndpointName> = { [P in PathParameters<Endpoints[N]["path"]>]: string } & BodyOf<
  Endpoints[N]
> &
  QueryOf<Endpoints[N]>;

/** A response that the specification doesn't show. */
interface AnyResponse {
  status: number;
  /** The object in `data`, else the body, else `{}`. */
  data: AnyObject;
}

export type ResponseOf<N extends EndpointName> = Endpoints[N]["answer"] extends infer A
  ? A extends { kind: "object"; schema: infer S extends z.ZodType }
    ? z.output<S>
    : A extends { kind: "list"; element: infer E extends z.ZodType }
      ? Listing<z.output<E>>
      : AnyResponse
  : never;

type Method<N extends EndpointName> =
  object extends ArgumentsOf<N>
    ? (args?: ArgumentsOf<N>) => Promise<ResponseOf<N>>
    : (args: ArgumentsOf<N>) => Promise<ResponseOf<N>>;

type GroupOf<N extends string> = N extends `${infer G}.${string}` ? G : never;

/** One method per endpoint: `records.create` of the table is `api.records.create({ domain, body })`. */
export type Calls = {
  readonly [G in GroupOf<EndpointName>]: {
    readonly [N in EndpointName as N extends `${G}.${infer M}` ? M : never]: Method<N>;
  };
};

/** The registrar's client. Every method throws a `RegistrarError` if it fails. */
export type Api = Calls & {
  /** Bounds of polling after a write, such as one of unknown outcome. */
  readonly lookups: { readonly times: number; readonly withinMs: number };
  readonly interruption?: AbortSignal;
  readonly contract: Contract;
  /** The same client, which memoizes calls. */
  cached(): Api;
  /** False if the contract says that there is no such operation. */
  exists(name: EndpointName): boolean;
};
