/** Messages of docs/reference/errors.md as they are printed. `UPDATE_DOCS=1 npx jest test/docs/messages` records them, and all advice. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertFresh } from "../../cli/import/files.ts";
import { stateText } from "../../cli/state.ts";
import { type ClientOptions, createClient, readConfiguration, withCode } from "../../provider/api/index.ts";
import { EngineOperation } from "../../provider/fronts/shared/engineOperation.ts";
import { dkim, zoneRecords } from "../../provider/index.ts";
import { call, lookupClient } from "../../provider/lookups/index.ts";
import { type Messages, messagesFile } from "../../scripts/generated/errorsPage.ts";
import { Child } from "../../testing/engine/children.ts";
import { chooseEngine } from "../../testing/engine/index.ts";
import { findProject } from "../../testing/engine/project.ts";
import type { Fault } from "../../testing/sandbox/faults.ts";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { newFolder } from "../support/folder.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const domain = "example.com";
const www = { www: a("www", "198.51.100.7") };

const folder = newFolder();

const client = (options: Partial<ClientOptions> = {}) => {
  const { url: baseUrl, token, marketplaceUserId, appraisalToken } = registrar.sandbox;
  return createClient({ baseUrl, token, marketplaceUserId, appraisalToken, ...options });
};
/** Ends retries early. */
const timeouts = { budgetMs: 200 };
const read = (options?: Partial<ClientOptions>) => client(options).domains.get({ domain });
const fault = (operation: string, given: Fault) => registrar.sandbox.fault({ operation, fault: given });

async function refused(program: Program, stack = new HandlerStack(quick)): Promise<never> {
  throw new Error(Object.values((await stack.up(program)).errors).join("\n"));
}

/** By the code that begins a section of the page, a situation that fails with it. */
const situations: Record<string, () => unknown> = {
  ERR_REGISTRAR_CONFIGURATION: () => read({ baseUrl: "http://registrar.example/api" }),
  ERR_REGISTRAR_UNAUTHORIZED: () => read({ token: "revoked" }),
  ERR_REGISTRAR_FORBIDDEN: () => {
    fault("domains.list", { status: 403, body: {} });
    return client().domains.list({});
  },
  ERR_REGISTRAR_DOMAIN_NOT_HELD: () => client().domains.get({ domain: "exmaple.com" }),
  ERR_REGISTRAR_EXISTS: () => {
    registrar.sandbox.dashboard.addRecord(domain, { type: "CNAME", name: "www", content: "host.example.net" });
    return refused({ www: record("CNAME", "www", { content: "other.example.net" }) });
  },
  ERR_REGISTRAR_NOT_IDENTIFIED: async () => {
    registrar.sandbox.setProfile("lists-without-ids");
    registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "198.51.100.7", ttl: 600 });
    return refused({ www: a("www", "198.51.100.7", { ttl: 300 }) });
  },
  ERR_REGISTRAR_NOT_FOUND: () => client().records.delete({ domain, id: "2000" }),
  ERR_REGISTRAR_INCOMPLETE_LIST: () => {
    for (let n = 0; n < 60; n += 1) registrar.sandbox.addDomain(`d${n}.com`);
    registrar.sandbox.setProfile("silent-cap");
    return call("getDomains", { api: client().cached(), warn: () => undefined }, {});
  },
  ERR_REGISTRAR_PRECONDITION: async () => {
    const stack = new HandlerStack(quick);
    await stack.up({ lock: { handler: "domainLock", args: { domain } } });
    throw new Error(Object.values((await stack.destroy()).errors).join("\n"));
  },
  ERR_REGISTRAR_CONSENT_NEEDED: () =>
    refused({ name: { handler: "domainRegistration", args: { domain: "fresh.com", maxPrice: 5 } } }),
  ERR_REGISTRAR_NOT_ORDERED: () =>
    refused({ name: { handler: "domainRegistration", args: { domain: "taken.com", maxPrice: 20 } } }),
  ERR_REGISTRAR_INVALID_INPUT: () => dkim({ selector: "s1", publicKey: "MIGf" }),
  ERR_REGISTRAR_READ_ONLY: () => {
    const configuration = readConfiguration({ get: () => undefined, env: process.env });
    return lookupClient(configuration).lock.set({ domain, body: { locked: true } });
  },
  ERR_REGISTRAR_REFUSED: () =>
    client().records.create({ domain, body: { type: "A", name: "www", content: "nowhere" } }),
  ERR_REGISTRAR_UNSUPPORTED_OPERATION: () => {
    fault("privacy.set", { status: 405, body: {} });
    return client().privacy.set({ domain, body: { privacy_protect: true } });
  },
  ERR_REGISTRAR_UNEXPECTED_SHAPE: () => {
    fault("domains.get", "html");
    return read();
  },
  ERR_REGISTRAR_QUOTA_SPENT: () => {
    registrar.sandbox.dashboard.setAppraisalQuota({ dailyLimit: 3, usedToday: 3 });
    return client().marketplace.appraise({ query: { domain_name: domain } });
  },
  ERR_REGISTRAR_NETWORK: () => read({ baseUrl: "http://127.0.0.1:9/api", timeouts }),
  ERR_REGISTRAR_RATE_LIMITED: () => {
    fault("domains.get", { status: 429, body: {} });
    return read({ timeouts });
  },
  ERR_REGISTRAR_SERVER: () => {
    fault("domains.get", { status: 503, body: {} });
    return read({ timeouts });
  },
  ERR_REGISTRAR_UNFINISHED: () => {
    fault("records.create", "reset-after");
    registrar.sandbox.fault({ operation: "records.list", after: 4, fault: { status: 400 } });
    return refused(www);
  },
  ERR_REGISTRAR_STATE: () => stateText({ file: "export.json", cwd: folder, env: {} }),
  ERR_REGISTRAR_TARGET_FOLDER: () => {
    writeFileSync(join(folder, "index.ts"), "");
    assertFresh(folder);
  },
  ERR_REGISTRAR_ZONE_FILE: () => zoneRecords("www IN A 192.0.2.1\n$INCLUDE other.zone\n", { origin: domain }),
  ERR_REGISTRAR_INTERNAL: () => {
    const operation = new EngineOperation({ get: () => undefined });
    operation.close();
    throw operation.callError(new TypeError("x is undefined"));
  },
  ERR_SANDBOX_ITEM_UNKNOWN: () => registrar.sandbox.records("garden.example"),
  ERR_SANDBOX_PROFILE: () => registrar.sandbox.setProfile(JSON.parse('"porkbnu"')),
  ERR_ENGINE_CHOICE: () => chooseEngine({ REGISTRAR_ENGINE: "cloud" }),
  ERR_ENGINE_PROJECT: () => findProject({ cwd: folder, stateDir: folder }),
  ERR_ENGINE_PROCESS: () => {
    const nothing = () => undefined;
    return new Child({ command: "nodejs-23", args: [], cwd: folder, env: {}, onStdout: nothing, onStderr: nothing })
      .ended;
  },
  ERR_TESTING_STATE_IN_USE: async () => {
    const stateFile = join(folder, "registrar.json");
    const first = await startSandbox({ stateFile });
    await startSandbox({ stateFile }).finally(() => first.close());
  },
};

/** The first sentence of the message, for the page, and the message. */
async function shownFor(code: string, meet: () => unknown): Promise<[shown: string, complete: string]> {
  const error: unknown = await (async () => meet())().catch((reason: unknown) => reason);
  const message = error instanceof Error ? error.message : `nothing failed: ${JSON.stringify(error)}`;
  const known = error instanceof Error && "code" in error ? error.code : /\[(ERR_\w+)/.exec(message)?.[1];
  expect([message, known]).toEqual([message, code]);
  const steady = message.replace(/^\w*: (?=\S+ )/, "").replace(/ \((?:\d+ attempts?|unexpected).*?\)/, "");
  const [sentence = ""] = steady.split(/(?<=[^.]\.)\s(?=[A-Z`-])/);
  const text = sentence.replace(/ \[ERR_.*/, "");
  const shown = text.length > 130 ? text.replace(/ \([\s\S]*/, "") : text;
  const fixed = (each: string) => each.replaceAll(folder, "/srv/dns").replace(/(?<=process )\d+/, "4711");
  return [fixed(shown), fixed(message).replace(/(?<=\()\d+ attempts? over [\d.]+ s/, "attempts")];
}

/** A second condition, or a list of causes. */
const furtherCause = /(?:\bIf|; if)\b[\s\S]*(?:\bIf|; if)\b|\bOtherwise\b|[Ll]ikely causes/;

it("no text of a message gives a second cause: those are on the page of errors", () => {
  const root = join(__dirname, "..", "..", "provider");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  for (const name of files) {
    const code = readFileSync(join(root, name), "utf8").replace(/^ *(?:\/\*\*|\*|\/\/).*$/gm, "");
    const texts = code.match(/(?:(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|`(?:[^`\\]|\\.)*`)[\s+]*)+/g) ?? [];
    expect(texts.filter((text) => furtherCause.test(text))).toEqual([]);
  }
});

/** The provider's messages with their advice. */
const completeFile = join(__dirname, "messages.json");
const recorded: Record<string, string> = JSON.parse(readFileSync(completeFile, "utf8"));

/** Sections by their codes, of which the first is met. */
const readSections = (): Messages => JSON.parse(readFileSync(messagesFile, "utf8"));
const firstOf = (names: string) => names.split(" ")[0];

it("each section of the page has a situation", () => {
  expect(Object.keys(situations)).toEqual(Object.values(readSections()).flatMap(Object.keys).map(firstOf));
});

it.each(Object.entries(situations))("the page shows %s as it is printed", async (code, meet) => {
  const [shown, complete] = await shownFor(code, meet);
  const isProviders = code.startsWith("ERR_REGISTRAR");
  if (isProviders) {
    expect(complete).not.toMatch(furtherCause);
    expect(complete.includes("[ERR_") ? complete : withCode(complete, code)).toMatch(/ \[ERR_\w+: \S+\.md#err_\w+\]$/);
  }
  if (isProviders && process.env["UPDATE_DOCS"] === undefined) expect(complete).toBe(recorded[code]);
  if (isProviders) recorded[code] = complete;
  const chapters = readSections();
  for (const sections of Object.values(chapters)) {
    const names = Object.keys(sections).find((each) => firstOf(each) === code);
    if (names === undefined) continue;
    if (process.env["UPDATE_DOCS"] === undefined) expect(sections[names]).toBe(shown);
    sections[names] = shown;
  }
  if (process.env["UPDATE_DOCS"] === undefined) return;
  writeFileSync(messagesFile, `${JSON.stringify(chapters, undefined, 2)}\n`);
  writeFileSync(completeFile, `${JSON.stringify(recorded, undefined, 2)}\n`);
});
