/** Which operations have to work: those of the five core resources, or of the resources that a state holds. */
import type { EndpointName } from "../../provider/api/index.ts";
import { typeOfToken } from "../../provider/fronts/shared/state.ts";
import type { Resource } from "../../provider/resources/definition.ts";
import { resources } from "../../provider/resources/index.ts";
import { deploymentIn, listOf } from "../state/deployment.ts";
import { stateText } from "../state/load.ts";

export const coreTypes = ["DnsRecord", "UrlForward", "DomainLock", "Nameservers", "Contact"];

/**
 * The types of this package's resources in a stack export, or in a checkpoint. Secrets stay closed.
 * @throws StateError
 */
export async function typesInState(file: string): Promise<string[]> {
  const { resources: rows } = deploymentIn(await stateText({ file, env: process.env }));
  return [...new Set(listOf(rows).flatMap(({ type }) => typeOfToken(type) ?? []))].sort();
}

/** Operations that resources of these types call; types that this version does not know add nothing. */
export function operationsOf(types: readonly string[]): EndpointName[] {
  const known: Resource[] = Object.values(resources);
  return [...new Set(known.filter(({ type }) => types.includes(type)).flatMap(({ endpoints }) => endpoints))];
}
