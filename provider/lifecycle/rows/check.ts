/**
 * The check of resources made of rows, in previews and before writes:
 *
 * 1. `knownChange` makes the change of entries. There is none if a diff would find none, for example if only `skipChecks` is
 *    another, or if it isn't known yet which entries the arguments have.
 * 2. `needsPlan` ends the check of equal entries, such as a name that is spelled differently.
 * 3. `Preview` reads the list, and plans. If the list can't be read, it plans as if exactly the rows of the last run were live,
 *    but not for one row, whose change the engine shows.
 *
 * A check doesn't see the state. It has the inputs of the last run, to which a refresh adds the memory of sets and zones:
 *
 * | | `previous`, which may end the check in step 1 | `predecessor` |
 * |---|---|---|
 * | new resource | - | - |
 * | change, first check of a replacement | inputs of the last run | - |
 * | second check of a replacement | - | inputs of the last run |
 */
import { withCode } from "../../api/index.ts";
import { memoize, optional } from "../../dns/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, FillContext } from "../definition.ts";
import { failuresOfRead } from "../preconditions.ts";
import type { Run } from "../run.ts";
import type { Bag, RowEntry, RowsSpec, Transition } from "./entry.ts";
import { changeOf, copiedMemory, ignoring, isListed, needsPlan, transition, withSettings } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { anyTtl } from "./match.ts";
import { Preview } from "./preview.ts";
import { PlanWords } from "./words.ts";

const movedKind: CheckFailure = {
  reason: withCode(
    "`aliases` names a resource of another kind (such as a `DnsRecordSet` for a `DnsRecord`). Nothing was changed. Rows don't " +
      "move between kinds of resources in one `pulumi up`: remove the alias and the resource, run `pulumi up`, which " +
      "deletes its rows, then declare the new resource and run `pulumi up` again.",
    "ERR_REGISTRAR_PRECONDITION",
  ),
};

/** Does a preview know all arguments that decide if an update may apply a plan? */
const isConsentKnown = ({ known }: { known(key: string): boolean }) =>
  ["domain", "adopt", "maxChanges", "maxUnlistedDeletes", "mode"].every((key) => known(key));

const unplanned = (name: string) =>
  `The plan of \`${name}\` isn't shown, since an argument that limits it (such as \`adopt\` or \`maxUnlistedDeletes\`) isn't ` +
  "known yet. `pulumi up` may change and delete records that this preview doesn't list.";

const unseen = (name: string) =>
  `The list could not be read for the check of \`${name}\`, so this run deletes no records that \`${name}\` never listed, ` +
  "although `maxUnlistedDeletes` allows it. Run it again when the registrar responds.";

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /** Memoized by the arguments, which `defineResource` makes once for all parts of a check. */
  readonly #changeIn = memoize((args: Partial<Args>, context: CheckContext<Args>) =>
    knownChange(this.#spec, args, context),
  );

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /** Passes on the memory of unlisted rows in the inputs, where a refresh wrote it. */
  readonly fill = (args: Partial<Args>, { previous }: FillContext<Args>): Pick<Bag, "rows"> =>
    previous !== undefined && sameDomain(previous.domain, args.domain)
      ? optional({ rows: copiedMemory(this.#spec, args, previous) })
      : {};

  /** Does the change create or update a row? */
  readonly isWriting = (args: Partial<Args>, context: CheckContext<Args>): boolean =>
    (this.#changeIn(args, context)?.changed ?? []).length > 0;

  /**
   * Fails for another kind of resource, and for a former domain that the plan empties without consent. Tells which imported rows
   * the program doesn't list. Makes no call.
   */
  checkWithoutCall(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous !== undefined && !this.#spec.hasData(previous)) return [movedKind];
    const failures = this.#failuresOfEmptied(args, context);
    if (failures.length > 0) return failures;
    const change = this.#changeIn(args, context);
    // Imported rows that an additive zone doesn't list: its plan leaves them alone, and doesn't name them.
    if (change !== undefined && change.unowned.length > 0 && change.scope.extent === "own")
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
    const emptied = transition({ scope, stored, wanted: [], unowned: [] });
    const failures = new Preview(this.#spec.kind, domain, emptied, context).withoutList();
    return failures.map(({ reason }) => ({ reason: `another \`domain\` empties the zone of ${domain}: ${reason}` }));
  }

  /** The check that plans: with the list, if there are settings. It notes the rows that the plan adopts, changes or deletes. */
  readonly checkPlan = async (args: Partial<Args>, context: CheckContext<Args>, inRun: () => Run) => {
    const change = this.#changeIn(args, context);
    if (change === undefined || !needsPlan(change)) return [];
    if (!isConsentKnown(context)) {
      context.log(unplanned(context.name), true);
      return [];
    }
    if (!context.canAsk()) return new Preview(this.#spec.kind, change.domain, change, context).withoutList();
    const run = inRun();
    const preview = new Preview(this.#spec.kind, change.domain, withSettings(change, run.configuration), context);
    if (!run.dryRuns.isHopeless) {
      try {
        return await preview.withList(run);
      } catch (error) {
        const failures = await failuresOfRead(error, context, run);
        if (failures.length > 0) return failures;
      }
    }
    // The update deletes only unlisted rows that the check planned.
    const { extent, maxUnlistedDeletes = 0 } = change.scope;
    if (extent !== "own" && maxUnlistedDeletes > 0) context.log(unseen(context.name), true);
    return preview.withoutList();
  };
}

/** The change that the arguments of a check ask for, without entries whose values aren't known yet. */
interface KnownChange<Row extends AnyRow> extends Transition<Row> {
  readonly domain: string;
}

/**
 * Inputs have IDs only of sets and zones, after a refresh: a row that was edited by hand often isn't found.
 * @returns `undefined` if a diff would find no change, or if the domain or the key of an entry isn't known yet
 */
function knownChange<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  context: CheckContext<Args>,
): KnownChange<Row> | undefined {
  const { previous, predecessor } = context;
  if (previous !== undefined && spec.isSame(args, previous, context)) return undefined;
  const unknownKeys = spec.unknownKeys(args, context);
  if (args.domain === undefined || unknownKeys === undefined) return undefined;
  const domain = domainOf(args);
  const before = previous ?? predecessor;
  const ofDomain = before !== undefined && sameDomain(before.domain, domain) ? before : undefined;
  const change = changeOf(spec, args, ofDomain, context.isImported());
  const isKnown = ({ key }: RowEntry<Row>) => !unknownKeys.has(key);
  const wanted = change.wanted.filter(isKnown);
  const stored = change.stored.filter(isKnown).map(withAnyTtl);
  const scope =
    unknownKeys.size === 0 ? change.scope : ignoring(change.scope, (row) => unknownKeys.has(spec.kind.entryKey(row)));
  // Pairs entries again, without those of unknown values.
  return { domain, ...transition({ scope, wanted, stored, unowned: change.unowned.filter(isKnown) }) };
}

/**
 * Only the state knows which TTLs the registrar raised, so any live TTL counts as granted: an update may correct edited TTLs that
 * no preview counts. A refresh finds them. The TTL of an unlisted entry is the live one.
 */
const withAnyTtl = <Row extends AnyRow>(entry: RowEntry<Row>): RowEntry<Row> =>
  isListed(entry) ? { ...entry, granted: anyTtl } : entry;
