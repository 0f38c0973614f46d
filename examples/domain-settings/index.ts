import * as pulumi from "@pulumi/pulumi";
import { DomainSettings } from "pulumi-registrar";

const domain = new pulumi.Config().get("domain") ?? "example.com";

const settings = new DomainSettings("settings", { domain, autoRenew: true, privacy: true });

export const autoRenew = settings.autoRenew;
export const privacy = settings.privacy;
