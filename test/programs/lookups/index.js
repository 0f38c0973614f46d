// Looks things up in both forms, the same ones more than once, and makes a record of what it found.
const pulumi = require("@pulumi/pulumi");
const registrar = require("pulumi-registrar");

const domain = "example.com";
const plain = [1, 2, 3].map(() => registrar.getDomain({ domain }));
const output = registrar.getDomainOutput({ domain: pulumi.output(domain) });

const owner = registrar.getContactOutput({ handle: output.registrant });

// What is known only once something is made: not looked up in the preview that would make it.
const www = new registrar.DnsRecord("www", { domain, type: "A", name: "www", content: "192.0.2.1" });
const after = registrar.getDnsRecordsOutput({ domain }, { dependsOn: www });
const named = registrar.getDnsRecordsOutput({ domain: www.domain, name: www.recordId.apply(() => "www") });

exports.expires = Promise.all(plain).then(([first]) => first.expiresAt);
exports.same = output.expiresAt;
exports.owner = owner.email;
exports.secretWord = registrar.getDomainOutput({ domain: pulumi.secret(domain) }).tld;
exports.after = after.records.apply((records) => records.length);
exports.named = named.records.apply(([found]) => found.content);
exports.refused = registrar
  .getDomainLock({ domain: process.env.ABSENT })
  .catch((error) => `${error.code} ${error instanceof registrar.LookupError}`);
// The registrar quotes rows in the errors of lists.
const word = pulumi.secret("h0p-s3cret-word");
if (process.env.QUOTED) {
  const txt = new registrar.DnsRecord("key", { domain, type: "TXT", name: "key", content: word });
  const { records } = registrar.getDnsRecordsOutput({ domain: txt.domain });
  exports.quoted = records;
}
if (process.env.LATE) {
  let reveal = () => {};
  exports.late = pulumi.secret(new Promise((resolve) => (reveal = resolve)));
  new registrar.DnsRecord("late", { domain, type: "TXT", name: "late", content: exports.late });
  exports.failed = registrar.getDnsRecords({ domain }).finally(() => reveal("h0p-s3cret-word"));
}
