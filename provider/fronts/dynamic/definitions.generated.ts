// Generated from the resource definitions by `npm run generate`. Do not edit.

import type { ClassDefinition } from "./registration.ts";

export const definitions = {
  DnsRecord: {"type":"DnsRecord","arguments":["domain","type","name","ttl","comment","content","priority","service","protocol","weight","port","target","flags","tag","value"],"outputs":["recordId","fqdn"],"deleteBeforeReplace":true},
  DnsRecordSet: {"type":"DnsRecordSet","arguments":["domain","name","type","ttl","values"],"outputs":["fqdn","unlisted"],"deleteBeforeReplace":true},
  DnsZone: {"type":"DnsZone","arguments":["domain","records","ttl","ttls","mode","ignoreRecords"],"outputs":["unlisted"]},
  UrlForward: {"type":"UrlForward","arguments":["domain","source","destination","type"],"outputs":["forwardId"],"deleteBeforeReplace":true},
  DomainLock: {"type":"DomainLock","arguments":["domain"],"outputs":["locked","icannTransferLock","icannTransferLockExpiresAt","canTransferOut"]},
  Nameservers: {"type":"Nameservers","arguments":["domain","nameservers","restoreOnDelete"],"outputs":["previousNameservers"],"deleteBeforeReplace":true},
  Contact: {"type":"Contact","arguments":["name","firstName","lastName","organization","email","phone","fax","address","city","state","zip","country","label","disclosedFields"],"outputs":["handle","verified","pendingSince","pending"],"secretInputs":["name","firstName","lastName","organization","email","phone","fax","address","city","state","zip","label"],"secretOutputs":["pending"]},
  DomainContacts: {"type":"DomainContacts","arguments":["domain","registrant","admin","tech","billing"],"outputs":["pendingSince","pending"]},
  DomainSettings: {"type":"DomainSettings","arguments":["domain","autoRenew","privacy"],"outputs":[]},
  Dnssec: {"type":"Dnssec","arguments":["domain","enabled"],"outputs":["dsRecords"]},
  DomainRegistration: {"type":"DomainRegistration","arguments":["domain"],"outputs":["status","expiresAt","renewalPricePaid","premium","pricePaid","leftAccount","unverifiedOrder"]},
  DomainTransfer: {"type":"DomainTransfer","arguments":["domain"],"outputs":["status","expiresAt","transferStatus","pendingSince","completedAt","pricePaid","leftAccount","unverifiedOrder"],"secretInputs":["authCode"]},
} satisfies Record<string, ClassDefinition>;
