/** `pulumi-registrar drift`: the account of the stack's settings, and those of providers that the program declares. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { useContract } from "../support/contract.ts";
import { newFolder } from "../support/folder.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { a, one, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { run } from "./run.ts";
import { deploymentOf } from "./stateFile.ts";

const registrar = withRegistrar();
const folder = newFolder();

const urn = (type: string, name: string) => `urn:pulumi:dev::site::${type}::${name}`;
const provider = (name: string, inputs: object) => ({
  urn: urn("pulumi:providers:registrar", name),
  custom: true,
  id: name,
  type: "pulumi:providers:registrar",
  inputs,
});

/** A record, as a stack of the plugin would hold it, made in the account that the environment names. */
async function made(of: string, content: string) {
  const stack = new HandlerStack(quick);
  expect((await stack.up({ www: a("www", content) })).errors).toEqual({});
  const [row] = stack.state.values();
  const [type, by] = ["registrar:index:DnsRecord", urn("pulumi:providers:registrar", of)];
  return { ...row, urn: urn(type, `www of ${of}`), custom: true, type, provider: `${by}::${of}` };
}

it("reads each row of its own account", async () => {
  const second = await startSandbox({ token: "t0ken-of-the-second" });
  try {
    const here = { baseUrl: registrar.sandbox.url, apiToken: registrar.sandbox.token };
    const there = { baseUrl: second.url, apiToken: second.token, staleListSeconds: "0" };
    const first = await made("default", "192.0.2.1");
    process.env["REGISTRAR_BASE_URL"] = second.url;
    process.env["REGISTRAR_API_TOKEN"] = second.token;
    const other = await made("shop", "192.0.2.2");
    const resources = [provider("default", here), provider("shop", there), first, other];
    const file = join(folder, "state.json");
    writeFileSync(file, JSON.stringify({ version: 3, deployment: { manifest: {}, resources } }));
    // The settings of a provider that the program declares are its own; for the other the environment wins, if there is one.
    process.env["REGISTRAR_API_TOKEN"] = registrar.sandbox.token;
    process.env["REGISTRAR_BASE_URL"] = registrar.sandbox.url;
    const clean = await run("drift", "--export", file);
    expect(clean).toMatchObject({ code: 0, out: expect.stringContaining("2 resources, no drift") });
    delete process.env["REGISTRAR_API_TOKEN"];
    delete process.env["REGISTRAR_BASE_URL"];
    second.dashboard.editRecord("example.com", Number(second.records("example.com")[0]?.id), { content: "192.0.2.9" });
    const { code, out } = await run("drift", "--export", file, "--json");
    expect([code, JSON.parse(out).drift]).toEqual([
      7,
      [expect.objectContaining({ name: "www of shop", changes: [expect.objectContaining({ live: "192.0.2.9" })] })],
    ]);
  } finally {
    await second.close();
  }
});

it("takes the settings from the state, and the environment's before those", async () => {
  const stack = new HandlerStack(quick);
  expect((await stack.up({ www: a("www", "192.0.2.1") })).errors).toEqual({});
  const file = join(folder, "checkpoint.json");
  const { url, token } = registrar.sandbox;
  const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  const tokenIn = (secret: object) => ({ "registrar:apiToken": { ...mark, ...secret } });
  const write = (secret: object) => {
    const config = { "registrar:baseUrl": url, ...tokenIn(secret), "registrar:staleListSeconds": "0" };
    const latest = deploymentOf(stack, config);
    // A file backend's checkpoint, compressed.
    writeFileSync(file, gzipSync(JSON.stringify({ version: 3, checkpoint: { stack: "dev", latest } })));
  };
  delete process.env["REGISTRAR_BASE_URL"];
  delete process.env["REGISTRAR_API_TOKEN"];
  write({ plaintext: JSON.stringify(token) });
  expect((await run("drift", "--export", file)).code).toBe(0);
  write({ ciphertext: "v1:c2VhbGVk" });
  const err = expect.stringMatching(/is encrypted\. .*--show-secrets/);
  expect(await run("drift", "--export", file)).toMatchObject({ code: 1, err });
  process.env["REGISTRAR_API_TOKEN"] = token;
  expect((await run("drift", "--export", file)).code).toBe(0);
});

it("only notes that a registrar without URL forwards has no list of them", async () => {
  const stack = new HandlerStack(quick);
  expect((await stack.up({ it: one("domainSettings", { privacy: false }) })).errors).toEqual({});
  const file = join(folder, "without-forwards.json");
  writeFileSync(file, JSON.stringify({ version: 3, deployment: deploymentOf(stack, {}) }));
  useContract({ "forwards.list": null });
  const { code, out } = await run("drift", "--export", file);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/note: example\.com: unmanaged forwards were not looked for\./),
  ]);
});
