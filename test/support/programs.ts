/** Runs of real programs: the engine at hand, the SDK's own runner and provider host, and a sandbox. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type OperationResult, openStack, type Stack, type StackOptions } from "../../testing/engine/index.ts";
import { type SandboxOptions, startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";
import { root } from "./built.ts";
import { newFolder } from "./folder.ts";
import { expectForeignRows } from "./foreignRows.ts";
import { domain, person } from "./records.ts";
import { asPreview, countingCalls } from "./registrar.ts";

export interface DeclaredResource {
  class: string;
  args: Record<string, unknown>;
  options?: Record<string, unknown>;
}
export type DeclaredProgram = Record<string, DeclaredResource>;

const other = "example.org";
const made = (name: string, args: Record<string, unknown>): DeclaredResource => ({ class: name, args });
/** One of each resource. */
export const oneOfEach: DeclaredProgram = {
  record: made("DnsRecord", { domain, type: "TXT", name: "_key", content: { secret: "k3y=very;secret" } }),
  set: made("DnsRecordSet", { domain, name: "www", type: "A", ttl: 300, values: ["203.0.113.1", "203.0.113.2"] }),
  zone: made("DnsZone", { domain, records: { "zoned A": ["203.0.113.7"] } }),
  all: made("DnsZone", { domain: other, mode: "authoritative", records: { "@ MX": ["10 mx.example.net"] } }),
  forward: made("UrlForward", { domain, source: "go", destination: "https://example.net/", type: "permanent" }),
  lock: made("DomainLock", { domain: other }),
  ns: made("Nameservers", { domain, nameservers: ["ns1.atom.com", "ns2.atom.com"] }),
  settings: made("DomainSettings", { domain, autoRenew: false }),
  dnssec: made("Dnssec", { domain, enabled: true }),
  bought: made("DomainRegistration", { domain: "bought.com", maxPrice: 50 }),
  transfer: made("DomainTransfer", { domain: other }),
  owner: made("Contact", person),
  people: made("DomainContacts", { domain, admin: { output: ["owner", "handle"] } }),
};

export interface Run {
  readonly sandbox: WholeSandbox;
  readonly stack: Stack;
  readonly folder: string;
  /**
   * Changes the declarations of the program.
   * @param front the package of the classes; default: `pulumi-registrar`
   */
  declare(program: DeclaredProgram, front?: "pulumi-registrar/plugin"): void;
  /** Calls of the registrar since the last time of asking, as `METHOD operation`, without those of the preview that an `up` begins with. */
  calls(): string[];
  writes(): string[];
}

/**
 * Runs the preview and the update of an `up` as two steps, so that tests count their calls apart. An `up` without
 * changes has no preview.
 */
function previewApart(stack: Stack): void {
  const up = stack.up.bind(stack);
  stack.up = async ({ preview, ...options } = {}) => {
    const isPreviewed = preview ?? !options.expectNoChanges;
    const previewed = isPreviewed ? await asPreview(() => stack.preview(options)) : undefined;
    return previewed === undefined || previewed.exitCode === 0 ? up({ ...options, preview: false }) : previewed;
  };
}

/** Waits for an operation, which has to end well. */
export async function succeeds(operation: Promise<OperationResult>): Promise<OperationResult> {
  const result = await operation;
  expect([result.exitCode, result.exitCode === 0 ? "" : result.output]).toEqual([0, ""]);
  return result;
}

/** Does the same as `pulumi state unprotect --all`. */
export async function unprotect(stack: Stack): Promise<void> {
  const state = await stack.exportState({ showSecrets: true });
  const resources = state.deployment["resources"] as object[];
  const open = resources.map((resource) => ({ ...resource, protect: false }));
  await stack.importState({ ...state, deployment: { ...state.deployment, resources: open } });
}

/** Runs a story with a stack and a sandbox of its own, and leaves nothing behind. */
export async function withProgram(
  story: (run: Run) => Promise<void>,
  options: { program?: string; sandbox?: SandboxOptions; stack?: Partial<StackOptions> } = {},
): Promise<void> {
  const folder = newFolder();
  const sandbox = await startSandbox(options.sandbox);
  const declared = join(folder, "declared.json");
  let stack: Stack | undefined;
  const { calls, writes } = countingCalls(() => sandbox.log);
  try {
    stack = await openStack({
      cwd: resolve(root, options.program ?? "test/programs/declared"),
      stateDir: join(folder, "state"),
      passphrase: "correct horse battery staple",
      ...options.stack,
      // How long a list may be stale after a write: no time instead of ten seconds, since no registrar here is slower.
      config: { "registrar:staleListSeconds": "0", ...options.stack?.config },
      env: {
        // The SDK takes a stack for each promise, which is a third of a program's time.
        NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --stack-trace-limit=0`,
        REGISTRAR_BASE_URL: sandbox.url,
        REGISTRAR_API_TOKEN: sandbox.token,
        REGISTRAR_MARKETPLACE_USER_ID: sandbox.marketplaceUserId,
        REGISTRAR_MARKETPLACE_TOKEN: sandbox.marketplaceToken,
        REGISTRAR_APPRAISAL_TOKEN: sandbox.appraisalToken,
        DECLARED: declared,
        ...options.stack?.env,
      },
    });
    previewApart(stack);
    await story({
      sandbox,
      stack,
      folder,
      declare: (program, front) => {
        writeFileSync(declared, JSON.stringify(program));
        writeFileSync(`${declared}.front`, front ?? "pulumi-registrar");
      },
      calls,
      writes,
    });
    expectForeignRows(sandbox);
  } finally {
    await stack?.close();
    await sandbox.close();
  }
}
