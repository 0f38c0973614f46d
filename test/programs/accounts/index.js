// Looks a domain up in the account of the stack, and in that of a provider.
const pulumi = require("@pulumi/pulumi");
const { Provider } = require("pulumi-registrar/plugin");
const { getDomain, getDomainOutput, LookupError } = require(process.env.FRONT);

const domain = "example.com";
const provider = new Provider("second", { baseUrl: process.env.SECOND_URL, apiToken: process.env.SECOND_TOKEN });
const parent = new pulumi.ComponentResource("test:index:Shop", "shop", {}, { provider });

exports.first = getDomainOutput({ domain }).expiresAt;
exports.second = getDomainOutput({ domain: pulumi.output(domain) }, { provider }).expiresAt;
exports.inherited = getDomainOutput({ domain }, { parent, dependsOn: parent }).expiresAt;
exports.awaited = getDomain({ domain }, { provider }).then(({ expiresAt }) => expiresAt);
exports.refused = getDomain({ domain: "nowhere.com" }, { provider }).catch(
  (error) => `${error.code} ${error instanceof LookupError} ${error.message}`,
);
