/** Zones of example.com that stories declare, and the registrar behind them. */
import { zoneLines } from "../meaning/zone.ts";
import type { Program } from "./handlerStack.ts";
import { withRegistrar } from "./registrar.ts";
import { withSaid } from "./said.ts";

export type Fields = Record<string, unknown>;
export type Records = Fields[] | Fields;

export const zone = (records: Records, rest: Fields = {}): Program => ({
  zone: { handler: "dnsZone", args: { domain: "example.com", records, ...rest } },
});
export const whole = (records: Records, rest: Fields = {}) => zone(records, { mode: "authoritative", ...rest });
export const a = (name: string, content: string, rest: Fields = {}): Fields => ({ type: "A", name, content, ...rest });
export const hosts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => a(`host${i + from}`, `192.0.2.${(i + from) % 250}`, { ttl: 300 }));

/** A registrar for the tests of a file; `byHand`, `edit` and `wipe` are changes on its dashboard. */
export function withZone() {
  const registrar = withRegistrar();
  const idOf = (name: string) => registrar.sandbox.records("example.com").find((row) => row.name === name)?.id ?? 0;
  return {
    registrar,
    said: withSaid(),
    live: () => zoneLines(registrar.sandbox, ["example.com"]),
    byHand: (name: string, content: string, rest: Fields = {}) =>
      registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name, content, ...rest }),
    edit: (name: string, part: Fields) => registrar.sandbox.dashboard.editRecord("example.com", idOf(name), part),
    wipe: (name: string) => registrar.sandbox.dashboard.deleteRecord("example.com", idOf(name)),
  };
}
