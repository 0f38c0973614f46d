import * as pulumi from "@pulumi/pulumi";
import { DomainRegistration } from "pulumi-registrar";

const config = new pulumi.Config();

// Taken over if the account holds it; else bought, if it is free and costs at most this.
const registration = new DomainRegistration("registration", {
  domain: config.get("domain") ?? "my-new-name.com",
  years: 1,
  maxPrice: 20,
  // Held at least up to this date: renewed once when it would expire before, for at most the price below.
  ...(config.get("renewUntil") && { renewUntil: config.require("renewUntil"), maxRenewalPrice: 40 }),
});

export const { status, expiresAt, pricePaid, leftAccount } = registration;
