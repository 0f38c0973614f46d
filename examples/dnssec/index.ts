import * as pulumi from "@pulumi/pulumi";
import { Dnssec } from "pulumi-registrar";

const domain = new pulumi.Config().get("domain") ?? "example.com";

const dnssec = new Dnssec("dnssec", { domain, enabled: true });

export const enabled = dnssec.enabled;
export const dsRecords = dnssec.dsRecords;
