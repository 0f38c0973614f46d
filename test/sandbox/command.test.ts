/** `pulumi-registrar sandbox` as a process: its one line, its end, and a death in the middle of writing. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { command } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";
import { dig, visit } from "./ask.ts";
import { a, com, rawClient } from "./raw.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function run(...args: string[]) {
  const started = spawn(process.execPath, [command, "sandbox", ...args]);
  children.push(started);
  let out = "";
  let err = "";
  started.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  started.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    started.on("close", (code) => resolve({ code, out, err }));
  });
  return { started, ended };
}

const always = "url token marketplaceUserId marketplaceToken appraisalToken admin dashboard".split(" ");
interface Told extends Record<"url" | "token" | "admin" | "dashboard", string> {
  readonly dns?: { host: string; port: number };
  readonly redirects?: string;
}

/** Starts it and reads its line. */
async function serve(...args: string[]) {
  const { started, ended } = run(...args);
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface(started.stdout).once("line", resolve)),
    ended.then(({ err }) => Promise.reject(new Error(err))),
  ]);
  const told: Told = JSON.parse(line);
  return { started, ended, told };
}

it("prints one line of JSON, serves as it was told, and ends at SIGTERM", async () => {
  const options = "--profile names-fqdn,other-statuses --token given --rate 100 --no-dns --no-redirects";
  const { started, ended, told } = await serve(...options.split(" "));
  expect(Object.keys(told)).toEqual(always);
  const api = rawClient(told.url, "given");
  expect(await api.post(`${com}/records`, a)).toMatchObject({
    status: 201,
    body: { data: { name: "www.example.com" } },
  });
  expect(await (await fetch(told.admin)).json()).toMatchObject({ rate: { perSecond: 100 } });
  started.kill("SIGTERM");
  const { code, out, err } = await ended;
  expect([code, out.trim().split("\n").length, err]).toEqual([0, 1, ""]);
});

it("answers DNS, forwards and browsers on free ports, or where it is told to, and ends with its standard input", async () => {
  const { started, ended, told } = await serve("--empty", "--until-stdin-ends");
  const page = await fetch(told.dashboard, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("<h1>Sandbox registrar</h1>");
  const { dns = { host: "", port: 0 }, redirects = "" } = told;
  expect(await dig(dns, "example.com")).toMatchObject({ status: "REFUSED" });
  expect(await visit(redirects, "example.com")).toEqual({ status: 404, location: undefined });
  // Its own ports are taken, so that another sandbox which is told to use them can't start.
  const { port } = new URL(redirects);
  for (const taken of [`--dns-port=${dns.port}`, `--redirect-port=${port}`]) {
    const { code, out, err } = await run(taken, "--until-stdin-ends").ended;
    expect([code, out, err]).toEqual([1, "", expect.stringContaining(`port ${taken.split("=")[1]} is in use`)]);
  }
  started.stdin.end();
  expect((await ended).code).toBe(0);
});

it("keeps what it acknowledged when it is killed in the middle of writing", async () => {
  const state = join(newFolder(), "state.json");
  const { started, ended, told } = await serve("--state", state, "--until-stdin-ends");
  const api = rawClient(told.url, told.token);
  const acknowledged: string[] = [];
  const writer = async (part: string) => {
    for (let n = 0; n < 10_000; n++) {
      const name = `${part}${n}`;
      const reply = await api.post(`${com}/records`, { ...a, name }).catch(() => undefined);
      if (reply?.status !== 200) return;
      acknowledged.push(name);
      if (acknowledged.length === 120) started.kill("SIGKILL");
    }
  };
  await Promise.all(["x", "y", "z"].map(writer));
  expect((await ended).code).toBeNull();
  expect(acknowledged.length).toBeGreaterThanOrEqual(120);
  const again = await startSandbox({ stateFile: state });
  const kept = again.records("example.com").map(({ name }) => name);
  await again.close();
  expect(kept).toEqual(expect.arrayContaining(acknowledged));
  expect(kept.length).toBeLessThanOrEqual(acknowledged.length + 3);
});
