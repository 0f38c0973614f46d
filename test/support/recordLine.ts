import { isRecordTypeName, type RecordArgs, readValue } from "../../provider/dns/index.ts";

/** The arguments of a record that cases write as `www 300 A 192.0.2.1`; its TTL may be missing. */
export function recordArgsOf(line: string): RecordArgs {
  const [, name = "", ttl, type = "", value = ""] = /^(\S*) (?:(\d+) )?(\S+) (.*)$/.exec(line) ?? [];
  if (!isRecordTypeName(type)) throw new TypeError(`not a record: ${line}`);
  return { name, ...readValue(type, value), ...(ttl !== undefined && { ttl: Number(ttl) }), type } as RecordArgs;
}
