/**
 * Which arguments are the handle of a contact that this very run makes: the program's process knows, although in a preview nobody
 * knows the handle.
 */
import type * as pulumi from "@pulumi/pulumi";
import { heldBefore } from "./formerState.ts";
import { identitiesOf } from "./siblings.ts";

const type = "Contact";
/** Contacts by their arguments, and by what they show as their handle: what the state would know them by. */
const identities = new WeakMap<object, string>();
const handles = new WeakMap<object, string>();

/** A contact is about to be declared. One that may be taken over, or was called otherwise before, may have its handle already. */
export function noteContact(declared: string, name: string, args: object, options: pulumi.CustomResourceOptions): void {
  if (declared !== type || Reflect.get(args, "adopt") !== undefined || (options.aliases ?? []).length > 0) return;
  identities.set(args, identitiesOf(type, name, options)[0]);
}

export function noteContactMade(args: object, resource: pulumi.Resource): void {
  const identity = identities.get(args);
  const handle: unknown = Reflect.get(resource, "handle");
  if (identity !== undefined && typeof handle === "object" && handle !== null) handles.set(handle, identity);
}

/** Names of the arguments that are the handle of a contact that the state does not have. */
export async function newHandles(args: object): Promise<string[]> {
  const given = Object.entries(args).flatMap(([key, value]: [string, unknown]) => {
    const identity = typeof value === "object" && value !== null ? handles.get(value) : undefined;
    return identity === undefined ? [] : [{ key, identity }];
  });
  if (given.length === 0) return [];
  const held = await heldBefore();
  if (held === undefined) return [];
  return given.flatMap(({ key, identity }) => (held.some((each) => each.identity === identity) ? [] : [key]));
}
