/** Whatever comes over the connection, a call ends within its budget, is told as what it is, and closes its connection. */
import type { Socket } from "node:net";
import type { Api, ClientOptions } from "../../provider/api/index.ts";
import { hostileActs } from "./hostileActs.ts";
import { type Act, TestServer, until } from "./server.ts";

async function serverThat(act: Act): Promise<TestServer> {
  const started = new TestServer();
  started.respond = () => ({ raw: act });
  await started.start();
  return started;
}

let server: TestServer;
let act: Act;
beforeEach(async () => {
  server = await serverThat((socket) => act(socket));
});
afterEach(() => server.stop());

const timeouts = { requestMs: 250, budgetMs: 400, graceMs: 50 };
const clientOf = (more: ClientOptions["timeouts"] = {}, of = server) =>
  of.client({ timeouts: { ...timeouts, ...more } });
const create = (api: Api) => api.records.create({ domain: "example.com", body: { type: "A", content: "192.0.2.1" } });
/** A busy machine may be late by so much, in milliseconds. */
const late = 3000;

// Side by side, since every write waits for its time to be up.
describe("a read fails within its budget, a write is sent once and its outcome is unknown, and no connection stays open:", () => {
  it.concurrent.each(Object.entries<Act>(hostileActs))("%s", (_, hostile) => meet(hostile));
});

async function meet(hostile: Act): Promise<void> {
  const own = await serverThat(hostile);
  try {
    const began = performance.now();
    const reading = clientOf({}, own).domains.list();
    // Enough for a busy machine to send it before the time is up.
    const writing = create(clientOf({ requestMs: 1500, budgetMs: 1800 }, own));
    const unknown = expect(writing).rejects.toMatchObject({ outcome: "unknown" });
    await expect(reading).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_REGISTRAR_(NETWORK|UNEXPECTED_SHAPE)$/),
    });
    expect(performance.now() - began).toBeLessThan(timeouts.budgetMs + late);
    await unknown;
    expect(own.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
    await until(() => own.open === 0);
  } finally {
    await own.stop();
  }
}

it("closes an idle connection on which another response comes", async () => {
  const answer = (name: string) => {
    const body = JSON.stringify({ data: [{ domain_name: name }] });
    return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
  const api = clientOf();
  const names = async () => (await api.domains.list()).rows.map(({ domain_name }) => domain_name);
  let connection: Socket | undefined;
  act = (socket) => {
    connection = socket;
    socket.write(answer("first.example"));
  };
  expect(await names()).toEqual(["first.example"]);
  const began = performance.now();
  connection?.write("HTTP/1.1 408 Request Timeout\r\n\r\n");
  await until(() => server.open === 0);
  expect(performance.now() - began).toBeLessThan(3500);
  act = (socket) => socket.write(answer("second.example"));
  expect(await names()).toEqual(["second.example"]);
});
