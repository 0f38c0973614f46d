/** Each profile, shown once: how the same things look under it. */
import { setTimeout } from "node:timers/promises";
import { anyObject } from "../../provider/api/endpoints/shapes.ts";
import { profileNames, type Sandbox } from "../../testing/sandbox/index.ts";
import { sip } from "../support/records.ts";
import { com, type RawClient, type RawReply, withSandbox } from "./raw.ts";

/** Every sort of record, put there by hand so that all ids are known: 1002, 1003, ... */
function fill(sandbox: Sandbox): void {
  const { dashboard } = sandbox;
  const add = (record: Parameters<typeof dashboard.addRecord>[1]) => dashboard.addRecord("example.com", record);
  add(www);
  add({ type: "AAAA", name: "", content: "2001:db8::a" });
  add({ type: "CNAME", name: "blog", content: "target.example" });
  add({ type: "MX", name: "", content: "mail.example.com", priority: 10 });
  add({ type: "TXT", name: "", content: "grün" });
  add({ type: "TXT", name: "long", content: "x".repeat(300) });
  add({ ...sip, target: "sip.example" });
  add({ type: "CAA", name: "", flags: 0, tag: "issue", value: "ca.example" });
  dashboard.addForward("example.com", { source: "go", destination: "https://t.example/" });
}

const list = (api: RawClient, query = "") => api.get(`${com}/records${query}`);
const containing = (...expected: object[]) =>
  expect.arrayContaining(expected.map((row): unknown => expect.objectContaining(row)));
const rows = (...expected: object[]) => ({ data: containing(...expected) });
/** A row under many profiles at once. */
const awkward = {
  ...{ id: expect.stringMatching(/^rec_\d+$/), name: expect.stringMatching(/example\.com\.$/) },
  ...{ ttl: expect.any(Number), comment: null, revision: 7 },
};
const record = { type: "A", name: "new", content: "192.0.2.7" };
const www = { type: "A", name: "www", content: "192.0.2.1", ttl: 60 } as const;
const create = (api: RawClient, body: object = record) => api.post(`${com}/records`, body);

interface Case {
  /** The request that shows it. */
  readonly ask: (api: RawClient, sandbox: Sandbox) => Promise<RawReply | unknown>;
  readonly see: unknown;
}

const shows = (see: unknown, ask: Case["ask"] = (api) => list(api)): Case => ({ ask, see });
const body = (expected: unknown) => expect.objectContaining({ body: expect.objectContaining(expected as object) });

/** The list shows these rows. */
const lists = (...expected: object[]) => shows(body(rows(...expected)));

const inBody = async (reply: Promise<RawReply>) => (await reply).body;

const names = async (api: RawClient, query = "") => {
  const { text } = await list(api, query);
  return [...text.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name);
};

const putWww: Case["ask"] = (api) => api.put(`${com}/records/1002`, { ...record, name: "www" });

const cases: Record<string, Case> = {
  "ids-text": lists({ id: "rec_1002" }),
  "ids-change-on-put": shows(body({ data: expect.objectContaining({ id: 1011 }) }), putWww),
  "lists-without-ids": shows(body({ data: expect.arrayContaining([www]) })),
  "other-statuses": shows([409, 201, 204, "", 404], async (api, sandbox) => {
    const again = await create(api, { type: "A", name: "www", content: "192.0.2.1" });
    const made = await create(api);
    const gone = await api.delete(`${com}/records/1002`);
    sandbox.addDomain("theirs.com", { account: "other" });
    const theirs = await api.get("/registrar/v1/domains/theirs.com");
    return [again.status, made.status, gone.status, gone.text, theirs.status];
  }),
  "writes-without-object": shows({ success: true, message: expect.any(String) }, (api) => inBody(create(api))),
  "container-data-keyed": shows(body({ data: { records: expect.any(Array) } })),
  "container-unknown": shows(body({ result: { items: expect.any(Array) } })),
  "page-total:3": shows(body({ total: 3 })),
  "page-cap:3": shows(["www", "@", "blog"], (api) => names(api, "?page=2&page_size=50")),
  "pages-from-0": shows([5, { number: 1, last: false }, { number: 3, totalPages: 4, last: true }], async (api) => {
    const [first, second, last] = ["", "&page=1", "&page=3"].map((page) => inBody(list(api, `?page_size=5${page}`)));
    const pageOf = async (reply: Promise<unknown> | undefined) => anyObject.parse(await reply);
    const { content = [] } = await pageOf(first);
    const [{ number, last: isLast }, { number: at, totalPages, last: isEnd }] = [
      await pageOf(second),
      await pageOf(last),
    ];
    return [Object.keys(Object(content)).length, { number, last: isLast }, { number: at, totalPages, last: isEnd }];
  }),
  "paging-ignored": shows([16, 16], async (api) => [
    (await names(api)).length,
    (await names(api, "?page=2&page_size=3")).length,
  ]),
  "silent-cap:3": shows({ success: true, data: [1, 2, 3].map((id) => expect.objectContaining({ id })) }, (api) =>
    inBody(list(api, "?page=2")),
  ),
  "has-more": shows([true, false], async (api) =>
    [await inBody(list(api, "?page=1&page_size=5")), await inBody(list(api, "?page=4&page_size=5"))].map(
      (reply) => anyObject.parse(reply)["has_more"],
    ),
  ),
  shuffled: shows("out of order", async (api) => {
    const { text } = await list(api);
    const ids = [...text.matchAll(/"id":(1\d{3})/g)].map(([, id]) => id);
    return ids.join() === [...ids].sort().join() ? "in order" : "out of order";
  }),
  "moving-pages": shows([3, 1, 3, 3], async (api) => {
    const counts: number[] = [];
    for (const page of [1, 6, 1, 2]) counts.push((await names(api, `?page=${page}&page_size=3`)).length);
    const [first = 0, last = 0, ...again] = counts;
    return [first, last + 1, ...again];
  }),
  "duplicates-accepted": shows([200, 2], async (api, sandbox) => [
    (await create(api, { type: "A", name: "www", content: "192.0.2.1" })).status,
    sandbox.records("example.com").filter(({ name }) => name === "www").length,
  ]),
  "no-totals": shows({ success: true, data: expect.any(Array) }, (api) => inBody(list(api))),
  "names-fqdn": lists({ name: "www.example.com" }, { name: "example.com" }),
  "names-fqdn-dot": lists({ name: "www.example.com." }, { name: "example.com." }),
  "apex-empty": lists({ type: "AAAA", name: "" }),
  "targets-dot": lists({ content: "TARGET.EXAMPLE." }, { target: "SIP.EXAMPLE." }),
  "txt-quoted": lists({ content: '"grün"' }, { content: `"${"x".repeat(255)}" "${"x".repeat(45)}"` }),
  "ipv6-long": lists({ content: "2001:0DB8:0000:0000:0000:0000:0000:000A" }),
  "data-in-content": lists(
    { type: "MX", content: "10 mail.example.com" },
    { type: "SRV", name: "_sip._tcp", content: "1 2 3 sip.example" },
    { type: "CAA", content: '0 issue "ca.example"' },
  ),
  "type-key-record-type": shows([400, 200, body(rows({ record_type: "A", name: "new" }))], async (api) => {
    const { type, ...rest } = record;
    return [(await create(api)).status, (await create(api, { ...rest, record_type: type })).status, await list(api)];
  }),
  "forward-types-own": shows([400, 200, body(rows({ source: "go", type: "R301" }))], async (api) => {
    const put = (type: string) =>
      api.put(`${com}/url-forwards/1010`, { source: "go", destination: "https://t.example/", type });
    return [(await put("permanent")).status, (await put("R301")).status, await api.get(`${com}/url-forwards`)];
  }),
  "no-put:405": shows(expect.objectContaining({ status: 405 }), putWww),
  "no-delete:405": shows(expect.objectContaining({ status: 405 }), (api) => api.delete(`${com}/records/1002`)),
  "put-merges": shows(expect.objectContaining({ ttl: 60, content: "192.0.2.7" }), async (api, sandbox) => {
    await putWww(api, sandbox);
    return sandbox.records("example.com")[0];
  }),
  "ttl-default": lists({ name: "blog", ttl: 3600 }, { name: "www", ttl: 60 }),
  "ttl-minimum": lists({ name: "www", ttl: 600 }),
  nulls: lists({ name: "www", comment: null, priority: null }),
  "extra-fields": shows(
    body({ data: expect.objectContaining({ revision: 7, expiry_date: expect.stringMatching(/^[\d-]+ [\d:]+$/) }) }),
    (api) => api.get(com),
  ),
  "details-sparse": shows(body({ data: expect.not.objectContaining({ auto_renew: expect.anything() }) }), (api) =>
    api.get(com),
  ),
  "stale-lists": shows([false, true], async (api) => {
    await list(api);
    await create(api);
    return [(await names(api)).includes("new"), (await names(api)).includes("new")];
  }),
  "stale-seconds": shows([false, true], async (api) => {
    await list(api);
    await create(api);
    const early = await names(api);
    await create(api, { ...record, name: "unlisted" });
    if (!early.includes("new")) await setTimeout(1100);
    return [early.includes("new"), (await names(api)).includes("unlisted")];
  }),
  "atom-appraisal": shows(
    body({ atom_appraisal: expect.any(Number) }),
    (api, { appraisalToken, marketplaceUserId }) => {
      const query = `api_token=${appraisalToken}&user_id=${marketplaceUserId}&domain_name=tea.com`;
      return api.send("GET", `/marketplace/domain-appraisal?${query}`, { headers: {} });
    },
  ),
  "late-registration": shows(expect.objectContaining({ status: 404 }), async (api) => {
    await api.post("/registrar/v1/domains/register", { domain_name: "fresh.com" });
    return api.get("/registrar/v1/domains/fresh.com");
  }),
  "late-renewal": shows(true, async (api, sandbox) => {
    const before = sandbox.domain("example.com").expires;
    await api.post(`${com}/renew`, {});
    return (await api.get(com)).text.includes(before);
  }),
  "all-awkward": shows(
    expect.objectContaining({ success: true, total: 16, data: { records: containing(awkward) } }),
    async (api) => {
      await list(api);
      return inBody(list(api));
    },
  ),
};

describe("shows itself, and only when asked for", () => {
  it.each(Object.entries(cases))("%s", async (profile, { ask, see }) => {
    const awkward = await withSandbox({ profile });
    fill(awkward.sandbox);
    expect(await ask(awkward.api, awkward.sandbox)).toEqual(see);
    const plain = await withSandbox();
    fill(plain.sandbox);
    const usual = await ask(plain.api, plain.sandbox);
    expect(() => expect(usual).toEqual(see)).toThrow();
  });

  it("covers every profile", () => {
    const shown = Object.keys(cases).map((name) => name.split(":")[0]);
    expect(shown.sort()).toEqual([...profileNames].sort());
  });
});
