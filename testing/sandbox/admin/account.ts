/** What belongs to the account: tokens, balance, prices, contacts, approvals, and the quota of appraisals. */
import * as z from "zod";
import type { SandboxControl } from "../control.ts";
import { type AdminApp, done } from "./app.ts";
import { contactPart, inTld, numbered, pricePart, whole } from "./bodies.ts";

export function addAccount(app: AdminApp, sandbox: SandboxControl): void {
  const { dashboard } = sandbox;
  app.get("/credentials", () => {
    const { token, userId, marketplaceToken, appraisalToken } = sandbox;
    return { token, userId, marketplaceToken, appraisalToken };
  });
  const balanceBody = z.strictObject({ balance: z.number().nonnegative() });
  app.put("/balance", { schema: { body: balanceBody } }, ({ body }) => {
    dashboard.setBalance(body.balance);
    return done;
  });
  app.patch("/prices/:tld", { schema: { params: inTld, body: pricePart } }, ({ params, body }) => {
    dashboard.setPrices(params.tld, body);
    return done;
  });
  app.get("/contacts", () => sandbox.contacts());
  const byHandle = z.object({ handle: z.string() });
  app.patch("/contacts/:handle", { schema: { params: byHandle, body: contactPart } }, ({ params, body }) => {
    dashboard.editContact(params.handle, body);
    return done;
  });
  const quota = z.strictObject({ dailyLimit: whole, usedToday: whole });
  app.put("/appraisals/quota", { schema: { body: quota } }, ({ body }) => {
    dashboard.setAppraisalQuota(body);
    return done;
  });
  app.get("/approvals", () => dashboard.pendingApprovals());
  app.post("/approvals/:id/approve", { schema: { params: numbered } }, ({ params }) => {
    dashboard.approve(params.id);
    return done;
  });
  app.post("/approvals/:id/reject", { schema: { params: numbered } }, ({ params }) => {
    dashboard.reject(params.id);
    return done;
  });
}
