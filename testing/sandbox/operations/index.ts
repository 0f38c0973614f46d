import type { EndpointName } from "../../../provider/api/endpoints/table.ts";
import type { Handler } from "./call.ts";
import { contactOperations } from "./contacts.ts";
import { domainOperations } from "./domains.ts";
import { forwardOperations } from "./forwards.ts";
import { marketplaceOperations } from "./marketplace.ts";
import { recordOperations } from "./records.ts";
import { settingOperations } from "./settings.ts";

/** What the registrar does for each row of the table of endpoints. */
export const handlers: Readonly<Record<EndpointName, Handler>> = {
  ...domainOperations,
  ...recordOperations,
  ...forwardOperations,
  ...settingOperations,
  ...contactOperations,
  ...marketplaceOperations,
};
