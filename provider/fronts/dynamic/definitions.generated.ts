// Generated from the resource definitions by `npm run generate`. Do not edit.

import type { ClassDefinition } from "./registration.ts";

export const definitions = {
  DnsRecord: {"type":"DnsRecord","outputs":["domain","type","name","ttl","comment","recordId","fqdn"],"outputsByType":{"A":["content"],"AAAA":["content"],"CNAME":["content"],"MX":["content","priority"],"TXT":["content"],"NS":["content"],"SRV":["priority","service","protocol","weight","port","target"],"CAA":["flags","tag","value"],"PTR":["content"]},"deleteBeforeReplace":true},
  DnsRecordSet: {"type":"DnsRecordSet","outputs":["domain","name","type","ttl","values","fqdn","unlisted"],"deleteBeforeReplace":true},
  DnsZone: {"type":"DnsZone","outputs":["domain","records","ttl","ttls","mode","ignoreRecords","unlisted"]},
  UrlForward: {"type":"UrlForward","outputs":["domain","source","destination","type","forwardId"],"deleteBeforeReplace":true},
  DomainLock: {"type":"DomainLock","outputs":["domain","locked","icannTransferLock","icannTransferLockExpiresAt","canTransferOut"]},
  Nameservers: {"type":"Nameservers","outputs":["domain","nameservers","restoreOnDelete","previousNameservers"],"deleteBeforeReplace":true},
  Contact: {"type":"Contact","outputs":["name","firstName","lastName","organization","email","phone","fax","address","city","state","zip","country","label","disclosedFields","handle","verified","pendingSince","pending"],"secretInputs":["name","firstName","lastName","organization","email","phone","fax","address","city","state","zip","label"],"secretOutputs":["pending"]},
  DomainContacts: {"type":"DomainContacts","outputs":["domain","registrant","admin","tech","billing","pendingSince","pending"]},
  DomainSettings: {"type":"DomainSettings","outputs":["domain","autoRenew","privacy"]},
  Dnssec: {"type":"Dnssec","outputs":["domain","enabled","dsRecords"]},
  DomainRegistration: {"type":"DomainRegistration","outputs":["domain","status","expiresAt","renewalPricePaid","premium","pricePaid","leftAccount","unverifiedOrder"]},
  DomainTransfer: {"type":"DomainTransfer","outputs":["domain","status","expiresAt","transferStatus","pendingSince","completedAt","pricePaid","leftAccount","unverifiedOrder"],"secretInputs":["authCode"]},
} satisfies Record<string, ClassDefinition>;
