import * as pulumi from "@pulumi/pulumi";
import { Contact, DomainContacts, DomainLock } from "pulumi-registrar";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";

const hostmaster = new Contact("hostmaster", {
  name: "Hostmaster",
  organization: "Example Holdings",
  email: config.getSecret("email") ?? pulumi.secret("hostmaster@example.org"),
  phone: config.getSecret("phone") ?? pulumi.secret("+1.2025550147"),
  address: ["1 Compiler Way"],
  city: "Arlington",
  state: "VA",
  zip: "22201",
  country: "US",
});

// The registrant is left out, and so left alone.
const contacts = new DomainContacts("contacts", {
  domain,
  admin: hostmaster.handle,
  tech: hostmaster.handle,
  billing: hostmaster.handle,
});

// The contacts of a locked domain cannot change: the lock waits for them.
new DomainLock("registrar-lock", { domain }, { dependsOn: [contacts], protect: true });

export const waitingForApprovalSince = contacts.pendingSince;
