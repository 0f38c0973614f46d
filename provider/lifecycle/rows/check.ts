/**
 * The check of resources made of rows, in previews and before writes:
 *
 * 1. Compare the arguments with those of the last run, then the entries. If they are equal, nothing is read; a set or an
 *    authoritative zone also reads for other arguments, since it owns rows that it doesn't list.
 * 2. Read the list, and plan (preview.ts). If the list can't be read, plan as if exactly the rows of the last run were live.
 *
 * A check has the inputs of the last run, and no state: it knows registrar IDs only after a refresh.
 */
import { withCode } from "../../api/index.ts";
import { memoize } from "../../dns/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, FillContext } from "../definition.ts";
import { failuresOfRead } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { changeOf } from "./change.ts";
import type { Bag, Listed, RowsSpec } from "./entry.ts";
import { ignoring, isListed, memoryIn, pairUnchanged, scopeIn, writtenMemory } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { type Ahead, Preview } from "./preview.ts";
import { PlanWords } from "./words.ts";

const movedKind: CheckFailure = {
  reason: withCode(
    "`aliases` names a resource of another kind (such as a `DnsRecordSet` for a `DnsRecord`). Nothing was changed. Rows don't " +
      "move between kinds of resources in one `pulumi up`: remove the alias and the resource, run `pulumi up`, which " +
      "deletes its rows, then declare the new resource and run `pulumi up` again.",
    "ERR_REGISTRAR_PRECONDITION",
  ),
};

const unseen = (name: string) =>
  `The list could not be read for the check of \`${name}\`, so this run leaves the records that \`${name}\` never listed, ` +
  "although `maxUnlistedDeletes` lets it delete some. Run it again when the registrar responds.";

/** The entries before and after a change of the arguments. */
interface Asked<Row extends AnyRow> extends Ahead<Row> {
  /** Does it write a row, and not only delete rows? */
  readonly isWriting: boolean;
  /** Is there anything to plan? */
  readonly isChanged: boolean;
}

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /**
   * `undefined` if the arguments equal those of the last run, or the domain or an entry's key isn't known yet. Memoized,
   * because a check asks several times.
   */
  readonly #askedIn = memoize((context: CheckContext<Args>, args: Partial<Args>): Asked<Row> | undefined => {
    const { previous } = context;
    if (previous !== undefined && this.#spec.isSame(args, previous)) return undefined;
    const unknownKeys = this.#spec.unknownKeys(args, context);
    if (args.domain === undefined || unknownKeys === undefined) return undefined;
    // The second check of a replacement has no previous arguments, and those of the first as the former ones.
    const { former = previous } = context;
    const domain = domainOf(args);
    const before = former !== undefined && sameDomain(former.domain, domain) ? former : undefined;
    const change = changeOf(this.#spec, args, before, context.isImported());
    const isKnown = ({ key }: Listed<Row>) => !unknownKeys.has(key);
    const wanted = change.wanted.filter(isKnown);
    const stored = change.stored.filter(isKnown).map(anyGranted);
    const { changed, dropped } = pairUnchanged(wanted, stored);
    const isOfUnknownKey = (row: Row) => unknownKeys.size > 0 && unknownKeys.has(this.#spec.kind.title(row));
    const scope = ignoring(scopeIn(this.#spec, args), (row) => change.ignores(row) || isOfUnknownKey(row));
    // A set or an authoritative zone also owns rows that it doesn't list.
    const isChanged = scope.extent !== "own" || changed.length + dropped.length > 0;
    return { domain, scope, wanted, stored, unowned: change.unowned, isWriting: changed.length > 0, isChanged };
  });

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /**
   * Keeps the memory of unlisted rows in the inputs, where a refresh wrote it, while an engine may have copied the arguments from
   * there for `ignoreChanges`: like the update, the next check knows then that the program never listed these rows.
   */
  readonly fill = (args: Partial<Args>, { previous }: FillContext<Args>): Pick<Bag, "rows"> => {
    const memory = previous && memoryIn(previous);
    if (!memory?.some(({ unlisted }) => unlisted) || !sameDomain(previous?.domain, args.domain)) return {};
    const kept = new Set(changeOf(this.#spec, args, previous, false).keptUnlisted.map(({ key }) => key));
    return kept.size === 0 ? {} : { rows: writtenMemory(memory.filter(({ key = "" }) => key === "" || kept.has(key))) };
  };

  /** Does the plan write a row, and not only delete rows? */
  readonly isWriting = (args: Partial<Args>, context: CheckContext<Args>): boolean =>
    this.#askedIn(context, args)?.isWriting === true;

  /** The check without a call. */
  checkWithoutCall(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous !== undefined && !this.#spec.hasData(previous)) return [movedKind];
    const failures = this.#emptiesFormerDomain(args, context);
    if (failures.length > 0) return failures;
    const asked = this.#askedIn(context, args);
    if (asked === undefined) return [];
    const { domain, scope, unowned } = asked;
    if (unowned.length > 0 && scope.extent === "own")
      context.log(new PlanWords({ kind: this.#spec.kind, domain }).unowned(unowned));
    return asked.isChanged && !context.canAsk() ? new Preview(this.#spec.kind, asked, context).unread() : [];
  }

  /** Another domain deletes all rows in the former one, which needs consent as any plan does. */
  #emptiesFormerDomain(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous, known } = context;
    if (previous?.domain === undefined || !known("domain") || sameDomain(previous.domain, args.domain)) return [];
    const domain = domainOf(previous);
    const stored = this.#spec.shownIn(previous).filter(isListed);
    const emptied = { domain, scope: scopeIn(this.#spec, args), stored, wanted: [], unowned: [] };
    return new Preview(this.#spec.kind, emptied, context).unread().map(({ reason }) => ({
      reason: `another \`domain\` empties the zone of ${domain}: ${reason}`,
    }));
  }

  /** The check that reads the list. It notes the rows that the plan changes or deletes. */
  readonly checkWithList = async (args: Partial<Args>, context: CheckContext<Args>, inRun: () => Run) => {
    const asked = this.#askedIn(context, args);
    if (!asked?.isChanged || !context.canAsk()) return [];
    const run = inRun();
    // Only the run has the setting `adopt`.
    const { adopt } = scopeIn(this.#spec, args, run);
    const preview = new Preview(this.#spec.kind, { ...asked, scope: { ...asked.scope, adopt } }, context);
    if (!run.dryRuns.isHopeless) {
      try {
        return await preview.read(run);
      } catch (error) {
        const failures = await failuresOfRead(error, context, run);
        if (failures.length > 0) return failures;
      }
    }
    // The update deletes only unlisted rows that the check planned.
    if (asked.scope.extent !== "own" && (asked.scope.maxUnlistedDeletes ?? 0) > 0)
      context.log(unseen(context.name), true);
    return preview.unread();
  };
}

/**
 * Only the state knows which TTLs the registrar raised, so any live TTL counts as granted. A refresh shows a TTL edited by
 * hand.
 */
const anyGranted = <Row extends AnyRow>(entry: Listed<Row>): Listed<Row> =>
  isListed(entry) ? { ...entry, granted: { ttl: null } } : entry;
