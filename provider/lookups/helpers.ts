/** Functions that call nothing, for languages that can't import them from the TypeScript package. */
import * as z from "zod";
import { InvalidInputError } from "../dns/errors.ts";
import { joinRecords, mapOfRecords } from "../dns/join.ts";
import { parseZone, warningsOf } from "../dns/zoneFile.ts";
import { recordsByKey, recordsPart, ttlsByKey } from "./dns.ts";
import { type Functions, flag, integer, list, maybe, named, takes, text } from "./lookup.ts";
import * as mail from "./mail.ts";
import type { MailServicesArgs } from "./types.generated.ts";

const strings = (description: string) => list(z.string(), description);
const policies = z.enum(["none", "quarantine", "reject"]);
const matches = z.enum(["r", "s"]);
const textRecord = named("TextRecord", "A TXT record without its domain.", {
  type: text("`TXT`."),
  name: text("Owner name, relative to the domain."),
  content: text("The complete string: a value of a `DnsRecordSet` or `DnsZone`."),
});

const dmarcTags = takes({
  p: policies.describe("Receivers' action for mail that fails: `none`, `quarantine` or `reject`."),
  ...maybe({
    sp: policies.describe("The same for subdomains. Default: `p`."),
    pct: integer("Percentage of the failing mail to which the policy applies. Default: 100."),
    rua: strings("Addresses for daily reports. Default: none."),
    ruf: strings("Addresses for reports of single messages, which contain personal data. Default: none."),
    adkim: matches.describe("Match of the DKIM signature's domain: `r` (relaxed, the default) or `s`."),
    aspf: matches.describe("Match of SPF's domain, as `adkim`."),
    fo: list(z.enum(["0", "1", "d", "s"]), "Reports of single messages: `0`, `1`, `d` or `s`. Default: `0`."),
  }),
}).meta({ id: "DmarcTags", description: "The tags of a DMARC policy." });

const service = z.enum(["googleWorkspace", "microsoft365", "fastmail", "protonMail", "noMail"]);
const mailArgs = takes({
  service: service.describe("`googleWorkspace`, `microsoft365`, `fastmail`, `protonMail` or `noMail`."),
  ...maybe({
    dkim: strings(
      "The record or key that the console of `googleWorkspace` shows; of others, the hosts of the keys as it shows them.",
    ),
    host: text("The MX host that `microsoft365` shows, such as `example-com.mail.protection.outlook.com`."),
    domain: text("The domain, for `fastmail`."),
    teams: flag("With the records of Teams, for `microsoft365`? Default: `false`."),
    spf: strings("More terms of the SPF policy: other senders, and `-all` in place of `~all`."),
    dmarc: dmarcTags.describe("Adds a DMARC policy."),
  }),
});

const services: { readonly [S in MailServicesArgs["service"]]: (args: MailServicesArgs) => mail.MailPart } = {
  googleWorkspace: ({ dkim: [key] = [], ...args }) => mail.mailServices.googleWorkspace({ ...args, dkim: key }),
  microsoft365: ({ host = "", ...args }) => mail.mailServices.microsoft365({ ...args, host }),
  fastmail: ({ domain, ...args }) => {
    if (domain === undefined) throw new InvalidInputError("domain: must be a non-empty string for fastmail");
    return mail.mailServices.fastmail({ ...args, domain });
  },
  protonMail: mail.mailServices.protonMail,
  noMail: mail.mailServices.noMail,
};

const leftOut = named("LeftOut", "An entry of a zone file that isn't among its records.", {
  line: integer("Place in the file, from 1."),
  column: integer("Place in the line, from 1."),
  kind: text("`soa`, `apex-ns`, `type`, `name`, `duplicate` or `outside`."),
  name: text("The owner's full name."),
  type: text("The record type."),
  reason: text("Reason why it isn't among the records."),
});

const mailRecords = z.object({
  records: recordsByKey.describe("Of a `DnsZone` or `Domain`, or of a part."),
});
const joinedRecords = z.object({
  records: recordsByKey.describe("The `records` of a `DnsZone` or `Domain`."),
  ttls: ttlsByKey.describe("Its `ttls`."),
});

export const helpers: Functions<"joinRecords" | "spf" | "dkim" | "dmarc" | "mailServices" | "zoneRecords"> = {
  joinRecords: {
    summary: "Joins parts of a zone's records by key: values add up, and equal ones count once. Calls nothing.",
    args: takes({ parts: list(recordsPart, "The parts. Two of them must not give a key different TTLs.") }),
    result: joinedRecords,
    run: ({ parts }) => joinedRecords.parse(joinRecords(parts)),
  },
  spf: {
    summary: "An SPF policy (RFC 7208) as one TXT record. Calls nothing.",
    args: takes({
      terms: strings("Mechanisms and modifiers. One states what happens to all other senders: `-all`."),
    }),
    result: textRecord,
    run: ({ terms }) => mail.spf(terms),
  },
  dkim: {
    summary: "A DKIM key (RFC 6376) as a TXT record. Calls nothing.",
    args: takes({
      selector: text("The name of the key, as the mail server signs with it: `s1`."),
      publicKey: text(
        "The public key: a PEM block, base64, a complete record (`v=DKIM1; ...`), or empty for a revoked key.",
      ),
      ...maybe({ testing: flag("While you test: receivers treat the mail as unsigned. Default: `false`.") }),
    }),
    result: textRecord,
    run: mail.dkim,
  },
  dmarc: {
    summary: "A DMARC policy (RFC 7489) as a TXT record at `_dmarc`. Calls nothing.",
    args: dmarcTags,
    result: textRecord,
    run: mail.dmarc,
  },
  mailServices: {
    summary: "The records that a mail service asks its customers to publish, as a part of a zone. Calls nothing.",
    args: mailArgs,
    result: mailRecords,
    run: (args) => mailRecords.parse(services[args.service](args)),
  },
  zoneRecords: {
    summary: "The records of a zone file (RFC 1035), as a part of a zone. Calls nothing.",
    args: takes({
      text: text("The file."),
      ...maybe({ origin: text("The domain. Default: that of the SOA record, else the first `$ORIGIN`.") }),
    }),
    result: z.object({
      ...recordsPart.shape,
      leftOut: list(leftOut, "Entries that aren't among the records. A warning lists those of other types."),
    }),
    run: ({ text: file, ...options }, { warn }) => {
      const zone = parseZone(file, options);
      for (const message of warningsOf(zone)) warn(message);
      return { ...mapOfRecords(zone.records), leftOut: zone.leftOut };
    },
  },
};
