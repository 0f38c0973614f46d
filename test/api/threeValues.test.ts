/** Facts with three values in the responses of each operation: success, more rows, the lock. */
import { type EndpointName, endpointNames, endpointOf } from "../../provider/api/endpoints/table.ts";
import { isObject, RegistrarError } from "../../provider/api/index.ts";
import { readLockStatus } from "../../provider/api/readings.ts";
import { brief, type Forms, formsOf, type Seen, threeValues } from "../support/threeValues.ts";
import { withServer } from "./server.ts";
import { callOf, wireCases } from "./wire.ts";

const server = withServer();
const credentials = { marketplaceUserId: "u", marketplaceToken: "m", appraisalToken: "a" };
const clientOf = (contract: object = {}) => server.client({ contract, ...credentials, timeouts: { budgetMs: 20_000 } });

/** The outcome of a call: a list with its proof, or an error with the outcome of the write. */
const outcomeOf = (call: Promise<unknown>): Promise<Seen> =>
  call.then(
    (result) => {
      const { proof }: { proof?: { complete: boolean; cut?: string } } = Object(result);
      return [proof === undefined ? "read" : proof.complete ? "complete" : (proof.cut ?? "unproven")];
    },
    (error: unknown) => {
      if (!(error instanceof RegistrarError)) throw error;
      return [`${error.code.replace("ERR_REGISTRAR_", "")} ${error.outcome}`];
    },
  );

/** The body of the first response of an operation in `cases/wire.txt` that is an object. */
function bodyOf(operation: string): object {
  const bodies = wireCases.flatMap(({ operation: name, contract, answer }) => {
    const body: unknown = JSON.parse(answer.replace(/^\d+ ?/, "") || "null");
    return name === operation && contract === undefined && isObject(body) ? [body] : [];
  });
  return bodies[0] ?? {};
}

const success: Forms = formsOf("success", [true], [false, 0, "0", "false"], ["maybe"]);
/** An order, writes that are safe or unsafe to repeat, and those that the registrar may carry out later. */
const writes = [
  ...(["domains.register", "records.create", "records.update", "records.delete"] as const),
  ...(["contacts.update", "domainContacts.set"] as const),
];
/** A line for each list, which has one page, and for operations that are called only if the contract names them. */
const lines = Object.fromEntries(
  endpointNames.map((name) => [name, name.endsWith(".list") ? { paging: null } : { path: endpointOf(name).path }]),
);
/** Calls an operation, whose responses have this status, and say this beside what they say. */
function answered(operation: EndpointName, is: object, status = 200): Promise<Seen> {
  server.respond = () => ({ status, text: JSON.stringify({ ...bodyOf(operation), ...is }) });
  return outcomeOf(callOf(clientOf(lines), operation));
}
threeValues(
  "success of an operation",
  success,
  Object.fromEntries(endpointNames.map((name) => [name, (is: object) => answered(name, is)])),
);
threeValues(
  "success, beside a status of 400",
  brief(success),
  Object.fromEntries(writes.map((name) => [name, (is: object) => answered(name, is, 400)])),
);
threeValues(
  "success, beside a status of 202",
  brief(success),
  Object.fromEntries(writes.map((name) => [name, (is: object) => answered(name, is, 202)])),
);

const row = { type: "A", name: "www", content: "192.0.2.1", source: "www", destination: "https://x.example/" };
const data = [1, 2, 3, 4].map((id) => ({ ...row, id }));
const lists = ["records.list", "forwards.list"] as const;
/** Lists of four rows: the contract's line, and the further pages. */
const manners: Readonly<Record<string, [line: object, further: readonly object[]]>> = {
  "whose pages the contract describes, then empty ones": [{ paging: { page: "page", pageSize: "page_size" } }, []],
  "of unknown paging, then empty pages": [{}, []],
  "of unknown paging, then the same page": [{}, data],
  "whose pages the contract describes, then the same": [{ paging: { page: "page", pageSize: "page_size" } }, data],
  "of one page, by the contract": [{ paging: null }, []],
  "that shows everything, by the contract": [{ complete: true }, []],
};
const readLists = Object.fromEntries(
  Object.entries(manners).map(([how, [line, further]]) => [
    `a list ${how}`,
    async (is: object): Promise<Seen> => {
      server.respond = ({ query: { page = "1" } }) => ({ json: { data: page === "1" ? data : further, ...is } });
      const api = clientOf(Object.fromEntries(lists.map((name) => [name, line])));
      const proofs = await Promise.all(lists.map((name) => outcomeOf(callOf(api, name, { domain: "example.com" }))));
      return [...new Set(proofs.flat())];
    },
  ]),
);
const next = (value: unknown) => ({ links: { next: value } });
const byMark: Forms = {
  yes: [
    { has_more: true },
    { meta: { truncated: 1 } },
    { hasMore: "true" },
    next("/2"),
    { next_page: 2 },
    { is_last: false },
    { next_cursor: "abc" },
    { _links: { next: { href: "/x" } } },
  ],
  no: [
    { has_more: false },
    { meta: { truncated: 0 } },
    { hasMore: "false" },
    next(null),
    { next_page: null },
    { is_last: true },
    { next_cursor: "" },
    { _links: { next: null } },
  ],
  nothing: [{}, { has_more: null }, { more: "?" }, { next_offset: 0 }, { is_last: "no" }],
};
const said = formsOf("pages", [2, "2"], [1, "1"], ["?"]);
const pagesIn = (count: number) => [
  { current_page: 1, last_page: count },
  { meta: { pagination: { total_pages: count } } },
];
const byPages: Forms = { ...said, yes: [...said.yes, ...pagesIn(2)], no: [...said.no, ...pagesIn(1)] };
const byTotal = formsOf("total", [9, "9"], [4, "4"], ["?"]);
threeValues("more rows, said by a mark", byMark, readLists);
threeValues("more rows, said by the number of pages", byPages, readLists);
threeValues("more rows, said by the total", byTotal, readLists);

const truths = [true, false, undefined] as const;
const locks = truths.flatMap((locked) => truths.flatMap((status) => truths.map((out) => ({ locked, status, out }))));

it.each(locks)(
  "a lock is on only if nothing contradicts it: its flag is $locked, its status $status, a transfer $out",
  (is) => {
    const status = is.status === undefined ? "frozen" : is.status ? "locked" : "unlocked";
    const read = () => readLockStatus({ locked: is.locked, status, can_transfer_out: is.out }, "example.com");
    // That no transfer is possible doesn't show why.
    const said = [is.locked, is.status, is.out === true ? false : undefined].filter((one) => one !== undefined);
    if (said.length === 0) return expect(read).toThrow(/neither `locked` nor `status`/);
    const { locked, contradiction } = read();
    expect(locked).toBe(!said.includes(false));
    expect(contradiction !== undefined).toBe(new Set(said).size > 1);
  },
);
