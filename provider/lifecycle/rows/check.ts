/**
 * The checks of resources made of rows, in previews and before writes:
 *
 * 1. `#changeIn` ends the checks if a diff would find no change, for example if only `skipChecks` is another.
 * 2. `#knownChange` pairs the entries before and after. Without the keys of unknown values, it ends them, too.
 * 3. `checkWithoutCall` fails and tells what needs no list.
 * 4. `needsPlan` ends the check of equal entries, such as a name that is spelled differently.
 * 5. `checkPlan` plans (planCheck.ts): with the list, or if the registrar can't be reached, as if the rows of the last run were
 *    live. Errors that `up` would meet, too, fail.
 *
 * A check doesn't see the state. It has the inputs of the last run or the import, to which a refresh adds the memory of sets and
 * zones:
 *
 * | check | these inputs | if they equal the new ones |
 * |---|---|---|
 * | of a new resource | none | - |
 * | of a change; the first one of a replacement | `previous` | step 1 ends the check |
 * | the second one of a replacement | `predecessor` | step 1 doesn't: the rows are made again |
 */
import { withCode } from "../../api/index.ts";
import { memoize, optional } from "../../dns/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, FillContext } from "../definition.ts";
import { failuresOfRead } from "../preconditions.ts";
import type { Run } from "../run.ts";
import {
  type Bag,
  changeOf,
  copiedMemory,
  ignoring,
  isUnconfirmed,
  needsPlan,
  ownsAll,
  type RowEntry,
  type RowsSpec,
  scopeArguments,
  transition,
  withSettings,
} from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { anyTtl } from "./match.ts";
import { isListed } from "./memory.ts";
import { planCheckOf } from "./planCheck.ts";
import { movedKind, PlanWords, unplanned, unseen } from "./words.ts";

/** Does a preview know all arguments that decide if an update may apply a plan? */
const isConsentKnown = ({ known }: { known(key: string): boolean }) =>
  ["domain", ...scopeArguments].every((key) => known(key));

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /** Memoized for the parts of one check, which share its context. `undefined`: a diff would find no change, or none is known */
  readonly #changeIn = memoize((context: CheckContext<Args>, args: Partial<Args>) => {
    const { previous } = context;
    const isSame = previous !== undefined && this.#spec.isSame(args, previous, context);
    return isSame ? undefined : this.#knownChange(args, context);
  });

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /** @returns `undefined` if the domain isn't known yet, or if an entry with unknown values could be of any key */
  #knownChange(args: Partial<Args>, context: CheckContext<Args>) {
    const spec = this.#spec;
    const unknownKeys = spec.unknownKeys(args, context);
    if (args.domain === undefined || unknownKeys === undefined) return undefined;
    const isKnown = ({ key }: RowEntry<Row>) => !unknownKeys.has(key);
    // Only the state knows which TTLs the registrar raised, so any live TTL counts as granted: an update may correct edited TTLs
    // that no preview counts. A refresh finds them. The TTL of an unlisted entry is the live one.
    const withAnyTtl = (entry: RowEntry<Row>) => (isListed(entry) ? { ...entry, granted: anyTtl } : entry);
    const known: RowsSpec<Row, Args, State> = {
      ...spec,
      scopeOf: (bag) => ignoring(spec.scopeOf(bag), (row) => unknownKeys.has(spec.kind.entryKey(row))),
      wantedIn: (bag) => spec.wantedIn(bag).filter(isKnown),
      rememberedIn: (bag) => spec.rememberedIn(bag).filter(isKnown).map(withAnyTtl),
    };
    const domain = domainOf(args);
    const before = context.previous ?? context.predecessor;
    const ofDomain = before !== undefined && sameDomain(before.domain, domain) ? before : undefined;
    return { domain, ...changeOf(known, args, ofDomain, isUnconfirmed(ofDomain)) };
  }

  /** Passes on the memory of unlisted rows in the inputs, where a refresh wrote it, and that they are those of an import. */
  readonly fill = (args: Partial<Args>, { previous }: FillContext<Args>): Pick<Bag, "rows" | "imported"> => {
    if (previous === undefined || !sameDomain(previous.domain, args.domain)) return {};
    const imported = isUnconfirmed(previous) ? "checked" : undefined;
    return optional({ rows: copiedMemory(this.#spec, args, previous), imported });
  };

  /** Does an entry of the change create or update a row? */
  readonly isWriting = (args: Partial<Args>, context: CheckContext<Args>): boolean =>
    (this.#changeIn(context, args)?.changed ?? []).length > 0;

  /**
   * Fails for another kind of resource, and for a former domain that the plan empties without consent. Tells which imported rows
   * the program doesn't list.
   */
  checkWithoutCall(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous !== undefined && !this.#spec.hasData(previous))
      return [{ reason: withCode(movedKind, "ERR_REGISTRAR_PRECONDITION") }];
    const failures = this.#failuresOfEmptied(args, context);
    if (failures.length > 0) return failures;
    const change = this.#changeIn(context, args);
    // An additive zone leaves rows alone that an import or a refresh found and it doesn't list, and its plan doesn't name them.
    if (change !== undefined && change.unowned.length > 0 && !ownsAll(change.scope))
      context.log(new PlanWords({ kind: this.#spec.kind, domain: change.domain }).unowned(change.unowned));
    return [];
  }

  /** Another domain deletes all rows in the former one, which needs consent as any plan does. Logs what it deletes. */
  #failuresOfEmptied(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous?.domain === undefined || !isConsentKnown(context) || sameDomain(previous.domain, args.domain))
      return [];
    const domain = domainOf(previous);
    const stored = this.#spec.rememberedIn(previous).filter(isListed);
    // The rows are those of the former domain, the consent is that of the new arguments.
    const scope = { ...this.#spec.scopeOf(previous), maxChanges: this.#spec.scopeOf(args).maxChanges };
    const emptied = { domain, ...transition({ scope, stored, wanted: [] }) };
    const failures = planCheckOf(this.#spec.kind, emptied, context).planAsRemembered();
    return failures.map(({ reason }) => ({ reason: `another \`domain\` empties the zone of ${domain}: ${reason}` }));
  }

  /** The check that plans: with the list, if there are settings and the registrar shows it. */
  readonly checkPlan = async (args: Partial<Args>, context: CheckContext<Args>, inRun: () => Run) => {
    const { kind } = this.#spec;
    const change = this.#changeIn(context, args);
    if (change === undefined || !needsPlan(change)) return [];
    if (!isConsentKnown(context)) {
      context.log(unplanned(context.name), true);
      return [];
    }
    const run = context.canAskOrWarn() ? inRun() : undefined;
    if (run !== undefined && !run.dryRuns.isHopeless) {
      try {
        return await planCheckOf(kind, withSettings(change, run.configuration), context).withList(run);
      } catch (error) {
        const failures = await failuresOfRead(error, context, run);
        if (failures.length > 0) return failures;
      }
    }
    // The update deletes only unlisted rows that the check planned.
    const { maxUnlistedDeletes = 0 } = change.scope;
    if (run !== undefined && ownsAll(change.scope) && maxUnlistedDeletes > 0) context.log(unseen(context.name), true);
    return planCheckOf(kind, change, context).planAsRemembered();
  };
}
