/** The redirect port: what a browser gets that was sent to a forwarded host. */
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { visit } from "./ask.ts";
import { com, withSandbox } from "./raw.ts";

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

it("sends each host exactly where its forward points, and responds 404 for other hosts", async () => {
  const { sandbox, api } = await withSandbox({ redirects: true });
  for (const forward of forwards) expect((await api.post(`${com}/url-forwards`, forward)).status).toBe(200);
  for (const [host, status, location] of table) {
    expect([host, await visit(new URL("/some/path?q=2", urlOf(sandbox)).href, { host })]).toEqual([
      host,
      { status, location },
    ]);
  }
});
