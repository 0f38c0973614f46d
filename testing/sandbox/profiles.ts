/** Profiles: named differences from the plain dialect. Any of them combine, unless two decide the same point differently. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { ProfileError } from "../shared/errors.ts";
import { type Dialect, dialectSchema, plainDialect, rowSettings, type Settings, settingsSchema } from "./dialect.ts";
import { dialects } from "./dialects/index.ts";
import { profileNames } from "./profileNames.generated.ts";
import table from "./profiles.json";

/** A profile in its file. */
const profileSchema = z.strictObject({
  /** The registrar's behaviour, and its source. */
  is: z.string(),
  source: z.string(),
  /**
   * The help that a client needs: `nothing`; an `override` in the contract file (a renamed field, a missing route); or more
   * than an API can give (`impossible`: the client can only refuse to guess).
   */
  needs: z.enum(["nothing", "override", "impossible"]).default("nothing"),
  set: settingsSchema.optional(),
  /** The setting that the number after the name changes, and its default. */
  number: z.tuple([z.enum(Object.keys(dialectSchema.shape)), z.int()]).optional(),
  /** Other profiles that it combines. */
  parts: z.array(z.string()).optional(),
});
type Profile = z.output<typeof profileSchema>;

/** A service's dialect, and its rows alone: `porkbun`, `porkbun-rows`. */
const services = Object.entries(dialects).flatMap(([name, given]): [string, Profile][] => {
  const { description: is = name, sources = {}, ...set } = settingsSchema.parse(given);
  const profile = { is, source: Object.values(sources).join(", "), needs: "override" as const };
  const ofRows = settingsSchema.parse(Object.fromEntries(Object.entries(set).filter(([key]) => rowSettings.has(key))));
  return [
    [name, { ...profile, set }],
    [`${name}-rows`, { ...profile, is: `the rows of ${is}, in the specification's envelope`, set: ofRows }],
  ];
});

export const dialectNames: readonly string[] = Object.keys(dialects);

/** Every profile by name. A name may carry a number: `page-cap:3`. */
export const profiles: Readonly<Record<string, Profile>> = {
  ...z.record(z.string(), profileSchema).parse(table),
  ...Object.fromEntries(services),
};

/** Profiles under which a client must work without help. Tests loop over them. */
export const workableProfiles: readonly string[] = profileNames.filter((name) => profiles[name]?.needs === "nothing");

/** The settings of a profile, of a JSON file, or of JSON itself. */
function partOf(name: string): Settings {
  if (/^\{|\.json$/.test(name)) {
    return settingsSchema.parse(JSON.parse(name.startsWith("{") ? name : readFileSync(name, "utf8")));
  }
  const [, key = "", given] = /^([^:]*)(?::(\d+))?$/.exec(name) ?? [];
  const profile = Object.hasOwn(profiles, key) ? profiles[key] : undefined;
  if (profile === undefined || (given !== undefined && profile.number === undefined)) {
    throw new ProfileError(
      `There is no profile ${JSON.stringify(name)}.`,
      `Profiles: ${Object.keys(profiles).join(", ")}.`,
    );
  }
  const { set = {}, number: [numbered, usual] = [], parts = [] } = profile;
  return {
    ...settingsOf(parts),
    ...set,
    ...(numbered !== undefined && { [numbered]: given === undefined ? usual : Number(given) }),
  };
}

/** Do two parts set the same point differently? */
const disagree = (a: Settings, b: Settings) => {
  const other = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).some(([key, value]) => other.has(key) && !isDeepStrictEqual(other.get(key), value));
};

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
