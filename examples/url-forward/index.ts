import * as pulumi from "@pulumi/pulumi";
import { UrlForward } from "pulumi-registrar";

const domain = new pulumi.Config().get("domain") ?? "example.com";

new UrlForward("apex", { domain, source: "@", destination: "https://www.example.net/", type: "permanent" });
new UrlForward("spring", { domain, source: "spring", destination: "https://www.example.net/sale?from=spring" });
