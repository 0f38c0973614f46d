/** Errors of the life cycle functions: conflicts, failed preconditions and refused orders, with their remedies. */
import { type EndpointName, type ErrorFacts, RegistrarError, UnconfirmedError } from "../api/index.ts";

/** The remedy after a rename, in a form that each language takes. */
export const aliased =
  'list the old one in its option `aliases`, as `{ name: "old-name" }` or by its URN (`pulumi stack --show-urns`).';

/**
 * The domain's state forbids the change.
 * @cause the domain is locked; to leave it so, run `pulumi state delete`
 * @cause the domain uses nameservers of another service; if that is right, remove the resource
 * @cause these are the registrar's own: name them as `serviceNameservers`
 * @remedy Unlock the domain in the dashboard, or set its nameservers first.
 */
export class PreconditionError extends RegistrarError {
  override readonly code: RegistrarError["code"] = "ERR_REGISTRAR_PRECONDITION";
}

/** @param error tells why a state can't be read */
export const editedState = ({ message }: Error) =>
  new PreconditionError({
    what: `the state of this resource was edited: ${message}`,
    advice:
      "Nothing was changed. Restore it, or remove the resource from it (`pulumi state delete`) and import it again.",
  });

/**
 * A row has no ID.
 * @cause the ID has another name in the responses
 * @cause the API has no IDs
 * @remedy Name the field in a contract file, or change the row in the dashboard.
 */
export class NotIdentifiedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_NOT_IDENTIFIED";

  /** The registrar's lists have no IDs, and none is known from before. */
  static withoutId(item: string): NotIdentifiedError {
    return new NotIdentifiedError({
      what: `${item} has no ID in the registrar's list, so it cannot be changed or deleted through the API`,
      advice:
        "If the ID has another name in the registrar's responses, declare that name in a contract file (`fields`, `id`).",
    });
  }

  /** No row that the registrar lists has an ID. */
  static ofApi(operation: EndpointName, domain: string, done = "Nothing was created."): NotIdentifiedError {
    return new NotIdentifiedError({
      operation,
      domain,
      what: "rows of this API have no IDs, so no call can change or delete a row",
      advice: `${done} If the ID has another name, \`pulumi-registrar doctor\` proposes the line for a contract file.`,
    });
  }
}

/** The domain uses nameservers of another service, and the registrar manages records, forwards and contacts only on its own. */
export class ForeignNameserversError extends PreconditionError {
  readonly nameservers: readonly string[];
  /** The registrar itself says that nameservers are the reason. */
  readonly isConfirmed: boolean;

  /** @param shown the nameservers, for the message @param subject needs the service's nameservers, such as `records` */
  constructor(
    domain: string,
    nameservers: readonly string[],
    shown: string,
    { what: answer, words }: Pick<ErrorFacts, "what" | "words">,
    subject: string,
  ) {
    super({
      what:
        `${subject} can only be managed on the service's own nameservers, but ${domain} uses ` + `${shown} (${answer})`,
      words,
      advice:
        `To manage ${subject} here, declare a \`Nameservers\` resource with the service's nameservers in the same ` +
        "program, and pass its output `domain` to this resource, or write `dependsOn`.",
    });
    this.nameservers = nameservers;
    this.isConfirmed = /name ?server/i.test(answer);
  }
}

/**
 * A write failed in part, or its outcome is unknown.
 * @cause the connection broke after the request
 * @cause Ctrl-C, or the end of `customTimeouts`
 * @remedy Run again: the provider looks for the row before it writes.
 */
export class UnknownOutcomeError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNFINISHED";

  /** @param what default: it isn't known whether the item was created */
  constructor(item: string, error: RegistrarError, what = `it is not known whether ${item} was created`) {
    const { operation, domain, status, words } = error;
    // Names the contract line.
    const line = error instanceof UnconfirmedError ? `${error.advice} ` : "";
    super({
      operation,
      domain,
      status,
      outcome: "unknown",
      what: `${what}: ${error.what}`,
      words,
      advice: `${line}Run \`pulumi up\` again: it reads first, and creates only what does not exist.`,
    });
  }
}

/**
 * An order or deletion exceeds what the program allows.
 * @cause the price is above `maxPrice`, or the name is premium
 * @cause a zone has more unlisted records than `maxUnlistedDeletes`, which also overwrites a CNAME
 * @remedy If you agree, raise the argument that the message names.
 */
export class ConsentNeededError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_CONSENT_NEEDED";

  constructor(domain: string, refusals: readonly string[]) {
    super({
      what: `the zone of ${domain} was not changed: ${refusals.join("\n")}`,
      advice: "Then run `pulumi up` again.",
    });
  }
}

/** May the registrar have carried out a call that failed? */
export const isUnknown = (error: unknown): error is RegistrarError =>
  error instanceof RegistrarError && error.outcome === "unknown";

/**
 * A row that the program doesn't own exists or conflicts.
 * @cause a person or another stack made the row: import it
 * @cause the resource was renamed: list its old name in `aliases`
 * @cause another resource gives the row up: run `pulumi up` for that first
 * @cause `registrar:adopt` is `false`: set `REGISTRAR_ADOPT=true` for one `pulumi up`
 * @cause the registrar's list never shows the row: delete it in the dashboard
 * @remedy Then run `pulumi up` again.
 */
export class AlreadyExistsError extends PreconditionError {
  override readonly code = "ERR_REGISTRAR_EXISTS";

  /** The row is as wanted, and the setting `adopt` is false. */
  static notAdopted(item: string): AlreadyExistsError {
    return new AlreadyExistsError({
      what: `${item} exists already, and the setting \`registrar:adopt\` is false`,
      advice: "Nothing was changed. If another stack declares it, remove it from one of the two.",
    });
  }

  /** The row has the name of the wanted row, and other data. */
  static inPlace(item: string): AlreadyExistsError {
    return new AlreadyExistsError({
      what: `another row is in its place: ${item}`,
      advice:
        "Nothing was changed. If another stack or a person made it, import it (`pulumi-registrar import`), and then change " +
        "it in the program.",
    });
  }

  /** The registrar refuses the row as a duplicate, and only a list after that shows it: another stack or a person made it. */
  static shownLate(item: string): AlreadyExistsError {
    return new AlreadyExistsError({
      what: `${item} exists already: the registrar's list shows it only now`,
      advice: "Nothing was changed. Run `pulumi up` again, which adopts it.",
    });
  }

  /** The registrar refuses the row as a duplicate, and its list doesn't show the row. */
  static notShown(item: string, { what, words }: RegistrarError): AlreadyExistsError {
    return new AlreadyExistsError({
      what: `${item} exists already, according to the registrar (${what})`,
      words,
      advice: "Nothing was changed. Run `pulumi up` again in a minute: the registrar's list doesn't show it yet.",
    });
  }

  /** Existing records conflict with the wanted one, such as an A at the name of a CNAME. */
  static conflicting(item: string, others: readonly string[]): AlreadyExistsError {
    return new ConflictError({
      what:
        `${item} conflicts with existing records of the domain: ${someOf(others)} ` +
        "(a CNAME is alone at its name, RFC 1034 section 3.6.2)",
      advice: `Nothing was changed. If you don't need it any more, delete ${others[0]} in the registrar's dashboard.`,
    });
  }
}

/** Unlike after other rows that exist, the wanted row won't show in a later list. */
export class ConflictError extends AlreadyExistsError {}

const someOf = (rows: readonly string[]) => `${rows.slice(0, 5).join("; ")}${rows.length > 5 ? "; ..." : ""}`;

/** The API does not say the currency. */
export const currencyNote = "in the account's currency, fees and tax included";

/**
 * The domain, its price or an earlier order forbids the order.
 * @cause the name is taken: use the token of its account
 * @cause an earlier order has an unknown outcome
 * @cause the price or status has another form: a [contract line](contract.md)
 * @remedy Look in the dashboard. If you order there, `pulumi up` adopts the domain.
 */
export class OrderRefusedError extends RegistrarError {
  override readonly code: RegistrarError["code"] = "ERR_REGISTRAR_NOT_ORDERED";
  /** The argument to change, or `domain`. */
  readonly property: string;

  constructor(property: string, { what, advice }: Pick<ErrorFacts, "what" | "advice">) {
    super({ what, advice: `This run ordered nothing. ${advice}` });
    this.property = property;
  }
}

/** The price is above what the program accepts, or the program accepts none, or no premium name. */
export class OrderConsentNeededError extends OrderRefusedError {
  override readonly code = "ERR_REGISTRAR_CONSENT_NEEDED";
}
