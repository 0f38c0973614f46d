/** Each fault as a client sees it, and whether the work was done behind its back. */
import { request } from "node:http";
import type { Fault, Sandbox } from "../../testing/sandbox/index.ts";
import { namedFaults } from "../../testing/sandbox/index.ts";
import { until } from "../api/server.ts";
import { casesIn } from "../support/cases.ts";
import { a, com, withSandbox } from "./raw.ts";

interface Seen {
  /** `none`: the connection ended, or nothing came, before an answer. */
  readonly status: number | "none";
  readonly error?: string;
  readonly type?: string;
  readonly text?: string;
}

/** Creates a record over a bare connection; gives up after so many milliseconds. */
function create({ url, token }: Sandbox, { patience = 300 } = {}): Promise<Seen> {
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
      });
      response.on("end", () => end());
      response.on("error", (error: NodeJS.ErrnoException) => end(error.code));
    });
    call.end(sent);
  });
}

const cases = casesIn("faults", "seen by a client");

it.each(cases)("a client sees the fault: %s", async (_name, written = "", seen = "", text = "", done, logged) => {
  const { sandbox } = await withSandbox();
  const named = namedFaults.find((name) => name === written);
  const fault: Fault = named ?? JSON.parse(written);
  const handle = sandbox.fault({ operation: "records.create", times: 1, fault });
  const { status, error, type, text: received } = await create(sandbox);
  const words = [status, type, error].join(" ");
  for (const word of seen.split(" ")) expect(words).toContain(word);
  if (text !== "-") expect(received).toMatch(new RegExp(text));
  expect(sandbox.records("example.com")).toHaveLength(done === "done" ? 1 : 0);
  const entry = { operation: "records.create", fault: named ?? expect.any(String), done: done === "done" };
  expect(sandbox.log.entries()).toMatchObject([{ ...entry, status: Number(logged) }]);
  expect(handle.hits).toBe(1);
  // Used up: the next request meets no fault.
  expect((await create(sandbox)).status).toBe(done === "done" ? 400 : 200);
});

it("shows every named fault above", () => {
  const shown = cases.map(([, fault = ""]) => fault);
  expect(shown.filter((fault) => !fault.startsWith("{")).sort()).toEqual([...namedFaults].sort());
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
