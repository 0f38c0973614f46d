import { readConfiguration } from "../../provider/api/index.ts";
import { type Lookups, lookupClient } from "../../provider/lookups/index.ts";
import type { WholeSandbox } from "../../testing/sandbox/index.ts";

/** The lookups of a program that starts now, with the credentials of a sandbox. */
export function lookupsAt({ marketplaceUserId, marketplaceToken, appraisalToken }: WholeSandbox): Lookups {
  const configuration = readConfiguration({ get: () => undefined, env: process.env });
  return lookupClient({ ...configuration, marketplaceUserId, marketplaceToken, appraisalToken }).cached();
}
