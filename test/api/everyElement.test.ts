import type { Api } from "../../provider/api/index.ts";
import { findRows } from "../../provider/api/lists/rows.ts";
import { readDnssec } from "../../provider/api/readings.ts";
import { saysFailure, wordsOf } from "../../provider/api/response.ts";
import { everyElement } from "../support/everyElement.ts";
import { type Reply, withServer } from "./server.ts";

const server = withServer();
const quick = { token: "t", timeouts: { requestMs: 2000, budgetMs: 1000 } };
const market = { marketplaceUserId: "4242", appraisalToken: "appraisal" };

/** Responses by path, since words are tried at the same time. */
const replies = new Map<string, (page: string | undefined) => Reply>();
beforeEach(() => {
  replies.clear();
  server.respond = ({ path, query }) => {
    const [, reply] = [...replies].find(([part]) => path.includes(part) || query["domain_name"] === part) ?? [];
    return reply?.(query["page"]) ?? { json: { data: [] } };
  };
});
const asked = (part: string) => server.seen.filter(({ path }) => path.includes(part)).length;
const rows = Array.from({ length: 3 }, (_, at) => ({ id: at, type: "A", name: `n${at}`, content: "192.0.2.1" }));
const listed = (api: Api, name: string) =>
  api.records.list({ domain: name }).then(
    () => true,
    () => false,
  );
const found = (body: object) => findRows({ status: 200, headers: {}, body }, { keys: [], identity: [] }, {});

/** A page beyond the last one that fails with this error. */
const failures: Readonly<Record<string, Reply>> = {
  REFUSED: { status: 400 },
  SERVER: { status: 500 },
  UNEXPECTED_SHAPE: { json: { data: 7 } },
  FORBIDDEN: { status: 403 },
  UNSUPPORTED_OPERATION: { status: 405 },
  UNAUTHORIZED: { status: 401 },
};

everyElement("provider/api", {
  "explain.ts explainQuota": async (status) => {
    const name = `s${status}.example`;
    replies.set(name, () => ({ status: Number(status), json: { success: false, message: "quota" } }));
    const error: unknown = await server
      .client({ ...quick, ...market })
      .marketplace.appraise({ query: { domain_name: name } })
      .catch((reason: unknown) => reason);
    return Object(error).code === "ERR_REGISTRAR_QUOTA_SPENT";
  },
  "http/pace.ts waitBeforeNext": async (status) => {
    replies.set(`s${status}.example/lock`, () => ({ status: Number(status) }));
    await server
      .client({ ...quick, timeouts: { budgetMs: 700 } })
      .lock.get({ domain: `s${status}.example` })
      .catch(() => {});
    return asked(`s${status}.example/lock`) > 1;
  },
  "lists/read.ts beyondTheEnd": (status) => {
    replies.set(`s${status}.example/records`, (page) =>
      page === undefined ? { json: { data: rows } } : { status: Number(status) },
    );
    return listed(server.client(quick), `s${status}.example`);
  },
  "lists/read.ts failedPage": (code) => {
    const name = `${code.toLowerCase().replaceAll("_", "-")}.example`;
    const failure = failures[code] ?? {};
    replies.set(`${name}/records`, (page) => (page === undefined ? { json: { data: rows, total: 3 } } : failure));
    return listed(server.client(quick), name);
  },
  "lists/rows.ts commonKeys": (key) => {
    try {
      return found({ [key]: [{ id: 1 }] }).rows.length === 1;
    } catch {
      return false;
    }
  },
  "lists/rows.ts metaKeys": (key) => found({ data: [{ id: 1 }], [key]: { total: 9 } }).total === 9,
  "readings.ts words": (status) => readDnssec({ status }).enabled === true,
  "readings.ts words#2": (status) => readDnssec({ status }).enabled === false,
  "readings.ts words#3": (status) => readDnssec({ status }).enabled === "changing",
  "readings.ts messages": async (key) => {
    const name = `${key}.example`;
    replies.set(name, () => ({ json: { success: true, [key]: "never heard of it" } }));
    const error: unknown = await server
      .client({ ...quick, ...market })
      .marketplace.appraise({ query: { domain_name: name } })
      .catch((reason: unknown) => reason);
    return String(error).includes("never heard of it");
  },
  "response.ts saysFailure": (key) => saysFailure({ [key]: "denied" }),
  "response.ts parts": (key) => wordsOf({ [key]: "words" }) === "words",
});
