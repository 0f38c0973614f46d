import { endpoints } from "../../../provider/api/endpoints/table.ts";
import { isServed, serviceNameservers } from "../fixtures.ts";
import { pagedList } from "../lists.ts";
import { asBody, checkConflicts, readRecord } from "../records.ts";
import { badRequest, notFound } from "../refusal.ts";
import { foreignRows, presentId, presentRecord, presentSets, recordId } from "../rows.ts";
import type { SandboxDomain, SandboxRecord } from "../state.ts";
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

const list: Handler = ({ store, domain, query, dialect, views }) => {
  const held = store.domain(domain);
  const paging = endpoints["records.list"].query.parse(query);
  const records = views.records.see(domain, store.records(domain).all, paging.page, dialect);
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
  const old = findRecord(call);
  const asked = endpoints["records.update"].body.parse(body);
  if (asked.type !== old.type) throw badRequest("type_change", "The type of a DNS record cannot be changed.");
  const draft = readRecord(dialect.putMerges ? { ...asBody(old), ...asked } : asked, domain);
  const others = store.records(domain).all.filter((record) => record.id !== old.id);
  checkConflicts(draft, others, dialect);
  const record = { id: dialect.idsChangeOnPut ? store.nextId() : old.id, ...draft };
  store.records(domain).replace(old, record);
  return written(200, "DNS record updated.", presentRecord(record, domain, dialect), dialect);
};

const remove: Handler = (call) => {
  const { store, domain, dialect } = call;
  requireServiceNameservers(store.domain(domain));
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
