/** fast-check as tests use it: `npm test` tries the same cases on every machine, `npm run soak` new ones in every run. */
import fc from "fast-check";
import { isSoak } from "./soak.ts";

if (!isSoak) fc.configureGlobal({ seed: 20_261_122 });

export * from "fast-check";
export { default } from "fast-check";
