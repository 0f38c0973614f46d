/** What the stack's state held before this run: the program's process asks the engine once for all. */
import * as pulumi from "@pulumi/pulumi";
import type { StoredItem } from "../../resources/programRows.ts";
import { unpacked } from "../shared/ownKeys.ts";
import { identityIn, typeOfToken } from "../shared/tokens.ts";
import { perProgram } from "./programs.ts";

/** Built into the engine: type and outputs of every resource of a stack, by URN, as they were before this run. */
const readState = "pulumi:pulumi:readStackResourceOutputs";

const program = perProgram<{ held?: Promise<StoredItem[] | undefined> }>(() => ({}));

/** This package's resources of the state before this run; `undefined` where the engine does not tell, which is no error. */
export function heldBefore(): Promise<StoredItem[] | undefined> {
  const known = program();
  known.held ??= ask();
  return known.held;
}

/** Does the program run in a test with mocks, without an engine? */
export function hasMocks(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return typeof monitor !== "object" || monitor === null || "mocks" in monitor;
}

async function ask(): Promise<StoredItem[] | undefined> {
  try {
    const stackName = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
    const answer: unknown = await pulumi.runtime.invoke(readState, { stackName });
    const resources: unknown = Reflect.get(Object(answer), "outputs");
    return Object.entries(Object(resources)).flatMap(([urn, resource]): StoredItem[] => {
      const type = typeOfToken(Reflect.get(Object(resource), "type"));
      const outputs: unknown = Reflect.get(Object(resource), "outputs");
      return type === undefined ? [] : [{ identity: identityIn(urn), type, outputs: unpacked({ ...Object(outputs) }) }];
    });
  } catch {
    return undefined;
  }
}
