/** A sandbox for one test file, and the environment that points the handlers at it. */
import { type Sandbox, type SandboxOptions, startSandbox } from "../../testing/sandbox/index.ts";

export interface Registrar {
  readonly sandbox: Sandbox;
  /** Calls since the last time of asking, as `METHOD operation`. */
  calls(): string[];
  /** Writes since the last time of asking. */
  writes(): string[];
}

/** A sandbox for the tests of a file, fresh for each. */
export function withRegistrar(options: SandboxOptions = {}): Registrar {
  let sandbox: Sandbox | undefined;
  let seen = 0;
  const before = { ...process.env };
  beforeAll(async () => {
    sandbox = await startSandbox(options);
  });
  beforeEach(() => {
    running().reset();
    seen = 0;
    process.env["REGISTRAR_BASE_URL"] = running().url;
    process.env["REGISTRAR_API_TOKEN"] = running().token;
  });
  afterEach(() => {
    for (const key of Object.keys(process.env)) if (key.startsWith("REGISTRAR_")) delete process.env[key];
    Object.assign(process.env, before);
  });
  afterAll(async () => {
    await sandbox?.close();
  });
  const running = () => {
    if (sandbox === undefined) throw new Error("the sandbox runs only inside a test");
    return sandbox;
  };
  const fresh = () => {
    const entries = running().log.entries().slice(seen);
    seen += entries.length;
    return entries;
  };
  return {
    get sandbox() {
      return running();
    },
    calls: () => fresh().map(({ method, operation }) => `${method} ${operation}`),
    writes: () =>
      fresh()
        .filter(({ method }) => method !== "GET")
        .map(({ method, operation }) => `${method} ${operation}`),
  };
}
