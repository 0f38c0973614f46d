/** Ctrl-C: nothing new is sent, waits end, running requests get a little time. */
import type { Api } from "../../provider/api/index.ts";
import { held, until, withServer } from "./server.ts";

const server = withServer();

const clientOf = (interruption: AbortSignal, graceMs = 4000) =>
  server.client({ interruption, writesPerDomain: 1, timeouts: { graceMs } });
const create = (api: Api, content: string) =>
  api.records.create({ domain: "example.com", body: { type: "TXT", content } });

it("lets a running request finish, and sends none of those that wait behind it", async () => {
  const interrupt = new AbortController();
  const { release } = held(server, { data: { id: 1 } });
  const api = clientOf(interrupt.signal);
  const running = create(api, "a");
  const waiting = create(api, "b");
  await until(() => server.seen.length === 1);
  interrupt.abort();
  // The one that waits does not wait for the one that runs.
  const refused = { code: "ERR_REGISTRAR_INTERRUPTED", outcome: "no", message: expect.stringContaining("not sent") };
  await expect(waiting).rejects.toMatchObject(refused);
  await expect(create(api, "c")).rejects.toMatchObject(refused);
  release();
  expect(await running).toEqual({ status: 200, data: { id: 1 } });
  expect(server.seen).toHaveLength(1);
});

it("ends a running request after its time, with an unknown outcome", async () => {
  const interrupt = new AbortController();
  server.respond = () => ({ raw: () => undefined });
  const running = create(clientOf(interrupt.signal, 50), "a");
  const settled = expect(running).rejects.toMatchObject({ code: "ERR_REGISTRAR_INTERRUPTED", outcome: "unknown" });
  await until(() => server.seen.length === 1);
  interrupt.abort();
  await settled;
});

it("ends a wait for a 429, which was not carried out", async () => {
  const interrupt = new AbortController();
  server.respond = () => ({ status: 429, headers: { "retry-after": "60" } });
  const waiting = create(clientOf(interrupt.signal), "a");
  const settled = expect(waiting).rejects.toMatchObject({
    outcome: "no",
    message: expect.stringContaining("interrupted"),
  });
  await until(() => server.seen.length === 1);
  interrupt.abort();
  await settled;
  expect(server.seen).toHaveLength(1);
});
