/** `servedByDns()`: a resource is done once the nameservers serve it. */
import { isRecordTypeName } from "../../provider/dns/index.ts";
import { servedByDns } from "../../provider/index.ts";
import { casesIn } from "../support/cases.ts";
import { needing } from "../support/optional.ts";
import { withProgram } from "../support/programs.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar({ dns: true });
const server = () => `${registrar.sandbox.dns?.host}:${registrar.sandbox.dns?.port}`;
const domain = "example.com";

/** Calls the hook as the SDK does after a create. @param timeout in seconds */
const wait = (type: string, outputs: Record<string, unknown>, servers = [server()], timeout = 0) => {
  const [hook] = servedByDns({ servers, timeout }).afterCreate;
  if (typeof hook !== "function") throw new TypeError("the hook is not a function");
  const newOutputs = { domain, type, fqdn: `host.${domain}`, ...outputs };
  return Promise.resolve(hook({ urn: "", id: "", type: "", name: "host", newOutputs }));
};

it.each(casesIn("servedByDns", "records"))(
  "sees that a nameserver serves a record of type %s, and that it serves another one",
  async (type, given = "", otherGiven = "") => {
    if (!isRecordTypeName(type)) throw new TypeError(type);
    const [data, other] = [JSON.parse(given), JSON.parse(otherGiven)];
    const name = { name: "host", ...(type === "SRV" && { service: "_sip", protocol: "_tcp" }) };
    const fqdn = { fqdn: type === "SRV" ? "_sip._tcp.host.example.com" : "host.example.com" };
    registrar.sandbox.dashboard.addRecord(domain, { type, ...name, ...data });
    await expect(wait(type, { ...data, ...fqdn })).resolves.toBeUndefined();
    const behind = `host was written, but 0 s later these servers do not show it: ${server()}. Run \`pulumi up\` again`;
    await expect(wait(type, { ...other, ...fqdn })).rejects.toThrow(behind);
  },
);

it("wants all values of a set, from all servers, and is for records only", async () => {
  for (const content of ["192.0.2.1", "192.0.2.2"])
    registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "host", content });
  const values = ["192.0.2.1", "192.0.2.2"];
  // The first look ends the wait.
  await expect(wait("A", { values }, [server()], 60)).resolves.toBeUndefined();
  await expect(wait("A", { values: [...values, "192.0.2.3"] })).rejects.toThrow("do not show it");
  await expect(wait("A", { values }, [server(), "127.0.0.1:9"])).rejects.toThrow("do not show it: 127.0.0.1:9.");
  for (const type of ["permanent", "NS"])
    await expect(wait(type, {})).rejects.toThrow("is for a DnsRecord or a DnsRecordSet");
}, 20_000);

needing("pulumi").it(
  "fails an up after the write, on the engine, while a nameserver lacks the record",
  async () => {
    await withProgram(
      async ({ sandbox, stack, declare, writes }) => {
        const served = (servers: string[], content: unknown) => ({
          www: {
            class: "DnsRecord",
            args: { domain, type: "A", name: "www", content },
            options: { servedByDns: { servers, timeout: 0 } },
          },
        });
        const servers = [`${sandbox.dns?.host}:${sandbox.dns?.port}`];
        declare(served(servers, { secret: "192.0.2.1" }));
        const up = await stack.up();
        expect([up.exitCode, writes()]).toEqual([0, ["POST records.create"]]);
        declare(served(["127.0.0.1:9"], "192.0.2.2"));
        const late = await stack.up();
        expect(late.output).toContain("these servers do not show it: 127.0.0.1:9");
        expect([late.exitCode === 0, writes()]).toEqual([false, ["PUT records.update"]]);
      },
      { sandbox: { dns: true } },
    );
  },
  120_000,
);
