/** Nameservers of the live service, from its public reference; a contract override (`serviceNameservers`) names others. */
export const serviceNameservers: readonly string[] = ["ns1.atom.com", "ns2.atom.com"];
