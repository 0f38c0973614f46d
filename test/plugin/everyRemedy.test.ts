/** Remedies of messages that the fronts word alike, followed on the plugin: a setting, an argument, a row, a contract line. */
import { onPlugin } from "../support/pluginFront.ts";
import { unset, withRemedies } from "../support/remedyRows.ts";
import { a, domain, forward, one, set, whole } from "../support/story.ts";

onPlugin();
const { dashboard, byHand, everyWay, url, token, registrar } = withRemedies();
const knows = { baseUrl: url, apiToken: token };
const both = [/Set REGISTRAR_\w+/, /run `pulumi config set[^`]*`/];

everyWay([
  { title: "no base URL", seed: () => unset("REGISTRAR_BASE_URL"), knows, ways: both },
  { title: "no token", seed: () => unset("REGISTRAR_API_TOKEN"), knows, ways: both },
  { title: "a number out of its range", config: () => ({ "registrar:writesPerDomain": "17" }), turns: 2 },
  { title: "a number as a string", program: { it: a("www", "192.0.2.1", { ttl: "300" }) }, says: /got the string/ },
  {
    title: "a new set beside rows of others",
    seed: () => byHand("www", "192.0.2.9"),
    program: { it: set("www", "A", ["192.0.2.1"]) },
    ways: [/- To keep them.*?\n/, /- To delete them.*?\n/, /- Declare each.*/],
    live: ["www A 192.0.2.1"],
  },
  {
    title: "a zone beside a record",
    program: { other: a("www", "192.0.2.1"), it: whole({ "a A": ["192.0.2.2"] }) },
    ways: [/list them \w+/, /name them in `ignoreRecords`/, /make the zone additive/],
  },
  {
    title: "a forward in the place of another",
    seed: () => dashboard().addForward(domain, { source: "go", destination: "https://other.example/" }),
    program: { it: forward("go", "https://x.example/") },
    says: /in its place/,
    live: ["go https://x.example/"],
  },
  {
    title: "a write without a mark of success",
    seed: () => registrar.sandbox.fault({ operation: "lock.set", fault: { status: 200, body: { Result: "OK" } } }),
    program: { it: one("domainLock") },
    waits: () => registrar.sandbox.clearFaults(),
    says: /marks a success/,
  },
  {
    title: "an order above its price",
    program: { it: one("domainRegistration", { domain: "fresh.com", maxPrice: 5 }) },
  },
  {
    title: "a lock that is removed",
    before: { it: one("domainLock") },
    program: {},
    ways: [/Unlock .*`pulumi up`/, /(Unlock[^,]*).*(or `pulumi destroy`)/],
    idle: false,
  },
  {
    title: "an import",
    seed: () => byHand("two", "192.0.2.1"),
    program: {},
    imports: { handler: "dnsRecord", id: "example.com/two/A/192.0.2.9" },
    idle: false,
  },
]);
