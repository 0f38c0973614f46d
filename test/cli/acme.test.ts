/** `pulumi-registrar acme`: the TXT record of a DNS-01 challenge comes, shows and goes, and no other one does. */
import { command } from "../support/built.ts";
import { startCommand } from "../support/commands.ts";
import { withRegistrar } from "../support/registrar.ts";
import { run } from "./run.ts";

const registrar = withRegistrar({ dns: true });
const challenge = "_acme-challenge.example.com.";
/** A value in the form of RFC 8555 that begins with a word. */
const padded = (word: string) => word.padEnd(43, "_");
const token = padded("-token");
const apex = padded("apex");
const wildcard = padded("wildcard");

const acme = (...args: string[]) => run("acme", "--timeout", "1", ...args);
const server = () => {
  const { dns } = registrar.sandbox;
  return `${dns?.host}:${dns?.port}`;
};
/** The texts under a name. */
const texts = (name = "_acme-challenge") =>
  registrar.sandbox.records("example.com").flatMap((record) => (record.name === name ? [record.content] : []));

it("serves lego's httpreq on loopback, for whom the password is known, until it is stopped", async () => {
  const args = ["acme", "--port", "0", "--timeout", "1", "--dns-server", server(), "serve"];
  const { child, ended, until, heard } = startCommand([command, ...args], { REGISTRAR_ACME_PASSWORD: "s3cret" });
  const said = await until("HTTPREQ_PASSWORD");
  const endpoint = /HTTPREQ_ENDPOINT=(\S+)/.exec(said)?.[1] ?? "";
  const send = async (path: string, body: unknown, password = "s3cret") => {
    const authorization = `Basic ${Buffer.from(`acme:${password}`).toString("base64")}`;
    const sent = { method: "POST", headers: { authorization }, body: JSON.stringify(body) };
    const response = await fetch(`${endpoint}${path}`, sent);
    return `${response.status} ${await response.text()}`;
  };
  const wanted = { fqdn: challenge, value: token };
  expect(await send("/present", wanted, "guess")).toMatch(/^401 .*HTTPREQ_PASSWORD is wrong/);
  expect(await send("/present", { domain: "example.com", token, keyAuth: token })).toMatch(/^400 .*RAW/);
  expect(await send("/other", wanted)).toMatch(/^404 /);
  expect(await send("/present", { ...wanted, fqdn: "nowhere.test." })).toMatch(
    /^500 .* is in no domain of this account/,
  );
  expect([texts(), registrar.writes()]).toEqual([[], []]);
  expect(await send("/present", wanted)).toBe("200 done\n");
  expect(texts()).toEqual([token]);
  expect(await send("/cleanup", wanted)).toBe("200 done\n");
  expect(texts()).toEqual([]);
  child.kill("SIGTERM");
  expect([await ended, `${said}${heard()}`]).toEqual([0, expect.not.stringContaining("s3cret")]);
});

it("finds what a run made that was killed before it had seen it, and makes no second", async () => {
  const { sandbox } = registrar;
  // The list before the create has two requests: a page, and the one after it.
  sandbox.fault({ operation: "records.list", after: 2, fault: "hang" });
  const made = new Promise<void>((resolve) => void sandbox.onChange(resolve));
  const { child, ended } = startCommand([command, "acme", "present", challenge, token], {});
  await Promise.race([made, ended]);
  child.kill("SIGKILL");
  expect(await ended).toBeNull();
  sandbox.clearFaults();
  expect(registrar.writes()).toEqual(["POST records.create"]);
  expect(await acme("present", challenge, token)).toMatchObject({ code: 0 });
  expect([texts(), registrar.writes()]).toEqual([[token], []]);
  expect(await acme("cleanup", challenge, token)).toMatchObject({ code: 0 });
  expect(texts()).toEqual([]);
});

it("keeps two values under one name apart, of a domain and its wildcard, and from what is not its own", async () => {
  registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "_acme-challenge", content: "foreign" });
  // None of them sees in the list what another one has just made.
  registrar.sandbox.setProfile("stale-lists:3");
  const all = await Promise.all([apex, wildcard, apex].map((value) => acme("present", challenge, value)));
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(texts().sort()).toEqual([apex, "foreign", wildcard]);
  await acme("cleanup", challenge, apex);
  expect(texts().sort()).toEqual(["foreign", wildcard]);
  await acme("cleanup", challenge, wildcard);
  expect(texts()).toEqual(["foreign"]);
  expect(registrar.writes().map((call) => call.split(" ")[0])).toEqual(["POST", "POST", "POST", "DELETE", "DELETE"]);
});
