import { endpoints } from "../../../provider/api/endpoints/table.ts";
import { serviceNameservers } from "../fixtures.ts";
import { pagedList } from "../lists.ts";
import { apexRecords, type JsonObject, presentForeign, presentRecord, readId } from "../present.ts";
import { asBody, checkConflicts, readRecord, requireContent } from "../records.ts";
import { badRequest, notFound, Refusal } from "../refusal.ts";
import type { SandboxDomain, SandboxRecord } from "../state.ts";
import { type Call, deleted, type Handler, ok, written } from "./call.ts";

/** Does the domain use only the service's nameservers? */
const onServiceNameservers = (domain: SandboxDomain) =>
  domain.nameservers.length > 0 && domain.nameservers.every((host) => serviceNameservers.includes(host));

/** "DNS management requires the service's own nameservers." */
export function requireServiceNameservers(domain: SandboxDomain): void {
  if (onServiceNameservers(domain)) return;
  throw badRequest(
    "foreign_nameservers",
    `DNS management requires the service's own nameservers (${serviceNameservers.join(", ")}); ` +
      `${domain.name} uses ${domain.nameservers.join(", ")}.`,
  );
}

export function missingRoute(status: number | undefined): void {
  if (status !== undefined) throw new Refusal(status, "not_found", "There is no such route.");
}

function findRecord({ store, domain, element, behaviour }: Call): SandboxRecord {
  const id = readId(element, "record", behaviour);
  const record = store.records(domain).find(id);
  if (record !== undefined) return record;
  if (id !== undefined && id < 1000) throw badRequest("read_only_record", "This record cannot be changed.");
  throw notFound("record_not_found", `${domain} has no DNS record ${element}.`);
}

const list: Handler = ({ store, domain, query, behaviour, views }) => {
  const held = store.domain(domain);
  const paging = endpoints["records.list"].query.parse(query);
  const records = views.records.see(domain, store.records(domain).all, paging.page ?? 1, behaviour);
  const apex = onServiceNameservers(held) ? apexRecords(held, behaviour) : [];
  const foreign = held.foreignRows.map((row) => presentForeign(row, domain, behaviour));
  const asIs = (row: JsonObject) => () => row;
  const items = [...apex.map(asIs), ...records, ...foreign.map(asIs)];
  const present = (item: SandboxRecord | (() => JsonObject)) =>
    typeof item === "function" ? item() : presentRecord(item, domain, behaviour);
  return ok(pagedList("records", { items, present }, paging, behaviour));
};

const create: Handler = ({ store, domain, body, behaviour }) => {
  requireServiceNameservers(store.domain(domain));
  const asked = endpoints["records.create"].body.parse(body);
  requireContent(asked, behaviour);
  const draft = readRecord(asked, domain);
  checkConflicts(draft, store.records(domain).all, behaviour);
  const record = { id: store.nextId(), ...draft };
  store.records(domain).add(record);
  return written(behaviour.createStatus, "DNS record created.", presentRecord(record, domain, behaviour), behaviour);
};

const update: Handler = (call) => {
  const { store, domain, body, behaviour } = call;
  missingRoute(behaviour.putMissing);
  requireServiceNameservers(store.domain(domain));
  const old = findRecord(call);
  const asked = endpoints["records.update"].body.parse(body);
  if (asked.type !== old.type) throw badRequest("type_change", "The type of a DNS record cannot be changed.");
  requireContent(asked, behaviour);
  // The content replaces all data of a type with separate fields.
  const replacesData = old.content === undefined && asked.content !== undefined;
  const { name, ttl, comment, service, protocol } = old;
  // A name with the service replaces the old service.
  const oldService = /^[_*]/.test(asked.name ?? "") ? {} : { service, protocol };
  const kept = replacesData ? { name, ttl, comment, ...oldService } : asBody(old);
  const draft = readRecord(behaviour.putMerges ? { ...kept, ...asked } : asked, domain);
  const others = store.records(domain).all.filter((record) => record.id !== old.id);
  checkConflicts(draft, others, behaviour);
  const record = { id: behaviour.idsChangeOnPut ? store.nextId() : old.id, ...draft };
  store.records(domain).replace(old.id, record);
  return written(200, "DNS record updated.", presentRecord(record, domain, behaviour), behaviour);
};

const remove: Handler = (call) => {
  const { store, domain, behaviour } = call;
  missingRoute(behaviour.deleteMissing);
  requireServiceNameservers(store.domain(domain));
  const { foreignRows } = store.domain(domain);
  const others = foreignRows.filter(({ id }) => id !== readId(call.element, "record", behaviour));
  if (others.length < foreignRows.length) store.updateDomain(domain, { foreignRows: others });
  else store.records(domain).remove(findRecord(call).id);
  return deleted("DNS record deleted.", behaviour);
};

export const recordOperations = {
  "records.list": list,
  "records.create": create,
  "records.update": update,
  "records.delete": remove,
};
