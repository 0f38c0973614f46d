/** Settings of one domain: nameservers, lock, privacy, auto-renewal, DNSSEC. */
import { endpoints } from "../../../provider/api/endpoints/table.ts";
import { hostName } from "../encoding.ts";
import { presentLock } from "../presentDomain.ts";
import { numberFrom } from "../random.ts";
import { badRequest } from "../refusal.ts";
import type { SandboxDomain } from "../state.ts";
import { type Handler, ok } from "./call.ts";
import { requireServiceNameservers } from "./records.ts";

/** Two to thirteen host names, none twice; lower case, without trailing dots. */
export function readNameservers(input: readonly string[]): string[] {
  const hosts = input.map((host) => hostName(host, "nameservers"));
  if (hosts.length < 2 || hosts.length > 13) {
    throw badRequest("invalid_nameservers", "A domain needs 2 to 13 nameservers.");
  }
  if (new Set(hosts).size !== hosts.length || hosts.includes(".")) {
    throw badRequest("invalid_nameservers", "Nameservers must be host names, each named once.");
  }
  return hosts;
}

const nameserversGet: Handler = ({ store, domain }) =>
  ok({ success: true, data: { nameservers: store.domain(domain).nameservers } });

const nameserversSet: Handler = ({ store, domain, body }) => {
  const nameservers = readNameservers(endpoints["nameservers.set"].body.parse(body).nameservers);
  store.updateDomain(domain, { nameservers });
  return ok({ success: true, message: "Nameservers updated.", data: { nameservers } });
};

const lockGet: Handler = ({ store, domain, dialect }) => ok(presentLock(store.domain(domain), store.now(), dialect));

const lockSet: Handler = ({ store, domain, body }) => {
  endpoints["lock.set"].body.parse(body);
  store.updateDomain(domain, { locked: true });
  return ok({ success: true, message: "Domain locked.", locked: true });
};

const privacySet: Handler = ({ store, domain, body }) => {
  const { privacy_protect } = endpoints["privacy.set"].body.parse(body);
  store.updateDomain(domain, { privacy: privacy_protect });
  return ok({ success: true, message: "WHOIS privacy updated.", data: { privacy_protect } });
};

const autoRenewSet: Handler = ({ store, domain, body }) => {
  const { auto_renew } = endpoints["autoRenew.set"].body.parse(body);
  store.updateDomain(domain, { autoRenew: auto_renew });
  return ok({ success: true, message: "Auto-renewal updated.", data: { auto_renew } });
};

const dsRecord = (domain: SandboxDomain) => ({
  key_tag: numberFrom(domain.name) % 65536,
  algorithm: 13,
  digest_type: 2,
  digest: numberFrom(`${domain.name} digest`).toString(16).padStart(8, "0").repeat(8).toUpperCase(),
});

const dnssecStatus = (domain: SandboxDomain) => ({
  enabled: domain.dnssec,
  status: domain.dnssec ? "enabled" : "disabled",
  records: domain.dnssec ? [dsRecord(domain)] : [],
});

const dnssecGet: Handler = ({ store, domain }) => ok({ success: true, data: dnssecStatus(store.domain(domain)) });

const dnssecEnable: Handler = ({ store, domain }) => {
  requireServiceNameservers(store.domain(domain));
  const updated = store.updateDomain(domain, { dnssec: true });
  return ok({ success: true, message: "DNSSEC enabled.", data: dnssecStatus(updated) });
};

const dnssecDisable: Handler = ({ store, domain }) => {
  store.updateDomain(domain, { dnssec: false });
  return ok({ success: true, message: "DNSSEC disabled." });
};

export const settingOperations = {
  "nameservers.get": nameserversGet,
  "nameservers.set": nameserversSet,
  "lock.get": lockGet,
  "lock.set": lockSet,
  "privacy.set": privacySet,
  "autoRenew.set": autoRenewSet,
  "dnssec.get": dnssecGet,
  "dnssec.enable": dnssecEnable,
  "dnssec.disable": dnssecDisable,
};
