import * as pulumi from "@pulumi/pulumi";
import { Nameservers } from "pulumi-registrar";

const domain = new pulumi.Config().get("domain") ?? "example.com";

const delegation = new Nameservers("delegation", {
  domain,
  nameservers: ["ns1.example.net", "ns2.example.net", "ns3.example.net"],
  restoreOnDelete: true,
});

export const before = delegation.previousNameservers;
