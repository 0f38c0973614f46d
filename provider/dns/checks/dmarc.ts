import { dmarcProblem, isDmarc } from "../mail/dmarcTags.ts";
import { readText, showText } from "../text.ts";
import { check, type RecordCheck } from "./check.ts";

/** Checks of TXT records that carry DMARC policies. RFC 7489. */
export const dmarcChecks: readonly RecordCheck<{ name?: string; content?: string }>[] = [
  check("dmarc-name", "best-practice", {
    reference: "RFC 7489 section 6.1",
    description: "A DMARC policy stands at `_dmarc`.",
    property: "name",
    needs: ["name", "content"],
    find: ({ name = "", content = "" }) =>
      isDmarc(readText(content)) && !/^_dmarc(?:\.|$)/i.test(name) && !/\._report\._dmarc(?:\.|$)/i.test(name)
        ? `receivers look for a DMARC policy at "_dmarc" only. Write name: ${showText(name === "" || name === "@" ? "_dmarc" : `_dmarc.${name}`)}`
        : undefined,
  }),
  check("dmarc-policy", "best-practice", {
    reference: "RFC 7489 section 6.3",
    also: "octoDNS mail",
    description: "A DMARC policy begins with `v=DMARC1`, names a policy (`p=`), and its other tags have valid values.",
    property: "content",
    needs: ["name", "content"],
    find: ({ name = "", content = "" }) => {
      const text = readText(content);
      return /^_dmarc(?:\.|$)/i.test(name) && isDmarc(text) ? dmarcProblem(text) : undefined;
    },
  }),
];
