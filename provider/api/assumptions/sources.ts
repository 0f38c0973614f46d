/**
 * Reads by the operation with the better evidence. The paths of `nameservers.get` and `contacts.get` are assumed, so these two are called
 * only if the contract names them, or if no other operation shows the same.
 */
import type { EndpointName } from "../endpoints/table.ts";
import { NotFoundError } from "../errors.ts";
import type { Api, ResponseOf } from "../http/api.ts";

type Sources = { [N in EndpointName]?: (api: Api, key: string) => Promise<ResponseOf<N> | undefined> };

/** By the operation that isn't called. The key is the parameter of its path: a domain or a handle. */
export const sources = {
  async "nameservers.get"(api, domain) {
    const { nameservers } = await api.domains.get({ domain });
    return nameservers && { nameservers };
  },
  async "contacts.get"(api, handle) {
    const isIt = (row: { handle?: string | undefined }) => row.handle === handle;
    const searched = (await api.contacts.list({ query: { search: handle } })).rows.find(isIt);
    if (searched !== undefined) return searched;
    const { rows, proof } = await api.contacts.list();
    const found = rows.find(isIt);
    if (found !== undefined || !proof.complete) return found;
    const advice = "Check the handle, and that the token belongs to the account that holds it.";
    const what = `there is no contact ${handle} in the account`;
    throw new NotFoundError({ operation: "contacts.list", what, advice });
  },
} satisfies Sources;

export const hasSource = (name: EndpointName): name is keyof typeof sources => name in sources;
