/** Zone files (RFC 1035 section 5) for programs. Loads no schemas; printing, which does, is exported by the folder's index. */
export type { Place } from "./zoneFile/lexer.ts";
export { ZoneFileError } from "./zoneFile/lexer.ts";
export type { ParsedZone, ParseOptions } from "./zoneFile/parse.ts";
export { parseZone } from "./zoneFile/parse.ts";
export type { LeftOut, LeftOutKind, ZoneFileRecord } from "./zoneFile/record.ts";
