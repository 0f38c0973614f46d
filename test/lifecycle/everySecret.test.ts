/**
 * Places where a secret lives (new inputs, old inputs, memory, pending values, predecessor) x texts that show (error, log, preview, state,
 * `doctor`, the sandbox's dashboard): no cell shows eight characters of it, in any form in which the registrar repeats it.
 */

import { main } from "../../cli/main.ts";
import type { Properties } from "../../provider/lifecycle/definition.ts";
import { resources } from "../../provider/resources/index.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { echoes, leakOf } from "../support/leaks.ts";
import { domain, inParts, person, quick } from "../support/records.ts";
import { withRegistrar, withSaid } from "../support/registrar.ts";
import { sealed } from "../support/secretMarks.ts";
import { isSoak } from "../support/soak.ts";

const registrar = withRegistrar();
const said = withSaid();
const forms = ["as it is", "as JSON", "in a URL", "as Base64"] as const;

interface Secret {
  handler: keyof typeof resources;
  base: Properties;
  /** The argument that the program marks secret. */
  argument: string;
  /** Its two values, and what is secret of them. */
  values: readonly [old: unknown, now: unknown];
  parts: readonly [old: string, now: string];
}
const secret = (handler: Secret["handler"], base: Properties, argument: string, values: Secret["values"]): Secret => {
  const partOf = (value: unknown): string =>
    typeof value === "string" ? value : partOf(Object.values(Object(value))[0]);
  return { handler, base, argument, values, parts: [partOf(values[0]), partOf(values[1])] };
};
const text = ['zkey="0ld;one/%of two" and', 'qkey="n3w;one/%of two" and'] as const;
const host = ["zeta0ld-hst.dev", "quux1nw-srv.dev"] as const;
const record = (type: string, argument: string, [old, now]: Secret["values"], rest: Properties = {}) =>
  secret("dnsRecord", { domain, type, name: "www", ...rest }, argument, [old, now]);
const contact = (argument: string, old: unknown, now: unknown, rest = {}) =>
  secret("contact", { ...person, ...rest }, argument, [old, now]);

const secrets: readonly Secret[] = [
  record("TXT", "content", text),
  record("TXT", "comment", ["z0ld comment", "qn3w comment"], { content: "open" }),
  record("A", "name", ["zeta0ldname", "quux1newname"], { content: "192.0.2.1" }),
  record("CNAME", "content", host),
  record("MX", "content", host, { priority: 10 }),
  record("SRV", "target", host, { name: "_sip._tcp", priority: 1, weight: 1, port: 5060 }),
  record("CAA", "value", ["zeta0ld-cas.dev", "quux1nw-crt.dev"], { flags: 0, tag: "issue" }),
  secret("dnsRecordSet", { domain, type: "TXT", name: "www" }, "values", [[text[0]], [text[1]]]),
  secret("dnsZone", { domain, mode: "authoritative" }, "records", [{ "www TXT": [text[0]] }, { "www TXT": [text[1]] }]),
  secret("urlForward", { domain, source: "go" }, "destination", ["https://z0ld.dev/key", "https://qn3w.dev/lock"]),
  secret("urlForward", { domain, destination: "https://x.example/" }, "source", ["zeta0ldname", "quux1newname"]),
  secret("nameservers", { domain }, "nameservers", [
    [host[0], "ns2.example.net"],
    [host[1], "ns2.example.net"],
  ]),
  secret("domainContacts", { domain }, "registrant", ["ATOM-1001", "ATOM-1002"]),
  contact("name", "Zelda Oldname", "Quentin Newname"),
  contact("email", "z0ld-ada@zeta.dev", "qn3w-bob@quux.dev"),
  contact("phone", "+1.7071112233", "+1.8082223344"),
  contact("organization", "Z0ld Engines", "Qn3w Looms"),
  contact("lastName", "Zelda-Oldname", "Quentin-Newname", inParts),
];

/** The state as the engine stores it in plain text: the engine itself seals outputs that have the name of a secret input. */
function openState({ state }: HandlerStack, argument: string): string {
  const rows = [...state.values()].map(({ handler, id, inputs, outputs }) => {
    const {
      secretInputs = [],
      secretOutputs = [],
    }: { secretInputs?: readonly string[]; secretOutputs?: readonly string[] } =
      resources[handler as Secret["handler"]];
    const hidden = [argument, ...secretInputs, ...secretOutputs];
    const open = (bag: Properties) => Object.entries(bag).filter(([key]) => !hidden.includes(key));
    return [id, sealed(Object.fromEntries(open(inputs))), sealed(Object.fromEntries(open(outputs)))];
  });
  return JSON.stringify(rows);
}

/** Runs a command, whose stderr `said` hears. @returns its stdout */
async function printed(work: () => Promise<unknown>): Promise<string> {
  let out = "";
  const spy = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await work().finally(() => spy.mockRestore());
  return out;
}

/** Lives of a secret. Each gives what shows, by its place. */
async function livesOf({ handler, base, argument, values, parts }: Secret, form: (typeof forms)[number]) {
  const { sandbox } = registrar;
  const shown: Record<string, string> = {};
  const stack = new HandlerStack(quick);
  const program = (value: unknown, rest = {}) => ({
    it: { handler, args: { ...base, [argument]: value, secretInputs: [argument] }, ...rest },
  });
  /** Tries to apply, at a registrar that refuses writes, or lists, and repeats a secret. */
  const refused = async (place: string, secret: string, work: () => Promise<object>, operation: RegExp) => {
    const words = `conflicts with ${echoes[form]?.(secret)}`;
    const body = { success: false, error: "e", message: words };
    const fault = sandbox.fault({ operation, fault: { status: 400, body } });
    said();
    const { errors } = Object(await work());
    shown[`error: ${place}`] = JSON.stringify(errors);
    shown[`log: ${place}`] = said();
    fault.clear();
    // A value that is live already, such as one whose change still waits, isn't written.
    if (place !== "predecessor") expect({ place, errors }).toEqual({ place, errors: { it: expect.any(String) } });
  };
  const writes = /\.(?:create|update|delete|set)$/;
  const up = async (place: string, value: unknown, rest = {}) => {
    said();
    const preview = await stack.preview(program(value, rest));
    shown[`preview: ${place}`] = `${JSON.stringify(preview)}${said()}`;
    const { errors } = await stack.up(program(value, rest), { skipPreview: true });
    shown[`log: ${place}, applied`] = said();
    shown[`state: ${place}`] = openState(stack, argument);
    expect([place, errors]).toEqual([place, {}]);
  };
  const [old, now] = values;
  const apply =
    (value: unknown, rest = {}) =>
    () =>
      stack.up(program(value, rest), { skipPreview: true });
  if (handler === "domainContacts") await new HandlerStack(quick).up({ other: { handler: "contact", args: person } });
  const isLive = handler === "domainContacts";
  if (!isLive) await refused("new inputs", parts[0], apply(old), writes);
  await up("new inputs", old);
  await refused("old inputs", parts[0], apply(now), writes);
  await refused("new inputs of an update", parts[1], apply(now), writes);
  await up("old inputs", now);
  // Of an old value, the state holds no more than a digest, unless its change waits for an approval.
  const isWaiting = stack.state.get("it")?.outputs["pending"] !== undefined;
  const lists = /^(?!lock).*\.(?:list|get)$/;
  await refused("memory", parts[1], () => stack.refresh(), lists);
  if (isWaiting) await refused("pending values", parts[0], () => stack.refresh(), lists);
  await stack.refresh();
  shown["state: refreshed"] = openState(stack, argument);
  shown["doctor"] = await printed(() => main(["doctor", domain, "--full"]));
  await refused("predecessor", parts[1], apply(old, { replaceOnChanges: true }), writes);
  await up("predecessor", old, { replaceOnChanges: true });
  await stack.destroy();
  shown["log: destroyed"] = said();
  return shown;
}

beforeEach(() => {
  process.env["REGISTRAR_LOG"] = "debug";
});

it.each(secrets)("$handler: no text shows $argument, wherever it lives", async (each) => {
  // A form for each secret, and all forms in the soak.
  const place = secrets.indexOf(each) % forms.length;
  for (const form of forms.filter((_, at) => isSoak || at === place)) {
    registrar.sandbox.reset();
    const shown = await livesOf(each, form);
    for (const part of each.parts) {
      const leaks = Object.entries(shown).map(([place, text]) => [place, leakOf(text, part) && text]);
      expect(leaks.filter(([, leak]) => leak !== undefined)).toEqual([]);
    }
  }
});

/** Credentials of the account, and the auth code of a transfer. */
it.each(forms)("no text shows a credential that the registrar repeats %s", async (form) => {
  const { sandbox } = registrar;
  const authCode = 'epp-"s3cret%!';
  sandbox.addDomain("theirs.com", { account: "other", authCode });
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = sandbox;
  Object.assign(process.env, {
    REGISTRAR_MARKETPLACE_USER_ID: marketplaceUserId,
    REGISTRAR_MARKETPLACE_TOKEN: marketplaceToken,
    REGISTRAR_APPRAISAL_TOKEN: appraisalToken,
  });
  const stack = new HandlerStack(quick);
  const program = {
    it: { handler: "domainTransfer", args: { domain: "theirs.com", maxPrice: 20, authCode } },
  } as const;
  const shown: string[] = [];
  const refuses = async (operation: RegExp, credential: string, work: () => Promise<string>) => {
    const body = { success: false, error: "e", message: `no ${echoes[form]?.(credential)}` };
    const fault = sandbox.fault({ operation, fault: { status: 400, body } });
    shown.push(await work());
    expect(fault.hits).toBeGreaterThan(0);
    fault.clear();
  };
  const up = async () => JSON.stringify(await stack.up(program, { skipPreview: true }));
  const doctor = () => printed(() => main(["doctor", domain, "--full", "--appraise"]));
  await refuses(/transfer$/, authCode, up);
  await refuses(/^domains/, token, async () => JSON.stringify(await stack.preview(program)) + (await doctor()));
  await refuses(/search$/, marketplaceToken, doctor);
  await refuses(/appraise$/, appraisalToken, doctor);
  expect((await stack.up(program)).errors).toEqual({});
  const { log, admin } = sandbox;
  const rows = await Promise.all(log.rows().map(async ({ number }) => (await fetch(`${admin}/log/${number}`)).text()));
  expect(rows.join()).toContain("theirs.com");
  shown.push(said(), openState(stack, ""), JSON.stringify(log.entries()), ...rows);
  for (const credential of [authCode, token, marketplaceToken, appraisalToken])
    expect(shown.filter((text) => leakOf(text, credential))).toEqual([]);
});
