/**
 * Which arguments are the handle of a contact that this very run makes: the program's process knows, although in a preview nobody
 * knows the handle.
 */
import type * as pulumi from "@pulumi/pulumi";
import { heldBefore } from "./formerState.ts";

const type = "Contact";
/** Contacts by their arguments, and by what they show as their handle: their names. */
const names = new WeakMap<object, string>();
const handles = new WeakMap<object, string>();

/** A contact is about to be declared. One that may be taken over, or was called otherwise before, may have its handle already. */
export function noteContact(
  declared: string,
  name: string,
  args: object,
  { aliases = [] }: pulumi.CustomResourceOptions,
): void {
  if (declared === type && Reflect.get(args, "adopt") === undefined && aliases.length === 0) names.set(args, name);
}

export function noteContactMade(args: object, resource: pulumi.Resource): void {
  const name = names.get(args);
  const handle: unknown = Reflect.get(resource, "handle");
  if (name !== undefined && typeof handle === "object" && handle !== null) handles.set(handle, name);
}

/** Names of the arguments that are the handle of a contact that the state does not have. */
export async function newHandles(args: object): Promise<string[]> {
  const given = Object.entries(args).flatMap(([key, value]: [string, unknown]) => {
    const name = typeof value === "object" && value !== null ? handles.get(value) : undefined;
    return name === undefined ? [] : [{ key, name }];
  });
  if (given.length === 0) return [];
  const held = await heldBefore();
  if (held === undefined) return [];
  const isHeld = (name: string) => held.some((each) => each.type === type && each.urn.endsWith(`::${name}`));
  return given.flatMap(({ key, name }) => (isHeld(name) ? [] : [key]));
}
