/** Facts with three values in the results of lookups: what the registrar doesn't say is absent, and a list that may lack rows fails. */
import { call, type FunctionName } from "../../provider/lookups/index.ts";
import { useContract } from "../support/contract.ts";
import { withStory } from "../support/story.ts";
import { type Forms, failure, formsOf, type Seen, threeValues } from "../support/threeValues.ts";
import { lookupsAt } from "./lookupsAt.ts";

const { registrar, shows } = withStory();
const domain = "example.com";

/** The value of an output, or its absence; or the error. */
async function shown(name: FunctionName, args: object, ...path: readonly (string | number)[]): Promise<Seen> {
  try {
    const result: unknown = await call(name, lookupsAt(registrar.sandbox), JSON.parse(JSON.stringify(args)));
    const value = path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), result);
    return [value === undefined ? "absent" : JSON.stringify(value)];
  } catch (error) {
    return [failure(`${Object(error).code}`)];
  }
}
beforeEach(() => useContract({ "domains.list": { paging: null } }));
const details = { domain_name: domain, status: "active" };
const contact = { handle: "C-1", email: "a@example.org" };

/** Fields of responses that are true, false, or missing, and the outputs that show them. */
const flags: readonly (readonly [
  output: string,
  field: string,
  show: (is: object) => unknown,
  name: FunctionName,
  args: object,
  path: readonly (string | number)[],
])[] = [
  ...(
    [
      ["autoRenew", "auto_renew"],
      ["privacy", "privacy_protect"],
      ["locked", "transfer_locked"],
      ["dnssecEnabled", "dnssec_enabled"],
    ] as const
  ).flatMap(([output, field]) => [
    [
      `getDomain.${output}`,
      field,
      (is: object) => shows("domains.get", { data: { ...details, ...is } }),
      "getDomain",
      { domain },
      [output],
    ] as const,
    [
      `getDomains.${output}`,
      field,
      (is: object) => shows("domains.list", { data: [{ ...details, ...is }], total: 1 }),
      "getDomains",
      {},
      ["domains", 0, output],
    ] as const,
  ]),
  ...(
    [
      ["transferProhibited", "transfer_locked"],
      ["icannTransferLock", "icann_transfer_lock"],
      ["canTransferOut", "can_transfer_out"],
    ] as const
  ).map(
    ([output, field]) =>
      [
        `getDomainLock.${output}`,
        field,
        (is: object) => shows("lock.get", { locked: false, ...is }),
        "getDomainLock",
        { domain },
        [output],
      ] as const,
  ),
  [
    "getContact.verified",
    "verified",
    (is) => shows("contacts.list", { data: [{ ...contact, ...is }], total: 1 }),
    "getContact",
    { handle: "C-1" },
    ["verified"],
  ],
  [
    "getContacts.verified",
    "verified",
    (is) => shows("contacts.list", { data: [{ ...contact, ...is }], total: 1 }),
    "getContacts",
    {},
    ["contacts", 0, "verified"],
  ],
  [
    "appraiseDomain.isListed",
    "is_listed",
    (is) => shows("marketplace.appraise", { service_appraisal: 9, ...is }),
    "appraiseDomain",
    { domain },
    ["isListed"],
  ],
];
/** A value on the wire. */
interface Said {
  readonly value: unknown;
}
const truths: Forms<Said> = {
  yes: [true, 1, "1", "true"].map((value) => ({ value })),
  no: [false, 0, "0", "false"].map((value) => ({ value })),
  nothing: [undefined, null].map((value) => ({ value })),
};
threeValues(
  "outputs of lookups",
  truths,
  Object.fromEntries(
    flags.map(([output, field, show, name, args, path]) => [
      output,
      ({ value }: Said) => {
        show({ [field]: value });
        return shown(name, args, ...path);
      },
    ]),
  ),
);
threeValues(
  "premium of checkAvailability",
  { ...truths, nothing: [...truths.nothing, { value: "tier 1" }] },
  {
    price: ({ value }) => {
      shows("domains.check", { data: { status: "available", domain_price: { total: 1, is_premium: value } } });
      return shown("checkAvailability", { domains: ["fresh.com"] }, "names", 0, "price", "premium");
    },
  },
);

const isLocked: Forms = {
  yes: [{ locked: true }, { status: "LOCKED" }],
  no: [{ locked: false }, { status: "unlocked" }, { can_transfer_out: true }, { locked: true, status: "unlocked" }],
  nothing: [{ locked: null }, { status: "frozen" }, { can_transfer_out: false }, { transfer_locked: true }],
};
const isSigned: Forms = {
  yes: [{ enabled: true }, { dnssec_enabled: 1 }, { status: "signed" }, { records: ["7 13 2 ABCDEF0123"] }],
  no: [{ enabled: false }, { dnssec_enabled: 0 }, { status: "unsigned" }],
  nothing: [{}, { enabled: null }, { enabled: "?" }, { status: "pending" }, { records: [] }],
};
const isOwn = formsOf("nameservers", [["ns1.atom.com", "ns2.atom.com."]], [["ns1.atom.com", "ns1.elsewhere.example"]]);
const isFree = formsOf("status", ["available", "Available"], ["unavailable", "taken"], []);
threeValues("the lock of getDomainLock", isLocked, {
  locked: async (is) => {
    shows("lock.get", { icann_transfer_lock: false, ...is });
    return shown("getDomainLock", { domain }, "locked");
  },
});
threeValues("DNSSEC of getDnssec", isSigned, {
  enabled: async (is) => {
    shows("dnssec.get", { data: { note: 1, ...is } });
    return shown("getDnssec", { domain }, "enabled");
  },
});
threeValues(
  "nameservers of the service, said by their own operation",
  { ...isOwn, nothing: [{ nameservers: [] }] },
  {
    "getNameservers.onServiceNameservers": async (is) => {
      shows("domains.get", { data: details });
      shows("nameservers.get", { data: is });
      return shown("getNameservers", { domain }, "onServiceNameservers");
    },
  },
);
threeValues(
  "nameservers of the service",
  { ...isOwn, nothing: [...isOwn.nothing, { nameservers: [] }] },
  {
    "getDomain.onServiceNameservers": async (is) => {
      shows("domains.get", { data: { ...details, ...is } });
      return shown("getDomain", { domain }, "onServiceNameservers");
    },
    "getNameservers.onServiceNameservers": async (is) => {
      shows("domains.get", { data: { ...details, ...is } });
      return shown("getNameservers", { domain }, "onServiceNameservers");
    },
  },
);
threeValues("availability of checkAvailability", isFree, {
  available: async (is) => {
    shows("domains.check", { data: { availability: 1, domain: "fresh.com", ...is } });
    return shown("checkAvailability", { domains: ["fresh.com"] }, "names", 0, "available");
  },
  // The registrar holds the domain: by its details, or by a refusal.
  inAccount: async (is) => {
    shows("domains.check", { data: { availability: 1, ...is } });
    return shown("checkAvailability", { domains: [domain] }, "names", 0, "inAccount");
  },
});

const row = { type: "A", name: "www", content: "192.0.2.1", id: 1 };
const forward = { id: 1, source: "go", destination: "https://x.example/", type: "temporary" };
const lists: readonly (readonly [name: FunctionName, operation: string, data: object, args: object])[] = [
  ["getDomains", "domains.list", details, {}],
  ["getContacts", "contacts.list", contact, {}],
  ["getDnsRecords", "records.list", row, { domain }],
  ["getUrlForwards", "forwards.list", forward, { domain }],
];
const extents = formsOf("total", [1, "1"], [2, "2"], ["?"]);
threeValues(
  "a complete list of a lookup",
  { ...extents, no: [...extents.no, { total: 1, has_more: true }] },
  Object.fromEntries(
    lists.map(([name, operation, data, args]) => [
      name,
      async (is: object) => {
        useContract({ [operation]: { paging: null } });
        shows(operation, { data: [data], ...is });
        const [seen = ""] = await shown(name, args);
        return [String(seen).startsWith("{") ? "a result" : seen];
      },
    ]),
  ),
);
