import type * as z from "zod";
import { endpoints } from "../../../provider/api/endpoints/table.ts";
import type { Dialect } from "../dialect.ts";
import { parsedUrl, relativeName } from "../encoding.ts";
import { pagedList } from "../lists.ts";
import { badRequest, notFound, Refusal } from "../refusal.ts";
import { forwardId, presentForward } from "../rows.ts";
import type { SandboxForward } from "../state.ts";
import { type Call, deleted, type Handler, ok, written } from "./call.ts";

/** The type of a request's forward, in the words of the dialect. The third type has one word everywhere. */
function readKind(asked: string | undefined, { forwardTypes }: Dialect): string {
  if (asked === undefined) return "temporary";
  const kind = Object.keys(forwardTypes).find((each) => forwardTypes[each] === asked);
  if (kind !== undefined || asked === "masked") return kind ?? asked;
  const words = Object.values(forwardTypes).join(", ");
  throw badRequest("invalid_type", `type must be one of ${words}, masked, not ${JSON.stringify(asked)}.`);
}

function readForward(
  { source, destination, type }: z.output<(typeof endpoints)["forwards.create"]["body"]>,
  domain: string,
  others: readonly SandboxForward[],
  { dialect }: Call,
): Omit<SandboxForward, "id"> {
  const name = source.toLowerCase();
  // "a host name under the domain": accepts the full host name and its label.
  const label = name === domain ? "" : name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : name;
  const relative = relativeName(label, domain, "source");
  const url = parsedUrl(destination);
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw badRequest(
      "invalid_destination",
      `destination must be a full http or https URL, not ${JSON.stringify(destination)}.`,
    );
  }
  const isKept = (other: SandboxForward) => dialect.duplicates && other.destination === destination;
  if (others.some((other) => other.source === relative && !isKept(other))) {
    throw new Refusal(
      dialect.conflictStatus,
      "duplicate_forward",
      `A URL forward of ${source || "the apex"} already exists.`,
    );
  }
  return { source: relative, destination, type: readKind(type, dialect) };
}

function findForward({ store, domain, element, dialect }: Call): SandboxForward {
  const forward = store.forwards(domain).all.find((each) => String(forwardId(each, dialect)) === element);
  if (forward === undefined) throw notFound("forward_not_found", `${domain} has no URL forward ${element}.`);
  return forward;
}

const list: Handler = ({ store, domain, dialect, views }) => {
  const items = views.forwards.see(domain, store.forwards(domain).all, undefined, dialect);
  const present = (forward: SandboxForward) => presentForward(forward, domain, dialect);
  // A complete list. Only a silent cap shortens it.
  const pageCap = dialect.paging === "ignored" ? dialect.pageCap : null;
  return ok(pagedList("url_forwards", { items, present }, {}, { ...dialect, paging: "ignored", pageCap }));
};

const create: Handler = (call) => {
  const { store, domain, body, dialect } = call;
  const { all: others } = store.forwards(domain);
  const draft = readForward(endpoints["forwards.create"].body.parse(body), domain, others, call);
  const forward = { id: store.nextId(), ...draft };
  store.forwards(domain).add(forward);
  return written(dialect.createStatus, "URL forward created.", presentForward(forward, domain, dialect), dialect);
};

const update: Handler = (call) => {
  const { store, domain, body, dialect } = call;
  const old = findForward(call);
  const asked = endpoints["forwards.update"].body.parse(body);
  const others = store.forwards(domain).all.filter((forward) => forward.id !== old.id);
  const draft = readForward(asked, domain, others, call);
  const type = asked.type === undefined && dialect.putMerges ? old.type : draft.type;
  const forward = { id: dialect.idsChangeOnPut ? store.nextId() : old.id, ...draft, type };
  store.forwards(domain).replace(old, forward);
  return written(200, "URL forward updated.", presentForward(forward, domain, dialect), dialect);
};

const remove: Handler = (call) => {
  const { store, domain, dialect } = call;
  store.forwards(domain).remove(findForward(call));
  return deleted("URL forward deleted.", dialect);
};

export const forwardOperations = {
  "forwards.list": list,
  "forwards.create": create,
  "forwards.update": update,
  "forwards.delete": remove,
};
