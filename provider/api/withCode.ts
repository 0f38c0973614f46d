/** The end of a message: its code, and the section of the page of error codes. Programs load this file, so it imports no library. */
import { homepage } from "../../package.json";

/** The page: its address, or its path in the package while the repository has no owner. */
const page = `${homepage.includes("/OWNER/") ? "" : homepage.replace("#readme", "/blob/main/")}docs/reference/errors.md`;

/** A message with the code, and the section that has causes and remedy. */
export const withCode = (message: string, code: string): string =>
  `${message} [${code}: ${page}#${code.toLowerCase()}]`;
