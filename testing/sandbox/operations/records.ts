import * as z from "zod";
import { endpoints } from "../../../provider/api/endpoints/table.ts";
import { isServed, serviceNameservers } from "../fixtures.ts";
import { pagedList } from "../lists.ts";
import { asBody, checkConflicts, type RecordBody, readRecord } from "../records.ts";
import { badRequest, notFound } from "../refusal.ts";
import { foreignRows, presentForeign, presentId, presentRecord, presentSets, recordId } from "../rows.ts";
import type { SandboxDomain, SandboxForeignRow, SandboxRecord } from "../state.ts";
import { type JsonObject, keyOf } from "../template.ts";
import { type Call, deleted, type Handler, ok, written } from "./call.ts";

/** "DNS management requires the service's own nameservers." */
export function requireServiceNameservers(domain: SandboxDomain): void {
  if (isServed(domain)) return;
  throw badRequest(
    "foreign_nameservers",
    `DNS management requires the service's own nameservers (${serviceNameservers.join(", ")}); ` +
      `${domain.name} uses ${domain.nameservers.join(", ")}.`,
  );
}

function findRecord({ store, domain, element, dialect }: Call): SandboxRecord {
  const record = store.records(domain).all.find((each) => String(recordId(each, dialect)) === element);
  if (record !== undefined) return record;
  const { apex } = foreignRows(store.domain(domain), true, dialect);
  if (apex.some((_, n) => String(presentId(n + 1, "record", dialect)) === element))
    throw badRequest("read_only_record", "This record cannot be changed.");
  throw notFound("record_not_found", `${domain} has no DNS record ${element}.`);
}

/** Replaces or deletes all records of a name and type, as the dialect shows these. */
function replaceSet({ store, domain, element, dialect }: Call, bodies: readonly RecordBody[]): JsonObject[] {
  const { all } = store.records(domain);
  const held = store.domain(domain);
  const isOfSet = (row: JsonObject) =>
    ["type", "name"].map((key) => row[keyOf(dialect.row, key) ?? key]).join("/") === element;
  const isReached = (record: SandboxRecord) => isOfSet(presentRecord(record, domain, dialect));
  const isForeignReached = (row: SandboxForeignRow) => isOfSet(presentForeign(row, domain, dialect));
  const others = all.filter((record) => !isReached(record));
  const foreign = held.foreignRows.filter((row) => !isForeignReached(row));
  if (others.length + foreign.length === all.length + held.foreignRows.length)
    throw notFound("record_not_found", `${domain} has no DNS records ${element}.`);
  const records = [...others];
  for (const body of bodies) {
    const record = { id: store.nextId(), ...readRecord(body, domain) };
    if (!isReached(record)) throw badRequest("other_set", `Every record must be one of ${element}.`);
    checkConflicts(record, records, dialect);
    records.push(record);
  }
  store.records(domain).set(records);
  if (foreign.length < held.foreignRows.length) store.updateDomain(domain, { foreignRows: foreign });
  return records.filter(isReached).map((record) => presentRecord(record, domain, dialect));
}

const list: Handler = ({ store, domain, query, dialect, views }) => {
  const held = store.domain(domain);
  const paging = endpoints["records.list"].query.parse(query);
  const records = views.records.see(domain, store.records(domain).all, paging.page ?? 1, dialect);
  const foreign = foreignRows(held, isServed(held), dialect);
  if (dialect.sets) {
    const items = [...foreign.apex, ...presentSets(records, domain, dialect), ...foreign.others];
    return ok(pagedList("records", { items, present: (row) => row }, paging, dialect));
  }
  const items = [...foreign.apex.map((row) => ({ row })), ...records, ...foreign.others.map((row) => ({ row }))];
  const present = (item: (typeof items)[number]) => ("row" in item ? item.row : presentRecord(item, domain, dialect));
  return ok(pagedList("records", { items, present }, paging, dialect));
};

const create: Handler = ({ store, domain, body, dialect }) => {
  requireServiceNameservers(store.domain(domain));
  const asked = endpoints["records.create"].body.parse(body);
  const draft = readRecord(asked, domain);
  checkConflicts(draft, store.records(domain).all, dialect);
  const record = { id: store.nextId(), ...draft };
  store.records(domain).add(record);
  return written(dialect.createStatus, "DNS record created.", presentRecord(record, domain, dialect), dialect);
};

const update: Handler = (call) => {
  const { store, domain, body, dialect } = call;
  requireServiceNameservers(store.domain(domain));
  if (dialect.elements === "set") {
    const rows = replaceSet(call, z.array(endpoints["records.update"].body).min(1).parse(body));
    return written(200, "DNS records replaced.", rows[0] ?? {}, dialect);
  }
  const old = findRecord(call);
  const asked = endpoints["records.update"].body.parse(body);
  if (asked.type !== old.type) throw badRequest("type_change", "The type of a DNS record cannot be changed.");
  // The content replaces all data of a type with separate fields.
  const replacesData = old.content === undefined && asked.content !== undefined;
  const { name, ttl, comment, service, protocol } = old;
  // A name with the service replaces the old service.
  const oldService = /^[_*]/.test(asked.name ?? "") ? {} : { service, protocol };
  const kept = replacesData ? { name, ttl, comment, ...oldService } : asBody(old);
  const draft = readRecord(dialect.putMerges ? { ...kept, ...asked } : asked, domain);
  const others = store.records(domain).all.filter((record) => record.id !== old.id);
  checkConflicts(draft, others, dialect);
  const record = { id: dialect.idsChangeOnPut ? store.nextId() : old.id, ...draft };
  store.records(domain).replace(old, record);
  return written(200, "DNS record updated.", presentRecord(record, domain, dialect), dialect);
};

const remove: Handler = (call) => {
  const { store, domain, dialect } = call;
  requireServiceNameservers(store.domain(domain));
  if (dialect.elements === "set") {
    replaceSet(call, []);
    return deleted("DNS records deleted.", dialect);
  }
  const { foreignRows: foreign } = store.domain(domain);
  const others = foreign.filter((row) => String(presentId(row.id, "record", dialect, row)) !== call.element);
  if (others.length < foreign.length) store.updateDomain(domain, { foreignRows: others });
  else store.records(domain).remove(findRecord(call));
  return deleted("DNS record deleted.", dialect);
};

export const recordOperations = {
  "records.list": list,
  "records.create": create,
  "records.update": update,
  "records.delete": remove,
};
