/** A sandbox for one test file, and the environment that points the handlers at it. */
import { type SandboxOptions, startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";
import { newFolder } from "./folder.ts";
import { expectForeignRows } from "./foreignRows.ts";
import { expectWellPut } from "./wellPut.ts";

export type Registrar = ReturnType<typeof withRegistrar>;

/** Gives each test of the file a Pulumi home of its own. The next file has the variables of the process again: environment.cjs. */
export function withPulumiHome(): void {
  beforeEach(() => {
    process.env["PULUMI_HOME"] = newFolder();
  });
}

/** A sandbox for the tests of a file, fresh for each, and a Pulumi home, where notes of orders are. */
export function withRegistrar(options: SandboxOptions = {}) {
  let sandbox: WholeSandbox | undefined;
  const counted = countingCalls(() => sandbox?.log);
  const before = { ...process.env };
  withPulumiHome();
  beforeAll(async () => {
    sandbox = await startSandbox(options);
  });
  beforeEach(() => {
    running().reset();
    counted.reset();
    process.env["REGISTRAR_BASE_URL"] = running().url;
    process.env["REGISTRAR_API_TOKEN"] = running().token;
  });
  afterEach(() => {
    expectForeignRows(running());
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
  return {
    get sandbox() {
      return running();
    },
    ...counted,
  };
}

/**
 * The calls in a log since the last time of asking, as `METHOD operation`, without those of the preview that an `up` begins with.
 * @param log there is none while tests of another sandbox run
 */
export function countingCalls(log: () => WholeSandbox["log"] | undefined) {
  let seen = 0;
  let previews: { from: number; to: number }[] = [];
  const entriesSoFar = () => log()?.entries() ?? [];
  const count = () => entriesSoFar().length;
  leavingOutPreviews(() => {
    const from = count();
    return () => previews.push({ from, to: count() });
  });
  const fresh = () => {
    const entries = entriesSoFar();
    const isCounted = (n: number) => n >= seen && !previews.some(({ from, to }) => n >= from && n < to);
    // Further pages of a list don't count.
    const isFurther = ({ operation, page }: { operation: string; page?: number }) =>
      operation.endsWith(".list") && page !== undefined;
    const counted = entries.filter((entry, n) => isCounted(n) && !isFurther(entry));
    seen = entries.length;
    return counted.map(({ method, operation }) => `${method} ${operation}`);
  };
  return {
    calls: fresh,
    writes: () => fresh().filter((call) => !call.startsWith("GET ")),
    reset: () => {
      seen = 0;
      previews = [];
    },
  };
}

/** Catches messages of life cycle calls on stderr around each test of the file. @returns what was said since the last time of asking */
export function withSaid(): () => string {
  let lines: string[] = [];
  const all: string[] = [];
  let spy: jest.SpyInstance | undefined;
  leavingOutPreviews(() => {
    const before = lines.length;
    return () => lines.splice(before);
  });
  beforeEach(() => {
    lines = [];
    spy = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
      lines.push(String(text));
      all.push(String(text).replace(/\n$/, ""));
      return true;
    });
  });
  afterEach(() => {
    spy?.mockRestore();
    for (const line of all.splice(0)) expectWellPut(line);
  });
  return () => lines.splice(0).join("");
}

/** Called when such a preview begins. @returns what leaves out all since then, called at its end */
type Watcher = () => () => void;
const watchers: Watcher[] = [];

/** For as long as the tests of this file run. */
export function leavingOutPreviews(watcher: Watcher): void {
  watchers.push(watcher);
}

/** Runs the preview of an `up`. */
export async function asPreview<T>(preview: () => Promise<T>): Promise<T> {
  const ends = watchers.map((watcher) => watcher());
  try {
    return await preview();
  } finally {
    for (const end of ends) end();
  }
}
