/** The lookups as functions of the provider: by name, each with an object as its result. */

import type * as registrar from "../../lookups/index.ts";
import type { Properties } from "../../resources/definition.ts";

type AllLookups = typeof registrar;
type Session = registrar.Lookups;

interface LookupFunction {
  /** Makes the lookup. The arguments are what a program sent: the lookup itself says what is wrong with them. */
  run(all: AllLookups, session: Session, args: Properties): Promise<object>;
  /** The result is a list or a map: the name under which it is a part of the function's result. */
  readonly resultName?: string;
  /** The result holds personal data. */
  readonly isSecret?: boolean;
}

/** Takes plain JSON for the arguments of a lookup, each of which checks what it is given. */
function lookupFunction<A extends object>(
  choose: (all: AllLookups) => (session: Session, args: A) => Promise<object>,
  more: Pick<LookupFunction, "resultName" | "isSecret"> = {},
): LookupFunction {
  return { ...more, run: (all, session, args) => choose(all)(session, args as A) };
}

export const functions: Readonly<Record<string, LookupFunction>> = {
  appraiseDomain: lookupFunction(({ appraiseDomain }) => appraiseDomain),
  checkAvailability: lookupFunction(({ checkAvailability }) => checkAvailability, { resultName: "names" }),
  getContact: lookupFunction(({ getContact }) => getContact, { isSecret: true }),
  getContacts: lookupFunction(({ getContacts }) => getContacts, { resultName: "contacts", isSecret: true }),
  getDnssec: lookupFunction(({ getDnssec }) => getDnssec),
  getDomain: lookupFunction(({ getDomain }) => getDomain),
  getDomains: lookupFunction(({ getDomains }) => getDomains, { resultName: "domains" }),
  getLockStatus: lookupFunction(({ getLockStatus }) => getLockStatus),
  getNameservers: lookupFunction(({ getNameservers }) => getNameservers),
  getRecords: lookupFunction(({ getRecords }) => getRecords),
  getTldPricing: lookupFunction(({ getTldPricing }) => getTldPricing, { resultName: "prices" }),
  getUrlForwards: lookupFunction(({ getUrlForwards }) => getUrlForwards),
  searchMarketplace: lookupFunction(({ searchMarketplace }) => searchMarketplace),
};

/** The result of a lookup as the result of a function. */
export function resultOf({ resultName }: LookupFunction, result: object): Properties {
  return resultName === undefined ? { ...result } : { [resultName]: result };
}
