/** The profiles that a table of cases meets one by one. */
import { workableProfiles } from "../../testing/sandbox/index.ts";
import { fullBehaviour } from "../../testing/sandbox/profiles.ts";
import { isSoak } from "../support/soak.ts";

const together = JSON.stringify(fullBehaviour(["all-awkward"]));

function isInAllAwkward(name: string): boolean {
  try {
    return JSON.stringify(fullBehaviour(["all-awkward", name])) === together;
  } catch {
    return false; // it decides a point differently
  }
}

/** What `all-awkward` does at once is met alone in the soak only. */
export const profilesAlone = workableProfiles.filter(
  (name) => isSoak || name === "all-awkward" || !isInAllAwkward(name),
);
