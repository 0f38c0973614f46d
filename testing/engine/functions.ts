/** The functions built into the engine, which a program calls by their tokens. */
import type { EngineOperation } from "./engineOperation.ts";
import { NotSupportedError } from "./errors.ts";
import { Refused, UNKNOWN_CODE } from "./grpcStatus.ts";
import { mapProps, type Props, reveal } from "./values.ts";

/** A resource of this run by its URN, and all of the state as it was before. */
export function callFunction(operation: EngineOperation, token: string, args: Props): Props {
  if (token === "pulumi:pulumi:getResource") return resource(operation, String(args["urn"]));
  if (token === "pulumi:pulumi:readStackResourceOutputs") return stateBefore(operation, args);
  throw new NotSupportedError(`functions of other providers (${token})`);
}

function resource({ news }: EngineOperation, urn: string): Props {
  const row = news.get(urn)?.row;
  if (!row) throw new Refused(UNKNOWN_CODE, `unknown resource ${urn}`);
  return { urn: row.urn, id: row.id ?? "", state: row.outputs };
}

/** Type and outputs of every resource of this stack; of another one this engine knows nothing. */
function stateBefore({ project, olds }: EngineOperation, { stackName = "" }: Props): Props {
  const own = [project.stack, `${project.name}/${project.stack}`, `organization/${project.name}/${project.stack}`];
  if (!own.includes(String(stackName))) throw new Refused(UNKNOWN_CODE, `unknown stack "${String(stackName)}"`);
  const outputs = [...olds].map(([urn, { row }]): [string, Props] => [
    urn,
    { type: row.type, outputs: mapProps(row.outputs, reveal) },
  ]);
  return { name: stackName, outputs: Object.fromEntries(outputs) };
}
