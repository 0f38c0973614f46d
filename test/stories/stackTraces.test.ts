import * as pulumi from "@pulumi/pulumi";
import { StackTraces } from "../../provider/fronts/dynamic/stackTraces.ts";
import { DnsRecord } from "../../provider/index.ts";

const args = { domain: "example.com", type: "A", name: "www", content: "192.0.2.1" } as const;
const limit = Error.stackTraceLimit;

beforeAll(async () => {
  const newResource = ({ inputs }: pulumi.runtime.MockResourceArgs) => ({ id: "1", state: inputs });
  await pulumi.runtime.setMocks({ newResource, call: ({ inputs }) => inputs });
  // What looks at the whole program after a pause has nothing to do here.
  jest.useFakeTimers();
});
afterEach(() => expect(Error.stackTraceLimit).toBe(limit));

/** How many stack traces somebody looks at meanwhile. */
function tracesDuring(work: () => void): number {
  const former = Error.prepareStackTrace;
  let count = 0;
  Error.prepareStackTrace = (error, frames) => {
    if (frames.length > 0) count += 1;
    return String(error);
  };
  try {
    work();
  } finally {
    Error.prepareStackTrace = former;
  }
  return count;
}

it("a record costs a stack trace or two, whatever the number of its properties", () => {
  const one = tracesDuring(() => void new DnsRecord("one", args));
  const more = tracesDuring(() => void new DnsRecord("more", { ...args, ttl: 300, comment: "a comment" }));
  expect(more).toBe(one);
  expect(one).toBeLessThan(8);
});

it("whoever looks for leaked promises gets them all", () => {
  process.env["PULUMI_DEBUG_PROMISE_LEAKS"] = "1";
  try {
    expect(tracesDuring(() => void new DnsRecord("leaks", args))).toBeGreaterThan(15);
  } finally {
    delete process.env["PULUMI_DEBUG_PROMISE_LEAKS"];
  }
});

it("an error while a resource is declared says where", () => {
  const transformations = [
    () => {
      throw new Error("not like this");
    },
  ];
  const declare = () => new DnsRecord("www", args, { transformations });
  const caught = (() => {
    try {
      return declare();
    } catch (error) {
      return error;
    }
  })();
  expect(caught).toBeInstanceOf(Error);
  expect((caught as Error).stack).toMatch(/^Error: not like this[\s\S]*stackTraces\.test\.ts/);
});

it("what already says where it comes from, or is no error, stays as it is", () => {
  const error = new Error("made before");
  const { stack } = error;
  const traces = new StackTraces();
  expect(traces.missingIn(error)).toBe(error);
  expect(error.stack).toBe(stack);
  expect(new StackTraces().missingIn("text")).toBe("text");
  traces.resume();
});
