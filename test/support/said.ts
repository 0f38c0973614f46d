/** Messages of life cycle calls on stderr, caught for the length of a test. */
import { leavingOutPreviews } from "./previews.ts";

/** Catches it around each test of the file. @returns what was said since the last time of asking */
export function withSaid(): () => string {
  let lines: string[] = [];
  let spy: jest.SpyInstance | undefined;
  leavingOutPreviews(() => {
    const before = lines.length;
    return () => lines.splice(before);
  });
  beforeEach(() => {
    lines = [];
    spy = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
  });
  afterEach(() => spy?.mockRestore());
  return () => lines.splice(0).join("");
}
