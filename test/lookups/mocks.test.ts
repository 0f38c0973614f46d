/** Lookups in a unit test of a program, as Pulumi's documentation describes such tests. */
import * as pulumi from "@pulumi/pulumi";
import { DnsRecord, getContactOutput, getDomain, getDomainOutput } from "../../provider/index.ts";

const asked: unknown[] = [];

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call(mocked) {
      asked.push([mocked.token, mocked.inputs]);
      if (mocked.inputs.domain === "nowhere.com") throw new Error("not mocked");
      return { ...mocked.inputs, expiresAt: "2030-01-01", registrant: "ATOM-1", email: "ada@example.com" };
    },
  }),
);
beforeEach(() => {
  asked.length = 0;
});

const known = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));

it("a lookup asks the mocks, as a promise and as an output", async () => {
  const domain = "example.com";
  expect(await getDomain({ domain })).toMatchObject({ domain, expiresAt: "2030-01-01" });
  const handle = getDomainOutput({ domain: pulumi.output(domain) }).apply(({ registrant }) => String(registrant));
  const email = getContactOutput({ handle }).apply((owner) => owner.email);
  expect(await known(email)).toBe("ada@example.com");
  expect(await pulumi.isSecret(email)).toBe(true);
  expect(asked).toEqual([
    ["registrar:index:getDomain", { domain }],
    ["registrar:index:getDomain", { domain }],
    ["registrar:index:getContact", { handle: "ATOM-1" }],
  ]);
});

it("a lookup that depends on a component waits for the resources inside it", async () => {
  class Shop extends pulumi.ComponentResource {}
  const shop = new Shop("test:index:Shop", "shop");
  const www = { domain: "example.com", type: "A", name: "www", content: "192.0.2.1" } as const;
  new DnsRecord("www", www, { parent: shop });
  expect(await known(getDomainOutput({ domain: "example.com" }, { dependsOn: shop }).domain)).toBe("example.com");
});
