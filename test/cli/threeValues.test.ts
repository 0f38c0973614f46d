/** Facts with three values in the reports of commands: locks, settings, DNSSEC, and lists that may lack rows. */
import { join } from "node:path";
import { useContract } from "../support/contract.ts";
import { newFolder } from "../support/folder.ts";
import { a, applied, one, type Program, quick, withStory } from "../support/story.ts";
import { type Forms, failure, flagForms, formsOf, part, type Seen, threeValues } from "../support/threeValues.ts";
import { read } from "./importing.ts";
import { run } from "./run.ts";
import { writeState } from "./stateFile.ts";

const { registrar, shows } = withStory();
const domain = "example.com";
const details = { domain_name: domain, status: "active", nameservers: ["ns1.atom.com", "ns2.atom.com"] };

/** A command: its exit code, the code of its error, and parts of its output. */
async function seen(words: readonly string[], ...parts: readonly RegExp[]): Promise<Seen> {
  const { code, out, err } = await run(...words);
  const text = out.replace(/ +/g, " ");
  return [
    code > 0 && `exit ${code}`,
    /ERR_REGISTRAR/.test(err) && failure(err),
    ...parts.map((words) => part(text, words)),
  ];
}
/** An import of the domain: the resources among these, and what isn't read. */
async function imported(...handlers: readonly string[]): Promise<Seen> {
  const { plan, unread } = await read([domain]);
  const [{ found = [], remarks = [] } = {}] = plan.domains;
  const taken = found.flatMap(({ handler, args }) => {
    const { domain: _domain, ...rest } = args;
    return handlers.includes(handler) ? [`${handler} ${JSON.stringify(rest)}`] : [];
  });
  const told = handlers.includes("domainLock") ? remarks : [];
  return [...taken, ...told, ...unread.map((line) => `unread: ${part(line, /^[\w ]+/)}`)];
}
const oneDomain = (is: object) => {
  useContract({ "domains.list": { paging: null } });
  shows("domains.list", { data: [{ ...details, ...is }], total: 1 });
};

threeValues("the lock in `domains`", flagForms("transfer_locked"), {
  domains: async (is) => {
    oneDomain(is);
    return seen(["domains"], /(?<=com - )[-\w]+/, /1 domain.*\./);
  },
  "domains --json": async (is) => {
    oneDomain(is);
    return seen(["domains", "--json"], /locked": \w+/);
  },
});
threeValues("auto-renewal in `domains`", flagForms("auto_renew"), {
  domains: async (is) => {
    oneDomain(is);
    return seen(["domains"], /(?<=com - - )[-\w]+/);
  },
  "domains --json": async (is) => {
    oneDomain(is);
    return seen(["domains", "--json"], /autoRenew": \w+/);
  },
});

const shown = (is: object) => shows("domains.get", { data: { ...details, ...is } });
threeValues("DNSSEC of an import, said by the details", formsOf("dnssec_enabled", [true, 1], [false, 0]), {
  import: async (is) => {
    shown(is);
    return imported("dnssec");
  },
  "import, at a registrar that shows it by its operation": async (is) => {
    shown(is);
    shows("dnssec.get", { data: { enabled: true } });
    return imported("dnssec");
  },
});
threeValues("DNSSEC of an import, said by its operation alone", formsOf("enabled", [true], [false], ["?"]), {
  import: async (is) => {
    shown({});
    shows("dnssec.get", { data: { note: 1, ...is } });
    return imported("dnssec");
  },
});
for (const [name, field] of [
  ["autoRenew", "auto_renew"],
  ["privacy", "privacy_protect"],
] as const)
  threeValues(`${name} of an import`, flagForms(field), {
    import: async (is) => {
      shown(is);
      return imported("domainSettings");
    },
  });
const isLocked: Forms = {
  yes: [{ locked: true }, { status: "locked" }],
  no: [{ locked: false }, { status: "unlocked" }],
  nothing: [{}, { locked: null }, { status: "frozen" }],
};
threeValues("the lock of an import", isLocked, {
  import: async (is) => {
    shows("lock.get", { icann_transfer_lock: false, ...is });
    return imported("domainLock");
  },
});

const extents = formsOf("total", [1], [9], ["?"]);
const lists = {
  records: ["records.list", { type: "A", name: "www", content: "192.0.2.1", id: 1 }],
  forwards: ["forwards.list", { id: 1, source: "go", destination: "https://x.example/", type: "temporary" }],
  domains: ["domains.list", details],
} as const;
/** The registrar lists one row. */
function listed(what: keyof typeof lists, is: object, rule: { times?: number } = {}) {
  const [operation, row] = lists[what];
  useContract({ [operation]: { paging: null } });
  shows(operation, { data: [row], ...is }, rule);
}
/** A state file of a program. */
async function stateOf(program: Program): Promise<string> {
  const stack = await applied(program);
  const file = join(newFolder(), "state.json");
  writeState(file, stack, quick);
  return file;
}
threeValues("a complete list of a command", extents, {
  domains: async (is) => {
    listed("domains", is);
    return seen(["domains"], /1 domain/);
  },
  records: async (is) => {
    listed("records", is);
    return seen(["records", domain], /1 record/);
  },
  "zone export": async (is) => {
    listed("records", is);
    return seen(["zone", "export", domain], /www .*192\.0\.2\.1/);
  },
  "import, of the records": async (is) => {
    listed("records", is);
    return imported("dnsRecord");
  },
  "import, of the forwards": async (is) => {
    listed("forwards", is);
    return imported("urlForward");
  },
  "import --all": async (is) => {
    listed("domains", is);
    const folder = join(newFolder(), "new");
    const { code, err } = await run("import", "--all", "--package", "^0.1.0", "--out", folder);
    return [code > 0 && `exit ${code}`, part(err.replace(/\s+/g, " "), /some may be missing/)];
  },
  "acme present": async (is) => {
    listed("records", is, { times: 1 });
    const { code, err } = await run("acme", "--timeout", "1", "present", `_acme-challenge.${domain}.`, "t".repeat(43));
    return [code > 0 && `exit ${code}`, /ERR_REGISTRAR/.test(err) && failure(err), ...registrar.writes()];
  },
  drift: async (is) => {
    const file = await stateOf({ lock: one("domainLock") });
    listed("records", is);
    return seen(["drift", "--export", file], /not proven complete/);
  },
  "drift --fail-on-unmanaged": async (is) => {
    const file = await stateOf({ lock: one("domainLock") });
    listed("records", is);
    return seen(["drift", "--fail-on-unmanaged", "--export", file], /not proven complete/);
  },
  "drift, of a record that the list lacks": async (is) => {
    const file = await stateOf({ old: a("old", "192.0.2.2") });
    listed("records", is);
    return seen(["drift", "--no-unmanaged", "--export", file], /is gone|deleted|missing|cannot be determined/);
  },
});
