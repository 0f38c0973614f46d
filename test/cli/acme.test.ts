/** `pulumi-registrar acme`: the TXT record of a DNS-01 challenge comes, shows and goes, and no other one does. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { acmeCommand } from "../../cli/acme.ts";
import { command } from "../support/built.ts";
import { withRegistrar } from "../support/registrar.ts";
import { type Heard, heard } from "./heard.ts";

const registrar = withRegistrar({ dns: true });
const challenge = "_acme-challenge.example.com.";
/** A value in the form of RFC 8555 that begins with a word. */
const padded = (word: string) => word.padEnd(43, "_");
const token = padded("-token");
const apex = padded("apex");
const wildcard = padded("wildcard");
const late = padded("late");

const run = (...args: string[]) =>
  acmeCommand()
    .exitOverride()
    .parseAsync(["--timeout", "1", ...args], { from: "user" });
const acme = (...args: string[]): Promise<Heard> => heard(() => run(...args));
const server = () => {
  const { dns } = registrar.sandbox;
  return `${dns?.host}:${dns?.port}`;
};
/** The texts under a name. */
const texts = (name = "_acme-challenge") =>
  registrar.sandbox.records("example.com").flatMap((record) => (record.name === name ? [record.content] : []));

it("makes the record, waits until the list and the nameserver show it, and deletes it", async () => {
  const made = await acme("--dns-server", server(), "--ttl", "60", "present", challenge, token);
  const name = `The TXT record _acme-challenge.example.com with the text "${token}"`;
  expect(made).toMatchObject({ error: undefined, err: "" });
  expect(made.out).toBe(`${name} is in the registrar's list and in DNS (${server()}).\n`);
  expect(texts()).toEqual([token]);
  expect(registrar.calls()).toEqual([
    "GET domains.list",
    "GET records.list",
    "POST records.create",
    "GET records.list",
  ]);
  expect(await acme("cleanup", challenge, token)).toEqual({
    out: `${name} was deleted.\n`,
    err: "",
    error: undefined,
  });
  expect(texts()).toEqual([]);
  expect(registrar.calls()).toEqual(["GET domains.list", "GET records.list", "DELETE records.delete"]);
  expect(await acme("--timeout", "0", "cleanup", challenge, token)).toMatchObject({
    out: `${name} does not exist.\n`,
    error: undefined,
  });
  expect(registrar.writes()).toEqual([]);
});

it("serves lego's httpreq on loopback, for whom the password is known, until it is stopped", async () => {
  const cli = command;
  const args = ["acme", "--port", "0", "--timeout", "1", "--dns-server", server(), "serve"];
  const env = { ...process.env, REGISTRAR_ACME_PASSWORD: "s3cret" };
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    said += part;
  });
  const ended = once(child, "exit");
  while (!said.includes("HTTPREQ_PASSWORD")) await Promise.race([once(child.stdout, "data"), ended]);
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
  expect([texts(), said.includes("s3cret")]).toEqual([[], false]);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

it("finds what a run made that was killed before it had seen it, and makes no second", async () => {
  const { sandbox } = registrar;
  // The list before the create has two requests: a page, and the one after it.
  sandbox.fault({ operation: "records.list", after: 2, fault: "hang" });
  const made = new Promise<void>((resolve) => void sandbox.onChange(({ kind }) => kind === "records" && resolve()));
  const child = spawn(process.execPath, [command, "acme", "present", challenge, token]);
  const ended = once(child, "exit");
  await Promise.race([made, ended]);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  sandbox.clearFaults();
  expect(registrar.writes()).toEqual(["POST records.create"]);
  expect(await acme("present", challenge, token)).toMatchObject({ error: undefined });
  expect([texts(), registrar.writes()]).toEqual([[token], []]);
  expect(await acme("cleanup", challenge, token)).toMatchObject({ error: undefined });
  expect(texts()).toEqual([]);
});

it("keeps two values under one name apart, of a domain and its wildcard, and from what is not its own", async () => {
  registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "_acme-challenge", content: "foreign" });
  // None of them sees in the list what another one has just made.
  registrar.sandbox.setProfile("stale-lists:3");
  const all = [apex, wildcard, apex].map((value) => () => run("present", challenge, value));
  const both = await heard(() => Promise.all(all.map((present) => present())));
  expect(both.error).toBeUndefined();
  expect(texts().sort()).toEqual([apex, "foreign", wildcard]);
  await acme("cleanup", challenge, apex);
  expect(texts().sort()).toEqual(["foreign", wildcard]);
  await acme("cleanup", challenge, wildcard);
  expect(texts()).toEqual(["foreign"]);
  expect(registrar.writes().map((call) => call.split(" ")[0])).toEqual(["POST", "POST", "POST", "DELETE", "DELETE"]);
});

it("waits for a list that lags, whether it lacks what was made or shows what was deleted", async () => {
  registrar.sandbox.setProfile("stale-lists:2");
  expect(await acme("present", challenge, token)).toMatchObject({ error: undefined });
  expect(registrar.calls().slice(2)).toEqual(["POST records.create", ...Array(3).fill("GET records.list")]);
  registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "_acme-challenge", content: late });
  expect(await acme("cleanup", challenge, late)).toMatchObject({ error: undefined });
  expect(registrar.calls().slice(1)).toEqual([...Array(3).fill("GET records.list"), "DELETE records.delete"]);
  expect(texts()).toEqual([token]);
  // The list still shows it.
  expect(await acme("present", challenge, late)).toMatchObject({ error: undefined });
  expect(texts()).toEqual([token, late]);
});

it.each([
  ["reset-after", "is in the registrar's list", ["POST", "GET", "GET"]],
  ["reset-before", "is in the registrar's list", ["POST", "GET", "POST", "GET"]],
] as const)(
  "looks what became of a create whose answer is lost (%s), before it sends it again",
  async (fault, says, calls) => {
    registrar.sandbox.fault({ operation: "records.create", times: 1, fault });
    expect((await acme("--timeout", "0", "present", challenge, token)).out).toContain(says);
    expect(texts()).toEqual([token]);
    expect(
      registrar
        .calls()
        .slice(2)
        .map((call) => call.split(" ")[0]),
    ).toEqual(calls);
  },
);

it("says what to do where it cannot know", async () => {
  registrar.sandbox.fault({ operation: "records.create", fault: "reset-before" });
  const { error } = await acme("--timeout", "0", "present", challenge, token);
  expect(String(error)).toMatch(
    /not known whether .* Run the same command again: .* \[ERR_REGISTRAR_UNFINISHED: \S+\]$/,
  );
  expect(String(error)).not.toContain("pulumi up");
});

it("fails where a nameserver never answers with it", async () => {
  const { error } = await acme(
    "--timeout",
    "0",
    "--dns-server",
    server(),
    "--dns-server",
    "127.0.0.1:9",
    "present",
    challenge,
    token,
  );
  expect(String(error)).toMatch(/was created, but 0 s later these servers do not show it: 127\.0\.0\.1:9\. Run /);
});

it("takes name and text from certbot, and the longest domain that fits", async () => {
  registrar.sandbox.addDomain("sub.example.com");
  const before = { ...process.env };
  Object.assign(process.env, { CERTBOT_DOMAIN: "a.sub.example.com", CERTBOT_VALIDATION: token });
  try {
    expect(await acme("present")).toMatchObject({ error: undefined });
    expect(registrar.sandbox.records("sub.example.com").map(({ name }) => name)).toEqual(["_acme-challenge.a"]);
  } finally {
    process.env = before;
  }
});

it("makes the record of a wildcard under the name without the asterisk", async () => {
  expect(await acme("present", "_acme-challenge.*.example.com", token)).toMatchObject({ error: undefined });
  expect(texts()).toEqual([token]);
});

it.each([
  ["", "name the record and its value"],
  ["two words", "43 letters"],
  ["short", "43 letters"],
  [challenge, "43 letters"],
])("refuses the value %j, which is not that of a challenge, before any call", async (value, says) => {
  const { error, err } = await acme("present", challenge, value);
  expect(error).toMatchObject({ exitCode: 1 });
  expect(err).toContain(says);
  expect(registrar.calls()).toEqual([]);
});

it.each([
  [
    "a name of no domain of the account",
    ["present", "_acme-challenge.nowhere.test.", token],
    /is in no domain of this account.* --domain/,
  ],
  [
    "a name outside the domain that was named",
    ["--domain", "example.net", "present", challenge, token],
    /is outside example\.net/,
  ],
  [
    "an alias",
    ["present", "alias.example.com", token],
    /conflicts with .* an alias leads to\. \[ERR_REGISTRAR_EXISTS: \S+#err_registrar_exists\]$/,
  ],
])("refuses %s, and writes nothing", async (_, args, says) => {
  registrar.sandbox.dashboard.addRecord("example.com", { type: "CNAME", name: "alias", content: "example.net" });
  expect(String((await acme(...args)).error)).toMatch(says);
  expect(texts("alias")).toEqual(["example.net"]);
});
