/** Profiles: named differences from the plain dialect. Any of them combine, unless two decide the same point differently. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { ProfileError } from "../shared/errors.ts";
import { type Dialect, dialectSchema, plainDialect, rowSettings, type Settings, settingsSchema } from "./dialect.ts";
import { dialects } from "./dialects/index.ts";
import { profileNames } from "./profileNames.generated.ts";
import table from "./profiles.json";

export interface Profile {
  /** The registrar's behaviour, and in brackets its source. */
  readonly description: string;
  /**
   * The help that a client needs: `nothing`; an `override` in the contract file (a renamed field, a missing route); or more
   * than an API can give (`impossible`: the client can only refuse to guess).
   */
  readonly needs: "nothing" | "override" | "impossible";
  /** The default of the number after the name (`page-cap:3`). */
  readonly parameter?: number;
}

/** A profile in its file. */
const rowSchema = z.strictObject({
  is: z.string(),
  source: z.string(),
  needs: z.enum(["nothing", "override", "impossible"]).default("nothing"),
  set: settingsSchema.optional(),
  /** The setting that the number after the name changes, and its default. */
  number: z.tuple([z.enum(Object.keys(dialectSchema.shape)), z.int()]).optional(),
  /** Other profiles that it combines. */
  parts: z.array(z.string()).optional(),
});
type Row = z.output<typeof rowSchema>;

/** A service's dialect, and its rows alone: `porkbun`, `porkbun-rows`. */
const services = Object.entries(dialects).flatMap(([name, given]): [string, Row][] => {
  const { description: is = name, sources = {}, ...set } = settingsSchema.parse(given);
  const row = { is, source: Object.values(sources).join(", "), needs: "override" as const };
  const ofRows = settingsSchema.parse(Object.fromEntries(Object.entries(set).filter(([key]) => rowSettings.has(key))));
  return [
    [name, { ...row, set }],
    [`${name}-rows`, { ...row, is: `the rows of ${is}, in the specification's envelope`, set: ofRows }],
  ];
});

export const dialectNames: readonly string[] = Object.keys(dialects);

const rows: Readonly<Record<string, Row>> = {
  ...z.record(z.string(), rowSchema).parse(table),
  ...Object.fromEntries(services),
};

/** Every profile by name. A name may carry a number: `page-cap:3`. */
export const profiles: Readonly<Record<string, Profile>> = Object.fromEntries(
  Object.entries(rows).map(([name, { is, source, needs, number }]) => {
    const parameter = number === undefined ? {} : { parameter: number[1] };
    return [name, { description: `${is} [${source}]`, needs, ...parameter }];
  }),
);

/** Profiles under which a client must work without help. Tests loop over them. */
export const workableProfiles: readonly string[] = profileNames.filter((name) => profiles[name]?.needs === "nothing");

/** The settings of a profile, of a JSON file, or of JSON itself. */
function partOf(name: string): Settings {
  if (/^\{|\.json$/.test(name)) {
    return settingsSchema.parse(JSON.parse(name.startsWith("{") ? name : readFileSync(name, "utf8")));
  }
  const [, key = "", given] = /^([^:]*)(?::(\d+))?$/.exec(name) ?? [];
  const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
  if (row === undefined || (given !== undefined && row.number === undefined)) {
    throw new ProfileError(
      `There is no profile ${JSON.stringify(name)}.`,
      `Profiles: ${Object.keys(rows).join(", ")}.`,
    );
  }
  const { set = {}, number: [numbered, usual] = [], parts = [] } = row;
  return {
    ...settingsOf(parts),
    ...set,
    ...(numbered !== undefined && { [numbered]: given === undefined ? usual : Number(given) }),
  };
}

const disagree = (a: object, b: object) => {
  const other = new Map<string, unknown>(Object.entries(b));
  return (
    other.size > 0 &&
    Object.entries(a).some(([key, value]) => other.has(key) && !isDeepStrictEqual(other.get(key), value))
  );
};

/** The names of all profiles that cannot be combined with this one. */
export const conflictsWith = (name: string): string[] =>
  profileNames.filter((other) => other !== name && disagree(partOf(name), partOf(other)));

/** The combined differences of the profiles from the plain dialect. */
function settingsOf(names: readonly string[]): Settings {
  let together: Settings = {};
  for (const [index, name] of names.entries()) {
    const part = partOf(name);
    if (disagree(together, part)) {
      const clash = names.slice(0, index).find((earlier) => disagree(partOf(earlier), part));
      throw new ProfileError(
        `The profiles ${clash ?? name} and ${name} set the same dialect differently.`,
        "Name only one.",
      );
    }
    together = { ...together, ...part };
  }
  return together;
}

/** `"a,b"` or `["a", "b"]` as a list. */
export const profileList = (profile: string | readonly string[] | undefined): string[] =>
  (typeof profile === "string" && !profile.startsWith("{") ? profile.split(",") : [profile ?? []].flat())
    .map((name) => name.trim())
    .filter(Boolean);

/** The dialect under these profiles. */
export const dialectOf = (names: readonly string[]): Dialect =>
  dialectSchema.parse({ ...plainDialect, ...settingsOf(names) });
