/** Records and forwards of a domain, by hand. */
import type { SandboxControl } from "../control.ts";
import { type AdminApp, done } from "./app.ts";
import { element, forwardPart, inDomain, newForward, newRecord, recordPart } from "./bodies.ts";

export function addItems(app: AdminApp, sandbox: SandboxControl): void {
  const { dashboard } = sandbox;
  const records = "/domains/:domain/records";
  app.get(records, { schema: { params: inDomain } }, ({ params }) => sandbox.records(params.domain));
  app.post(records, { schema: { params: inDomain, body: newRecord } }, ({ params, body }) =>
    dashboard.addRecord(params.domain, body),
  );
  app.patch(`${records}/:id`, { schema: { params: element, body: recordPart } }, ({ params, body }) =>
    dashboard.editRecord(params.domain, params.id, body),
  );
  app.delete(`${records}/:id`, { schema: { params: element } }, ({ params }) => {
    dashboard.deleteRecord(params.domain, params.id);
    return done;
  });

  const forwards = "/domains/:domain/forwards";
  app.get(forwards, { schema: { params: inDomain } }, ({ params }) => sandbox.forwards(params.domain));
  app.post(forwards, { schema: { params: inDomain, body: newForward } }, ({ params, body }) =>
    dashboard.addForward(params.domain, body),
  );
  app.patch(`${forwards}/:id`, { schema: { params: element, body: forwardPart } }, ({ params, body }) =>
    dashboard.editForward(params.domain, params.id, body),
  );
  app.delete(`${forwards}/:id`, { schema: { params: element } }, ({ params }) => {
    dashboard.deleteForward(params.domain, params.id);
    return done;
  });
}
