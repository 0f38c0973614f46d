import * as pulumi from "@pulumi/pulumi";
import { Contact } from "pulumi-registrar";

const config = new pulumi.Config();

const owner = new Contact("owner", {
  firstName: "Grace",
  lastName: "Hopper",
  organization: "Example Holdings",
  email: config.getSecret("email") ?? pulumi.secret("grace@example.org"),
  phone: config.getSecret("phone") ?? pulumi.secret("+1.2025550147"),
  address: ["1 Compiler Way", "Building 5"],
  city: "Arlington",
  state: "VA",
  zip: "22201",
  country: "US",
});

export const handle = owner.handle;
export const waitingForApprovalSince = owner.pendingSince;
