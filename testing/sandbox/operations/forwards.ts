import type * as z from "zod";
import { endpoints } from "../../../provider/api/endpoints/table.ts";
import type { Behaviour } from "../behaviour.ts";
import { relativeName } from "../encoding.ts";
import { wholeList } from "../lists.ts";
import { forwardKinds, presentForward, readId } from "../present.ts";
import { badRequest, notFound, Refusal } from "../refusal.ts";
import type { SandboxForward } from "../state.ts";
import { type Call, deleted, type Handler, ok, written } from "./call.ts";
import { missingRoute } from "./records.ts";

/** The type of a request's forward, in the words of the behaviour. Also accepts a type as responses show it. */
function readKind(asked: string | undefined, { forwardTypes }: Behaviour): string {
  if (asked === undefined) return "temporary";
  const spoken = forwardKinds[forwardTypes === "own" ? "own" : "words"];
  const kind = spoken.find(([, word]) => word === asked)?.[0] ?? (asked === "masked" ? asked : undefined);
  if (kind !== undefined) return kind;
  const words = spoken.map(([, word]) => word).join(", ");
  throw badRequest("invalid_type", `type must be one of ${words}, masked, not ${JSON.stringify(asked)}.`);
}

function readForward(
  { source, destination, type }: z.output<(typeof endpoints)["forwards.create"]["body"]>,
  domain: string,
  others: readonly SandboxForward[],
  { behaviour }: Call,
): Omit<SandboxForward, "id"> {
  const name = source.toLowerCase();
  // "a host name under the domain": accepts the full host name and its label.
  const label = name === domain ? "" : name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : name;
  const relative = relativeName(label, domain, "source");
  const url = URL.canParse(destination) ? new URL(destination) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw badRequest(
      "invalid_destination",
      `destination must be a full http or https URL, not ${JSON.stringify(destination)}.`,
    );
  }
  const isKept = (other: SandboxForward) => behaviour.duplicates && other.destination === destination;
  if (others.some((other) => other.source === relative && !isKept(other))) {
    throw new Refusal(
      behaviour.conflictStatus,
      "duplicate_forward",
      `A URL forward of ${source || "the apex"} already exists.`,
    );
  }
  return { source: relative, destination, type: readKind(type, behaviour) };
}

function findForward({ store, domain, element, behaviour }: Call): SandboxForward {
  const id = readId(element, "forward", behaviour);
  const forward = store.forwards(domain).find(id);
  if (forward === undefined) throw notFound("forward_not_found", `${domain} has no URL forward ${element}.`);
  return forward;
}

const list: Handler = ({ store, domain, behaviour, views }) => {
  const items = views.forwards.see(domain, store.forwards(domain).all, 1, behaviour);
  const present = (forward: SandboxForward) => presentForward(forward, domain, behaviour);
  return ok(wholeList("url_forwards", { items, present }, behaviour));
};

const create: Handler = (call) => {
  const { store, domain, body, behaviour } = call;
  const { all: others } = store.forwards(domain);
  const draft = readForward(endpoints["forwards.create"].body.parse(body), domain, others, call);
  const forward = { id: store.nextId(), ...draft };
  store.forwards(domain).add(forward);
  return written(behaviour.createStatus, "URL forward created.", presentForward(forward, domain, behaviour), behaviour);
};

const update: Handler = (call) => {
  const { store, domain, body, behaviour } = call;
  missingRoute(behaviour.putMissing);
  const old = findForward(call);
  const asked = endpoints["forwards.update"].body.parse(body);
  const others = store.forwards(domain).all.filter((forward) => forward.id !== old.id);
  const draft = readForward(asked, domain, others, call);
  const type = asked.type === undefined && behaviour.putMerges ? old.type : draft.type;
  const forward = { id: behaviour.idsChangeOnPut ? store.nextId() : old.id, ...draft, type };
  store.forwards(domain).replace(old.id, forward);
  return written(200, "URL forward updated.", presentForward(forward, domain, behaviour), behaviour);
};

const remove: Handler = (call) => {
  const { store, domain, behaviour } = call;
  missingRoute(behaviour.deleteMissing);
  store.forwards(domain).remove(findForward(call).id);
  return deleted("URL forward deleted.", behaviour);
};

export const forwardOperations = {
  "forwards.list": list,
  "forwards.create": create,
  "forwards.update": update,
  "forwards.delete": remove,
};
