/** The profiles that a table of cases meets one by one. */
import { workableProfiles } from "../../testing/sandbox/index.ts";
import { dialectOf } from "../../testing/sandbox/profiles.ts";
import { isSoak } from "../support/soak.ts";

/** @returns undefined if two of them decide one point differently */
function behaviourOf(...profiles: string[]): string | undefined {
  try {
    return JSON.stringify(dialectOf(profiles));
  } catch {
    return undefined;
  }
}

const isInAllAwkward = (name: string) => behaviourOf("all-awkward", name) === behaviourOf("all-awkward");

const groups: string[][] = [];
for (const name of workableProfiles) {
  if (!isSoak && name !== "all-awkward" && isInAllAwkward(name)) continue;
  const group = isSoak ? undefined : groups.find((some) => behaviourOf(...some, name) !== undefined);
  if (group === undefined) groups.push([name]);
  else group.push(name);
}

/** In the soak each alone. Else without what `all-awkward` does, and as many at once as no point is decided twice. */
export const profilesAlone = groups.map((group) => group.join());
