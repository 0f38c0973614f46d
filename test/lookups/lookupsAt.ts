import { readConfiguration } from "../../provider/api/index.ts";
import { lookupClient, type Services } from "../../provider/lookups/index.ts";
import type { WholeSandbox } from "../../testing/sandbox/index.ts";

/** The lookups of a program that starts now, with the credentials of a sandbox. */
export function lookupsAt({ marketplaceUserId, marketplaceToken, appraisalToken }: WholeSandbox): Services {
  const configuration = readConfiguration({ get: () => undefined, env: process.env });
  const client = lookupClient({ ...configuration, marketplaceUserId, marketplaceToken, appraisalToken });
  return { api: client.cached(), warn: () => undefined };
}
