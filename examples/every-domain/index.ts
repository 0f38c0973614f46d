import * as pulumi from "@pulumi/pulumi";
import {
  DnsRecord,
  DomainLock,
  DomainSettings,
  getDnsRecords,
  getDomains,
  getNameservers,
  type types,
} from "pulumi-registrar";

const leaveAlone = new pulumi.Config().getObject<string[]>("leaveAlone") ?? [];

/** Nobody sends mail from this domain. RFC 7489 section 6.3. */
const policy = "v=DMARC1; p=reject;";

// What is declared here follows the account. What leaves the account is forgotten; nothing is ever deleted for it.
const kept = { retainOnDelete: true };

/** Whether this domain should say that it sends no mail. The answer is the same before and after it does. */
async function needsPolicy({ domain, onServiceNameservers }: types.output.DomainInfo): Promise<boolean> {
  // Records can be managed on the service's own nameservers only.
  if (!(onServiceNameservers ?? (await getNameservers({ domain })).onServiceNameservers)) return false;
  const { records } = await getDnsRecords({ domain });
  const takesMail = records.some((record) => record.type === "MX" && record.content !== ".");
  const hasAnother = records.some(
    (record) => record.name === "_dmarc" && !(record.type === "TXT" && record.content === policy),
  );
  return !takesMail && !hasAnother;
}

async function secureAll() {
  const active = await getDomains({ statuses: ["active"] });
  const domains = active.domains.filter(({ domain }) => !leaveAlone.includes(domain));
  const policies = await Promise.all(domains.map(needsPolicy));
  domains.forEach(({ domain }, n) => {
    new DomainSettings(`${domain}/settings`, { domain, autoRenew: true }, kept);
    if (policies[n]) {
      new DnsRecord(`${domain}/dmarc`, { domain, name: "_dmarc", type: "TXT", content: policy }, kept);
    }
    new DomainLock(`${domain}/lock`, { domain }, kept);
  });
  return { domains: domains.length, policies: policies.filter(Boolean).length };
}

// Exported, so that Pulumi waits for it and shows what it comes to.
export const secured = secureAll();
