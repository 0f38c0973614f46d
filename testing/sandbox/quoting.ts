/** Refusals of a registrar that repeats in them what was sent, and whose data it is about. */
import type { EndpointName } from "../../provider/api/endpoints/table.ts";
import { Refusal } from "./refusal.ts";
import type { Store } from "./store.ts";

/** Does the work of an operation; its refusal comes out with the data. */
export function quotingRefusals<T>(name: EndpointName, store: Store, body: unknown, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isAboutPeople = name.startsWith("contacts.") || name.startsWith("domainContacts.");
    const contacts = isAboutPeople ? ` Contacts: ${JSON.stringify(store.state.contacts)}.` : "";
    const sent = body === undefined || body === null ? "" : ` Sent: ${JSON.stringify(body)}.`;
    throw new Refusal(error.status, error.code, `${error.message}${contacts}${sent}`);
  }
}
