/** `pulumi-registrar sandbox` as a process: its one line, its end, and a death in the middle of writing. */
import { join } from "node:path";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { command } from "../support/built.ts";
import { startCommand } from "../support/commands.ts";
import { newFolder } from "../support/folder.ts";
import { dig, visit } from "./ask.ts";
import { a, com, rawClient } from "./raw.ts";

const run = (...args: string[]) => startCommand([command, "sandbox", ...args], {});

const always = "url token marketplaceUserId marketplaceToken appraisalToken admin dashboard".split(" ");
interface Told extends Record<"url" | "token" | "admin" | "dashboard", string> {
  readonly dns?: { host: string; port: number };
  readonly redirects?: string;
}

/** Starts it and reads its line. */
async function serve(...args: string[]) {
  const started = run(...args);
  const told: Told = JSON.parse(await started.until("\n"));
  return { ...started, told };
}

it("prints one line of JSON, serves as it was told, and ends at SIGTERM", async () => {
  const options = "--profile names-fqdn,other-statuses --token given --rate 100 --no-dns --no-redirects";
  const { child, ended, heard, told } = await serve(...options.split(" "));
  expect(Object.keys(told)).toEqual(always);
  const api = rawClient(told.url, "given");
  expect(await api.post(`${com}/records`, a)).toMatchObject({
    status: 201,
    body: { data: { name: "www.example.com" } },
  });
  expect(await (await fetch(told.admin)).json()).toMatchObject({ rate: { perSecond: 100 } });
  child.kill("SIGTERM");
  expect([await ended, heard()]).toEqual([0, ""]);
});

it("answers DNS, forwards and browsers on free ports, or where it is told to, and ends with its standard input", async () => {
  const { child, ended, told } = await serve("--empty", "--until-stdin-ends");
  const page = await fetch(told.dashboard, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("<h1>Sandbox registrar</h1>");
  const { dns = { host: "", port: 0 }, redirects = "" } = told;
  expect(await dig(dns, "example.com")).toMatchObject({ status: "REFUSED" });
  expect(await visit(redirects, { host: "example.com" })).toEqual({ status: 404, location: undefined });
  // Its own ports are taken, so that another sandbox which is told to use them can't start.
  const { port } = new URL(redirects);
  for (const taken of [`--dns-port=${dns.port}`, `--redirect-port=${port}`]) {
    const second = run(taken, "--until-stdin-ends");
    const why = new RegExp(`^[^{]*port ${taken.split("=")[1]} is in use[^{]*$`);
    expect([await second.ended, second.heard()]).toEqual([1, expect.stringMatching(why)]);
  }
  child.stdin.end();
  expect(await ended).toBe(0);
});

it("keeps what it acknowledged when it is killed in the middle of writing", async () => {
  const state = join(newFolder(), "state.json");
  const { child, ended, told } = await serve("--state", state, "--until-stdin-ends");
  const api = rawClient(told.url, told.token);
  const acknowledged: string[] = [];
  const writer = async (part: string) => {
    for (let n = 0; n < 10_000; n++) {
      const name = `${part}${n}`;
      const reply = await api.post(`${com}/records`, { ...a, name }).catch(() => undefined);
      if (reply?.status !== 200) return;
      acknowledged.push(name);
      if (acknowledged.length === 120) child.kill("SIGKILL");
    }
  };
  await Promise.all(["x", "y", "z"].map(writer));
  expect(await ended).toBeNull();
  expect(acknowledged.length).toBeGreaterThanOrEqual(120);
  const again = await startSandbox({ stateFile: state });
  const kept = again.records("example.com").map(({ name }) => name);
  await again.close();
  expect(kept).toEqual(expect.arrayContaining(acknowledged));
  expect(kept.length).toBeLessThanOrEqual(acknowledged.length + 3);
});
