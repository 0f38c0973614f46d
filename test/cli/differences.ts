/** Ways in which a registrar can be different, what the doctor says of each, and what its reader then fills in. */
import type { Program } from "../support/handlerStack.ts";
import { a, forward } from "../support/records.ts";
import type { Difference, Message } from "./different.ts";

export interface Case {
  title: string;
  difference: Difference;
  /** The finding of the doctor for each different operation. */
  finds: Record<string, [verdict: string, note: RegExp]>;
  /** Operations that the core resources need, and that fail before the advice is followed. */
  broken: string[];
  /** The contract it proposes. */
  proposes: Record<string, unknown>;
  /** Values that a reader knows of this registrar, by the place of the empty value. */
  fillIn: Record<string, string>;
  /** A program that needs what is different. */
  program: Program;
  /** Something that is there before. */
  records?: number;
}

const renamed = (value: Record<string, unknown>, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [names[key] ?? key, item]));

const isList = ({ method, path }: Message, group: string) => method === "GET" && path.endsWith(`/${group}`);
const rowsOf = (body: Record<string, unknown>) => (Array.isArray(body["data"]) ? body["data"] : []);

export const cases: Case[] = [
  {
    title: "records are read, changed and deleted under another path",
    difference: {
      request(message) {
        const { method, path } = message;
        if (/\/domains\/[^/]+\/records/.test(path) && method !== "POST") return { status: 404, error: "no_route" };
        return { ...message, path: path.replace(/\/v1\/zones\/([^/]+)\/rrs/, "/v1/domains/$1/records") };
      },
    },
    finds: { "records.list": ["missing", /^404; alternative/] },
    broken: ["records.list"],
    proposes: { "records.list": { path: "" }, "records.update": { path: "" }, "records.delete": { path: "" } },
    fillIn: {
      "records.list.path": "/registrar/v1/zones/{domain}/rrs",
      "records.update.path": "/registrar/v1/zones/{domain}/rrs/{id}",
      "records.delete.path": "/registrar/v1/zones/{domain}/rrs/{id}",
    },
    program: { www: a("www", "192.0.2.1") },
    records: 2,
  },
  {
    title: "a list reports success in another way, and a quote has an unknown field",
    difference: {
      answer: (body, asked) => {
        if (isList(asked, "records")) return { ...body, success: null, status: "ok" };
        if (isList(asked, "url-forwards")) return { ...body, success: null };
        if (asked.path.endsWith("/tld-pricing")) return { ...body, currency: "USD" };
        return asked.path.includes("/check/") ? { ...body, data: { ...Object(body["data"]), promo_code: "x" } } : body;
      },
    },
    finds: {
      "records.list": ["differs", /the list does not show whether a row exists: .*no mark of success/],
      "forwards.list": ["differs", /the list does not show whether a row exists: .*no mark of success/],
      "domains.check": ["differs", /nothing is ordered while a quote has promo_code/],
      "tlds.pricing": ["differs", /nothing is ordered while a quote has currency/],
    },
    broken: ["records.list", "forwards.list"],
    proposes: {
      "domains.check": { ignore: ["promo_code"] },
      "tlds.pricing": { ignore: ["currency"] },
      records: { success: { status: "ok" } },
      forwards: { success: null },
    },
    fillIn: {},
    program: { www: a("www", "192.0.2.1"), blog: forward("blog", "https://example.org/") },
    records: 2,
  },
  {
    title: "lists are in another container",
    difference: {
      answer: (body, asked) =>
        isList(asked, "records") || isList(asked, "url-forwards")
          ? { success: true, payload: { rows: rowsOf(body), warnings: [] }, links: { self: "x" } }
          : body,
    },
    finds: {
      "records.list": [
        "differs",
        /^the data is in payload\.rows; its pages .* \(tested: readable with the correction\)/,
      ],
      "forwards.list": ["differs", /does not contain the expected list, or contains several candidates/],
    },
    broken: ["records.list", "forwards.list"],
    proposes: {
      records: { container: "payload.rows", paging: { page: "page", pageSize: "page_size", size: 20 } },
      forwards: { container: "" },
    },
    fillIn: { "forwards.container": "payload.rows" },
    program: { www: a("www", "192.0.2.1"), blog: forward("blog", "https://example.org/") },
    records: 2,
  },
  {
    title: "the type of a record is called record_type",
    difference: {
      request(message) {
        if (!message.path.includes("/records") || typeof message.body !== "object" || message.body === null)
          return message;
        if ("type" in message.body) return { status: 400, error: "unknown_field" };
        return { ...message, body: renamed({ ...message.body }, { record_type: "type" }) };
      },
      answer: (body, asked) =>
        isList(asked, "records")
          ? { ...body, data: rowsOf(body).map((row) => renamed(row, { type: "record_type" })) }
          : body,
    },
    finds: { "records.list": ["differs", /^type is called record_type \(tested: readable with the correction\)/] },
    broken: ["records.list"],
    proposes: { records: { fields: { type: "record_type" } } },
    fillIn: {},
    program: { www: a("www", "192.0.2.1") },
    records: 2,
  },
  {
    title: "pages are asked for with p and per_page",
    difference: {
      request(message) {
        const query = new URLSearchParams(message.query);
        if (!isList(message, "records")) return message;
        if (query.has("page") || query.has("page_size")) return { status: 400, error: "unknown_parameter" };
        return {
          ...message,
          query: new URLSearchParams({ page: query.get("p") ?? "1", page_size: query.get("per_page") ?? "20" }),
        };
      },
      answer(body, asked) {
        if (!isList(asked, "records")) return body;
        return { success: true, data: body["data"], meta: { total: body["total"], per_page: body["page_size"] } };
      },
    },
    finds: {
      "records.list": ["differs", /^its pages are asked for by p, per_page/],
    },
    broken: ["records.list"],
    proposes: { records: { paging: { page: "p", pageSize: "per_page" } } },
    fillIn: {},
    program: { www: a("www", "192.0.2.1") },
    records: 45,
  },
];
