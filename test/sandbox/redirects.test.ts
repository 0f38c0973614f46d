/** The redirect port: what a browser gets that was sent to a forwarded host. */
import { connect } from "node:net";
import { type Sandbox, visit } from "../../testing/sandbox/index.ts";
import { needing } from "../support/optional.ts";
import { visitors } from "./clients.ts";
import { closeAll, com, withSandbox } from "./raw.ts";

afterEach(closeAll);

function urlOf({ redirects }: Sandbox): string {
  if (redirects === undefined) throw new Error("The sandbox has no redirect port.");
  return redirects.url;
}

const forwards = [
  { source: "", destination: "https://www.example.net/", type: "permanent" },
  { source: "www", destination: "https://www.example.net/?from=www#top", type: "temporary" },
  { source: "old.shop", destination: "http://shop.example.net:8080/a%20b", type: "permanent" },
  { source: "not", destination: "https://not.example.net/", type: "permanent" },
  { source: "*.wild", destination: "https://any.example.net/", type: "temporary" },
  { source: "no.wild", destination: "https://one.example.net/", type: "temporary" },
] as const;

/** Host header, status, Location. */
const table: [string, number, string | undefined][] = [
  ["example.com", 301, "https://www.example.net/"],
  ["EXAMPLE.com.:8080", 301, "https://www.example.net/"],
  ["www.example.com", 302, "https://www.example.net/?from=www#top"],
  ["old.shop.example.com", 301, "http://shop.example.net:8080/a%20b"],
  ["x.wild.example.com", 302, "https://any.example.net/"],
  ["y.x.wild.example.com", 302, "https://any.example.net/"],
  ["no.wild.example.com", 302, "https://one.example.net/"],
  ["wild.example.com", 404, undefined],
  ["shop.example.com", 404, undefined],
  ["notexample.com", 404, undefined],
  ["elsewhere.example", 404, undefined],
];

for (const { name: visitor, needs, head } of visitors) {
  needing(needs).it(
    `sends each host exactly where its forward points, and says 404 for the rest, to ${visitor}`,
    async () => {
      const { sandbox, api } = await withSandbox({ redirects: true });
      for (const forward of forwards) expect((await api.post(`${com}/url-forwards`, forward)).status).toBe(200);
      for (const [host, status, location] of table) {
        expect([host, await head(urlOf(sandbox), host)]).toEqual([host, { status, location }]);
      }
    },
  );
}

it("sends the destination as it is, whatever the path, and forbids to keep it", async () => {
  const { sandbox } = await withSandbox({ redirects: true });
  sandbox.dashboard.addForward("example.com", { source: "go", destination: "https://t.example/x?y=1" });
  expect(await visit({ url: urlOf(sandbox) }, "go.example.com", "/some/path?q=2")).toEqual({
    status: 302,
    location: "https://t.example/x?y=1",
  });
  const answer = await raw(urlOf(sandbox), "GET / HTTP/1.1\r\nHost: go.example.com\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/cache-control: no-store\r\n/i);
  expect(answer).toMatch(/\r\n\r\nFound: https:\/\/t\.example\/x\?y=1\n$/);
});

it("says in plain text that a host is unknown", async () => {
  const { sandbox } = await withSandbox({ redirects: true });
  const answer = await raw(urlOf(sandbox), 'GET / HTTP/1.1\r\nHost: <b>"x"\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).toMatch(/content-type: text\/plain/i);
  expect(answer).toContain("No URL forward for");
});

it.each([
  ["https://münchen.example/straße", 302, "https://xn--mnchen-3ya.example/stra%C3%9Fe"],
  ["https://t.example/\r\nset-cookie: x=1", 302, "https://t.example/set-cookie:%20x=1"],
  ["nonsense of\nseveral words", 500, undefined],
  ["", 500, undefined],
])("survives a destination edited by hand: %j", async (destination, status, location) => {
  const { sandbox } = await withSandbox({ redirects: true });
  sandbox.dashboard.addForward("example.com", { source: "go", destination });
  expect(await visit({ url: urlOf(sandbox) }, "go.example.com")).toEqual({ status, location });
});

it("takes the longest domain a host ends in", async () => {
  const { sandbox } = await withSandbox({ redirects: true });
  sandbox.addDomain("shop.example.com");
  sandbox.dashboard.addForward("example.com", { source: "shop", destination: "https://outer.example/" });
  sandbox.dashboard.addForward("shop.example.com", { source: "", destination: "https://inner.example/" });
  expect(await visit({ url: urlOf(sandbox) }, "shop.example.com")).toMatchObject({
    location: "https://inner.example/",
  });
});

it("follows changes at once, is off by default, and ends with the sandbox", async () => {
  const { sandbox } = await withSandbox({ redirects: true });
  const redirects = { url: urlOf(sandbox) };
  const { id } = sandbox.dashboard.addForward("example.com", { source: "go", destination: "https://one.example/" });
  sandbox.dashboard.editForward("example.com", id, { destination: "https://two.example/", type: "permanent" });
  expect(await visit(redirects, "go.example.com")).toEqual({ status: 301, location: "https://two.example/" });
  sandbox.dashboard.deleteForward("example.com", id);
  expect((await visit(redirects, "go.example.com")).status).toBe(404);
  await sandbox.close();
  await expect(visit(redirects, "go.example.com")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect((await withSandbox()).sandbox.redirects).toBeUndefined();
});

/** Sends bytes; gives back all that comes. */
async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(request);
  let answer = "";
  for await (const part of socket.setEncoding("utf8")) answer += String(part);
  return answer;
}
