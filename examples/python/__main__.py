import pulumi
import pulumi_registrar as registrar

config = pulumi.Config()
domain = config.get("domain") or "example.com"

# Two addresses for one name: one resource, whose list may change in any way.
web = registrar.DnsRecordSet(
    "web", domain=domain, name="www", type="A", ttl=300, values=["192.0.2.1", "192.0.2.2"]
)
mail = registrar.DnsRecordSet(
    "mail", domain=domain, name="@", type="MX", values=["10 mail.example.net", "20 mail2.example.net"]
)

# The content may be the output of another resource, and may be secret.
proof = config.get_secret("verification") or "site-verification=0123456789"
verification = registrar.DnsRecord("verification", domain=domain, type="TXT", name="@", content=proof)

# Last of all, and the first to refuse when the stack is destroyed: nothing else is deleted then. With `protect`, the preview fails.
after_all = pulumi.ResourceOptions(protect=True, depends_on=[web, mail, verification])
registrar.DomainLock("lock", domain=domain, opts=after_all)

pulumi.export("recordId", verification.record_id)
pulumi.export("nameservers", registrar.get_nameservers_output(domain=domain).nameservers)
