/** Interface of the Node SDK's provider host. */

export type Properties = Record<string, unknown>;

export interface ConfigureRequest {
  config: { get(key: string): string | undefined };
}

/** A resource provider, as `@pulumi/pulumi` calls it. */
export interface DynamicHandler {
  configure(request: ConfigureRequest): void;
  check(
    olds: Properties,
    news: Properties,
  ): Promise<{ inputs: Properties; failures: { property: string; reason: string }[] }>;
  diff(
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ changes: boolean; replaces: string[]; deleteBeforeReplace: boolean }>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, props: Properties): Promise<{ id?: string; props?: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, props: Properties): Promise<void>;
}
