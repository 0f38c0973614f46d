/** Each fault as a client sees it, and whether the work was done behind its back. */
import { request } from "node:http";
import type { Fault, Sandbox } from "../../testing/sandbox/index.ts";
import { namedFaults } from "../../testing/sandbox/index.ts";
import { a, closeAll, com, until, withSandbox } from "./raw.ts";

afterEach(closeAll);

interface Seen {
  /** `none`: the connection ended, or nothing came, before an answer. */
  readonly status: number | "none";
  readonly error?: string;
  readonly type?: string;
  readonly text?: string;
}

/** Creates a record over a bare connection; gives up after so many milliseconds or bytes. */
function create({ url, token }: Sandbox, { patience = 300, limit = 200_000 } = {}): Promise<Seen> {
  return new Promise((resolve) => {
    const sent = JSON.stringify(a);
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": sent.length,
    };
    const call = request(`${url}${com}/records`, { method: "POST", headers, agent: false });
    call.setTimeout(patience, () => call.destroy(Object.assign(new Error("patience"), { code: "PATIENCE" })));
    call.on("error", (error: NodeJS.ErrnoException) => resolve({ status: "none", error: error.code ?? error.message }));
    call.on("response", (response) => {
      const status = response.statusCode ?? 0;
      const type = response.headers["content-type"] ?? "";
      let text = "";
      const end = (error?: string) => resolve({ status, type, text, ...(error === undefined ? {} : { error }) });
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > limit) {
          end("limit");
          call.destroy();
        }
      });
      response.on("end", () => end());
      response.on("error", (error: NodeJS.ErrnoException) => end(error.code));
    });
    call.end(sent);
  });
}

const json = "application/json; charset=utf-8";

const cases: [name: string, fault: Fault, seen: object, done: boolean, logged: object][] = [
  [
    "a status",
    { status: 503 },
    { status: 503, text: expect.stringContaining('"success":false') },
    false,
    { status: 503 },
  ],
  [
    "a status after the work",
    { status: 504, done: true },
    { status: 504 },
    true,
    { status: 504, fault: "status 504 after the work" },
  ],
  [
    "a body of one's own",
    { status: 500, body: { oops: 1 } },
    { status: 500, text: '{"oops":1}' },
    false,
    { status: 500 },
  ],
  ["a late answer", { delayMs: 60 }, { status: 200, type: json }, true, { status: 200, fault: "delay 60 ms" }],
  ["reset-before", "reset-before", { status: "none", error: "ECONNRESET" }, false, { status: 0 }],
  ["reset-after", "reset-after", { status: "none", error: "ECONNRESET" }, true, { status: 0 }],
  ["hang-before", "hang-before", { status: "none", error: "PATIENCE" }, false, { status: 0 }],
  ["hang", "hang", { status: "none", error: "PATIENCE" }, true, { status: 0 }],
  [
    "truncate",
    "truncate",
    { status: 200, type: json, error: "ECONNRESET", text: expect.stringMatching(/^\{.*[^}]$/) },
    true,
    { status: 200 },
  ],
  ["endless", "endless", { status: 200, type: json, error: "limit" }, true, { status: 200 }],
  [
    "wrong-content-type",
    "wrong-content-type",
    { status: 200, type: expect.stringContaining("text/plain"), text: expect.stringContaining('"success":true') },
    true,
    { status: 200 },
  ],
  [
    "html",
    "html",
    { status: 200, type: expect.stringContaining("text/html"), text: expect.stringMatching(/^<!doctype/) },
    false,
    { status: 200 },
  ],
  [
    "success-false",
    "success-false",
    { status: 200, type: json, text: expect.stringContaining('"success":false') },
    false,
    { status: 200 },
  ],
];

it.each(cases)("%s", async (_name, fault, seen, done, logged) => {
  const { sandbox } = await withSandbox();
  const handle = sandbox.fault({ operation: "records.create", times: 1, fault });
  expect(await create(sandbox)).toMatchObject(seen);
  expect(sandbox.records("example.com")).toHaveLength(done ? 1 : 0);
  const name = typeof fault === "string" ? fault : expect.any(String);
  expect(sandbox.log.entries()).toEqual([
    expect.objectContaining({ operation: "records.create", fault: name, done, ...logged }),
  ]);
  expect(handle.hits).toBe(1);
  // Used up: the next request meets no fault.
  expect((await create(sandbox)).status).toBe(done ? 400 : 200);
});

it("shows every named fault above", () => {
  expect(
    cases
      .map(([, fault]) => fault)
      .filter((fault) => typeof fault === "string")
      .sort(),
  ).toEqual([...namedFaults].sort());
});

describe("rules", () => {
  const statuses = async (api: { get(path: string): Promise<{ status: number }> }, count: number) => {
    const seen: number[] = [];
    for (let n = 0; n < count; n++) seen.push((await api.get(`${com}/lock`)).status);
    return seen;
  };
  const fault = { status: 500 };

  it.each([
    ["so many times", { times: 2 }, [500, 500, 200, 200]],
    ["after so many", { after: 1, times: 1 }, [200, 500, 200, 200]],
    ["another operation", { operation: "lock.set" }, [200, 200, 200, 200]],
    ["operations by star", { operation: "lock.*" }, [500, 500, 500, 500]],
  ])("strike %s", async (_case, rule, expected) => {
    const { sandbox, api } = await withSandbox();
    sandbox.fault({ ...rule, fault });
    expect(await statuses(api, 4)).toEqual(expected);
  });

  it("strike by chance, the same way for the same seed", async () => {
    const runs: number[][] = [];
    for (const seed of [7, 7, 8]) {
      const { sandbox, api } = await withSandbox({ seed });
      sandbox.fault({ probability: 0.5, fault });
      runs.push(await statuses(api, 30));
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
    expect(new Set(runs[0])).toEqual(new Set([200, 500]));
  });
});

it("closes at once, also while requests hang", async () => {
  const { sandbox } = await withSandbox();
  sandbox.fault({ times: 1, fault: "hang" });
  sandbox.fault({ fault: { delayMs: 60_000 } });
  const hanging = [create(sandbox, { patience: 30_000 }), create(sandbox, { patience: 30_000 })];
  await until(() => sandbox.log.count() === 2);
  const begun = performance.now();
  await sandbox.close();
  await Promise.all(hanging);
  expect(performance.now() - begun).toBeLessThan(3000);
});
