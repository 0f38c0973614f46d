/** UrlForward: an HTTP redirect from a host of the domain to a URL. */
import * as z from "zod";
import { forwardBody } from "../api/endpoints/shapes.ts";
import * as forwards from "../api/forward.ts";
import { forwardRows } from "../api/index.ts";
import { fullName, InvalidNameError, ifValid, invalidity, ownerName, parsedUrl } from "../dns/index.ts";
import { domainArgument, reader, sameDomain, skipChecksArgument } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import type { Properties } from "../lifecycle/definition.ts";
import { isSecretArgument, secretText, shownRow } from "../lifecycle/redactionScope.ts";
import type { WantedRow } from "../lifecycle/rows/entry.ts";
import type { RowKind } from "../lifecycle/rows/kind.ts";
import { rowIndex } from "../lifecycle/rows/match.ts";
import { type OneRowState, oneRow } from "../lifecycle/rows/oneRow.ts";

const urlForwardSchema = z
  .strictObject({
    domain: domainArgument,
    ...forwards.forwardShape,
    skipChecks: skipChecksArgument,
  })
  .meta({ id: "UrlForwardArgs" });

type UrlForwardArgs = z.input<typeof urlForwardSchema>;

const isReadable = ({ reason }: forwards.Forward) => reason === undefined;

export const forwardKind: RowKind<forwards.Forward> = {
  group: "forwards",
  read: async (api, query) => forwardRows(await api.forwards.list(query), query.domain),
  index: rowIndex(
    (row) => forwardKind.keys(row),
    isReadable,
    ({ source }) => forwards.opaqueKey(source),
  ),
  create: async (run, domain, row) =>
    (await run.api.forwards.create({ domain, body: forwardBody.parse(forwards.writtenForward(row)) })).data,
  update: async (run, domain, id, row) =>
    (await run.api.forwards.update({ domain, id, body: forwardBody.parse(forwards.writtenForward(row)) })).data,
  delete: (run, domain, id) => run.api.forwards.delete({ domain, id }),
  fromWire: forwards.forwardFromWire,
  isReadable,
  describeOpaque: ({ row, reason }) =>
    `${shownRow({ ...row }, {}, ["source", "destination"])}, which isn't understood: ${reason}`,
  keys(row) {
    const meaning = forwards.forwardKey(row);
    return {
      name: row.source,
      setKey: `source ${row.source}`,
      isSingle: true,
      target: meaning,
      meaning,
      meanings: [meaning],
      // An unreadable row may have this source.
      opaqueKeys: [row.source, ""].map(forwards.opaqueKey),
      excludes: [],
    };
  },
  interpret: (row) => row,
  secondary: forwards.besideForward,
  describe,
  line: ({ source, destination }) => `${source} -> ${shortened(destination)}`,
  entryKey: ({ source }) => `${source} FORWARD`,
  usedWith: () => [],
  isOfService: () => false,
  factOf: (row) => `forward ${forwards.forwardKey(row)}`,
  argsOf: forwards.declarableForward,
};

/** The forward that arguments describe. @throws InvalidNameError if the source isn't a valid name */
export function wantedForward(args: Partial<UrlForwardArgs>): WantedRow<forwards.Forward> {
  const { domain = "", source = "", destination = "", ...others } = args;
  const given: Properties = { ...args };
  const row = forwards.liveForward({ ...others, source: ownerName(source, domain), destination });
  const differs = ([key, value]: [string, unknown]) => given[key] !== undefined && !same(key, value, given[key], args);
  return {
    row,
    over: (live) => ({ ...live, ...row }),
    shownAs: (live) => ({
      ...args,
      ...Object.fromEntries(Object.entries(forwards.writtenForward(live)).filter(differs)),
    }),
  };
}

export const readForward = reader(urlForwardSchema.shape);

const shortened = (url: string) => (url.length > 100 ? `${url.slice(0, 100)}...` : url);

function describe({ source, destination }: forwards.Forward, domain: string): string {
  const secret = secretText(["source", "destination"]);
  const shown = isSecretArgument("source") ? `a URL forward of ${domain}` : `URL forward ${fullName(source, domain)}`;
  return secret ? `${shown} (${secret})` : `${shown} -> ${shortened(destination)}`;
}

function same(key: string, a: unknown, b: unknown, { domain = "" }: Partial<UrlForwardArgs>): boolean {
  return key === "domain" ? sameDomain(a, b) : forwards.sameForwardValue(key, a, b, domain);
}

const { lifeCycle, check } = oneRow(forwardKind, {
  data: "destination",
  idName: "forwardId",
  read: readForward,
  wanted: wantedForward,
  same,
  replaces: ["domain"],
  isComplete: ({ domain, source, destination }) => [domain, source, destination].every((value) => value !== undefined),
  hasData: ({ destination }) => destination !== undefined,
});

export const urlForward = defineResource<UrlForwardArgs, OneRowState<UrlForwardArgs>>({
  type: "UrlForward",
  summary: "An HTTP redirect from a host of the domain to a URL.",
  endpoints: ["forwards.list", "forwards.create", "forwards.update", "forwards.delete", "domains.get"],
  meaning: {
    create:
      "adopts the forward if it exists; otherwise creates it. Reads the domain's forwards once per run, and again after its " +
      "first forward",
    drift: "the source, the destination and, if set, the type",
    delete: "deletes the forward. Succeeds if the forward is gone. Leaves a forward that another resource declares",
  },
  schema: urlForwardSchema,
  check(args, context) {
    const { source, destination = "", domain } = args;
    if (source === undefined || domain === undefined) return [];
    let owner = "";
    const problem = invalidity(() => {
      owner = ownerName(source, domain);
      if (source.includes("/")) throw new InvalidNameError(source, "a forward is of the complete host, without a path");
    });
    if (problem !== undefined)
      return [{ property: "source", reason: `must be a host name of ${domain}, or relative to it: ${problem}` }];
    const target = `${parsedUrl(destination)?.hostname}.`;
    // A warning without an ID, since such a forward never works: `skipChecks` can't switch it off.
    if (ifValid(() => ownerName(target, domain)) === owner)
      context.advise("forward to itself", "a browser gives up: the destination is the source. Name another host");
    return check.checkWithoutCall(args, context);
  },
  async checkLive(args, context, run) {
    const { type } = args;
    if (type === undefined || forwards.isForwardType(type)) return check.checkPlan(args, context, run);
    const named = run().api.contract.endpoints["forwards.create"]?.values?.["type"] ?? {};
    const words: string[] = [...forwards.forwardTypes, ...Object.keys(named)];
    if (words.includes(type)) return check.checkPlan(args, context, run);
    const listed = words.map((word) => JSON.stringify(word));
    const line = { values: { type: { [type]: "..." } } };
    const lines = { "forwards.list": line, "forwards.create": line, "forwards.update": line };
    const reason =
      `must be ${listed.join(" or ")}. To use another kind of the registrar's, name it in a contract file: ` +
      `${JSON.stringify(lines)}.`;
    return [{ property: "type", reason }];
  },
  ...lifeCycle,
});
