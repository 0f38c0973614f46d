// Generated from the plugin's settings by `npm run generate`. Do not edit.
import * as pulumi from "@pulumi/pulumi";
import type { CheckId } from "./classes.generated.ts";
import { pluginOptions, providerInputs } from "./registration.ts";

/** Settings of a provider; what is left out is read from the environment. Those of the stack are for the default provider. */
export interface ProviderArgs {
  /** Address of the registrar's API. Default: the environment variable `REGISTRAR_BASE_URL`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** The API token. Always a secret in the state. Default: the environment variable `REGISTRAR_API_TOKEN`, which is never copied into the state. */
  apiToken?: pulumi.Input<string> | undefined;
  /** Name of the environment variable that holds the API token, in place of `REGISTRAR_API_TOKEN`. */
  apiTokenEnv?: pulumi.Input<string> | undefined;
  /** User ID of the marketplace. Default: the environment variable `REGISTRAR_MARKETPLACE_USER_ID`. */
  marketplaceUserId?: pulumi.Input<string> | undefined;
  /** Token of the marketplace. Default: the environment variable `REGISTRAR_MARKETPLACE_TOKEN`. */
  marketplaceToken?: pulumi.Input<string> | undefined;
  /** Token for appraisals. Default: the environment variable `REGISTRAR_APPRAISAL_TOKEN`. */
  appraisalToken?: pulumi.Input<string> | undefined;
  /** Path of a contract file, relative to the program's folder. Default: the environment variable `REGISTRAR_CONTRACT_FILE`. */
  contractFile?: pulumi.Input<string> | undefined;
  /** False where several stacks share a domain: a record or forward that exists already, and that the state lacks, then fails instead of becoming the resource's. Default: the environment variable `REGISTRAR_ADOPT`, or true. */
  adopt?: pulumi.Input<boolean> | undefined;
  /** IDs of checks that are switched off. Default: none. */
  skipChecks?: pulumi.Input<pulumi.Input<CheckId>[]> | undefined;
  /** How long a list may be stale after a write, in seconds, 0 to 600. Default: 10. */
  staleListSeconds?: pulumi.Input<number> | undefined;
  /** Writes to one domain at the same time, at most: 1 to 16. Default: 4. */
  writesPerDomain?: pulumi.Input<number> | undefined;
}

/** An account at the registrar, for resources that name it as their `provider`: one process each. */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    super("registrar", name, providerInputs(args, ["apiToken","marketplaceToken","appraisalToken"]), { ...pluginOptions, ...options });
  }
}
