/** What a plan needs consent for. Both guards hold before the first write, and in a preview. */

import { countsOf, formatSteps } from "./format.ts";
import type { Plan, Step } from "./plan.ts";
import type { ZoneArgs } from "./state.ts";

/** Above this share of the records that exist, changes and deletions need consent, in zones of at least this size. */
const maxPercent = 30;
const smallest = 10;

type Consent = Pick<ZoneArgs, "maxChange" | "deleteUnlisted" | "only">;

/** Why a plan must not be carried out without more consent; empty if it may. */
export function refusals(plan: Plan, args: Consent): string[] {
  return [...blockedText(plan), ...shareText(plan, args), ...unlistedText(plan, args)];
}

function blockedText({ blocked }: Plan): string[] {
  if (blocked.length === 0) return [];
  const shown = blocked.slice(0, 10).map((text) => `  ${text}`);
  const more = blocked.length > 10 ? [`  and ${blocked.length - 10} more`] : [];
  return [
    [
      "records of this zone that belong to other owners conflict with the declared records:",
      ...shown,
      ...more,
      "Declare them with their live values, delete them in the registrar's dashboard, or, if only the TTL, comment or priority differs, take them over with `adopt: true`.",
    ].join("\n"),
  ];
}

function shareText(plan: Plan, { maxChange }: Consent): string[] {
  const { updates, deletes } = countsOf(plan);
  const changes = updates + deletes;
  const isAllowed =
    maxChange !== undefined ? changes <= maxChange : plan.base < smallest || changes * 100 <= plan.base * maxPercent;
  if (isAllowed) return [];
  const limit = maxChange !== undefined ? `\`maxChange\` allows ${maxChange}` : `the limit is ${maxPercent} %`;
  const touching = plan.steps.filter(({ kind }) => kind === "update" || kind === "delete");
  return [
    [
      `this would change ${updates} and delete ${deletes} of ${plan.base} records, but ${limit}:`,
      ...formatSteps(touching),
      `Nothing was changed. If you intend this, set \`maxChange: ${changes}\` on this DnsZone for this run.`,
    ].join("\n"),
  ];
}

/** Changes of records that this resource never listed. */
export const unlistedSteps = ({ steps }: Plan): Step[] =>
  steps.filter((step) => (step.kind === "delete" || step.kind === "update") && !step.isOwned);

function unlistedText(plan: Plan, { deleteUnlisted, only }: Consent): string[] {
  const steps = unlistedSteps(plan);
  const allowed = typeof deleteUnlisted === "number" ? deleteUnlisted : deleteUnlisted === true ? Infinity : 0;
  if (steps.length <= allowed) return [];
  const isNew = plan.steps.every((step) => step.kind === "create" || step.stored === undefined);
  const renamed = " If this resource only has a new name in the program, name the old one in its option `aliases`.";
  return [
    [
      `this would remove or overwrite ${steps.length} ${steps.length === 1 ? "record" : "records"} that this resource never listed${allowed > 0 ? `, but \`deleteUnlisted\` allows ${allowed}` : ""}:`,
      ...formatSteps(steps),
      `Nothing was changed. List them in ${only === undefined ? "`records`, name them in `ignore`" : "`values`"}, or, to delete them, set \`deleteUnlisted: ${steps.length}\` or \`true\`.${isNew ? renamed : ""}`,
    ].join("\n"),
  ];
}
