/** A resource hook that waits for the DNS. */
import * as pulumi from "@pulumi/pulumi";

interface ServedByDnsOptions {
  /** Servers to ask, as IP or IP:PORT. Default: the nameservers of the domain. */
  servers?: string[];
  /** Seconds to wait. Default: 120. */
  timeout?: number;
}

/**
 * Hooks for a `DnsRecord` or a `DnsRecordSet` (not of NS) whose dependents need it in DNS, such as the validation of a
 * certificate: after a create or an update, the resource is done once all nameservers serve it.
 *
 * ```ts
 * new DnsRecord("www", { domain, type: "A", name: "www", content: "192.0.2.1" }, { hooks: servedByDns() });
 * ```
 */
export function servedByDns({
  servers,
  timeout = 120,
}: ServedByDnsOptions = {}): Required<Pick<pulumi.ResourceHookBinding, "afterCreate" | "afterUpdate">> {
  const wait = async ({ name, newOutputs }: pulumi.ResourceHookArgs) => {
    const { nameserversOf, recordsIn, serversWithout } = await import("../../lifecycle/served.ts");
    // The SDK wraps secrets in outputs.
    const outputs = await new Promise<Record<string, string>>((resolve) =>
      pulumi.output(newOutputs ?? {}).apply(resolve),
    );
    const wanted = recordsIn(outputs);
    if (wanted === undefined)
      throw new Error(`servedByDns is for a DnsRecord or a DnsRecordSet of a type other than NS, and not for ${name}`);
    const asked =
      servers ?? (await nameserversOf(outputs["domain"] ?? "", "Name servers to ask: servedByDns({ servers })."));
    const behind = await serversWithout(wanted, asked, timeout * 1000);
    if (behind.length > 0)
      throw new Error(
        `${name} was written, but ${timeout} s later these servers do not show it: ${behind.join(", ")}. ` +
          "Run `pulumi up` again; servedByDns({ timeout }) waits longer.",
      );
  };
  return { afterCreate: [wait], afterUpdate: [wait] };
}
