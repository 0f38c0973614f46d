/** Which operations have to work: those of the five core resources, or of the resources that a state holds. */
import type { EndpointName } from "../../provider/api/index.ts";
import { isObject } from "../../provider/api/json.ts";
import type { Resource } from "../../provider/resources/definition.ts";
import { resources } from "../../provider/resources/index.ts";
import { StateError } from "../state/errors.ts";
import { stateText } from "../state/load.ts";

const advice = "Give what `pulumi stack export` wrote, or a checkpoint of a file backend.";

/** Such as `pulumi-nodejs:dynamic/registrar:DnsRecord`. */
const typePattern = /^pulumi-nodejs:dynamic\/registrar:(\w+)$/;

export const coreTypes = ["DnsRecord", "UrlForward", "DomainLock", "Nameservers", "Contact"];

/**
 * The types of this package's resources in a stack export, or in a checkpoint. Secrets stay closed.
 * @throws StateError
 */
export async function typesInState(file: string): Promise<string[]> {
  let state: unknown;
  try {
    state = JSON.parse(await stateText({ file, env: process.env }));
  } catch (error) {
    if (error instanceof StateError) throw error;
    throw new StateError(`${file} is not JSON`, advice);
  }
  const list = resourcesIn(state);
  if (list === undefined) throw new StateError(`${file} holds no deployment`, advice);
  const named = list.filter(isObject).flatMap(({ type }) => typePattern.exec(String(type))?.[1] ?? []);
  return [...new Set(named)].sort();
}

function resourcesIn(state: unknown): unknown[] | undefined {
  if (!isObject(state)) return undefined;
  const { deployment, checkpoint, latest } = state;
  for (const candidate of [deployment, isObject(checkpoint) ? checkpoint["latest"] : undefined, latest, state]) {
    if (!isObject(candidate)) continue;
    // The engine leaves the list out when there is nothing.
    if (Array.isArray(candidate["resources"])) return candidate["resources"];
    if ("manifest" in candidate) return [];
  }
  return undefined;
}

/** Operations that resources of these types call; types that this version does not know add nothing. */
export function operationsOf(types: readonly string[]): EndpointName[] {
  const known: Resource[] = Object.values(resources);
  return [...new Set(known.filter(({ type }) => types.includes(type)).flatMap(({ endpoints }) => endpoints))];
}
