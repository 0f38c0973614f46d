/** What stands in the way of an item, and the ways out. */
import { aloneRule } from "../../dns/index.ts";
import { PreconditionError } from "../errors.ts";

/** What a person can do: the likeliest way first, the others as a list. */
function waysOut(...ways: readonly (string | undefined)[]): string {
  const [first, ...others] = ways.filter((way) => way !== undefined);
  const rest = others.map((way) => `\n- ${way}`).join("");
  return `Nothing was changed. ${first}${rest && ` Otherwise:${rest}`}`;
}

/** How a resource met what exists already. */
export interface Meeting {
  /** It is another item, in the place of the wanted one. */
  isInPlace?: boolean;
  /** The registrar's words, where its list did not show the item. */
  refusal?: string;
  /** Do the resources of this program trade items? Only in TypeScript and JavaScript, where the classes tell what the others were. */
  isTrading: boolean;
  /** The resource exists, and was another item so far. */
  isMove: boolean;
  isRecord: boolean;
}

/**
 * What exists already stands in the way: it is what the resource is to be, several items are, or a record cannot stand beside it (a CNAME
 * stands alone). The program does not own it, and nothing was changed.
 * @remedy The message says the likeliest way out first: set `adopt: true` on the resource to take the item over; declare a
 * set of records as one `DnsRecordSet`; name the old resource in `aliases` if you only renamed it; run `registrar
 * import` for a whole domain; or delete in the dashboard what you do not want.
 */
export class AlreadyExistsError extends PreconditionError {
  override readonly code = "ERR_REGISTRAR_EXISTS";

  constructor(item: string, { isInPlace = false, refusal, isTrading, isMove, isRecord }: Meeting) {
    const there = isInPlace ? `another item is in its place: ${item}` : `${item} exists already`;
    const adopt = isInPlace
      ? 'set `adopt: "overwrite"` on this resource, which changes it'
      : "set `adopt: true` on this resource";
    const apart = isRecord
      ? "declare the set as one `DnsRecordSet`: in this language, resources do not trade their values"
      : "let that one give it up in a `pulumi up` before this one";
    const own = `${isMove && !isTrading ? "If no resource of this program has it" : "To take it over"}, ${adopt}.`;
    const others = isTrading ? undefined : `If another resource of this program has it, ${apart}.`;
    super({
      what: refusal === undefined ? there : `${there}, according to the registrar (${refusal})`,
      advice: waysOut(
        ...(isMove ? [others, own] : [own, others]),
        isTrading || isMove
          ? undefined
          : "If you renamed or moved the resource in the program, name the old one in its option `aliases`.",
        isTrading || isMove ? undefined : "If you run `pulumi up --replace`, set its option `deleteBeforeReplace`.",
        isInPlace
          ? undefined
          : "If an interrupted run created it, set `registrar:adopt` (or REGISTRAR_ADOPT=1) for the next run only, which takes over all identical items.",
        "If there are many, `registrar import` writes a program and an import file for them.",
        "If it was deleted a moment ago, run `pulumi up` again.",
      ),
    });
  }
}

/** A record is to be made beside one that it cannot stand beside. Nothing was changed. */
export class StandsBesideError extends PreconditionError {
  override readonly code = "ERR_REGISTRAR_EXISTS";

  /** @param others what is there already */
  constructor(item: string, others: readonly string[], isTrading: boolean) {
    super({
      what: `${item} cannot stand beside what the domain has already: ${others.slice(0, 5).join("; ")}${others.length > 5 ? "; ..." : ""} (${aloneRule})`,
      advice: waysOut(
        isTrading
          ? undefined
          : "If this program gives the other record up, do that in a `pulumi up` before this one, or name its resource in the option `aliases` of this one, which then replaces it.",
        "Delete the other record in the registrar's dashboard, or take it over with `registrar import` and change it in the program.",
      ),
    });
  }
}
