/** Limits of lookups: dates, lengths of a DKIM selector, and sizes of a key. */
import { generateKeyPairSync } from "node:crypto";
import { isoText } from "../../provider/api/index.ts";
import { call } from "../../provider/lookups/index.ts";
import { dkim } from "../../provider/lookups/mail.ts";
import { everyBoundary } from "../support/everyBoundary.ts";
import { withRegistrar } from "../support/registrar.ts";
import { lookupsAt } from "./lookupsAt.ts";

const registrar = withRegistrar();
const expires = Date.parse("2030-01-01T00:00:00Z");
/** Is a domain listed whose expiry is so many milliseconds before or after a date? */
const listed = (argument: "expiresBefore" | "expiresAfter") => async (ms: number) => {
  registrar.sandbox.dashboard.editDomain("example.com", { expires: isoText(expires) });
  const { domains } = await call("getDomains", lookupsAt(registrar.sandbox), { [argument]: isoText(expires + ms) });
  return domains.some(({ domain }) => domain === "example.com");
};

/** Is an argument taken? */
const asked =
  (name: "checkAvailability" | "searchMarketplace", argsOf: (value: number) => object) => async (value: number) => {
    return call(name, lookupsAt(registrar.sandbox), JSON.parse(JSON.stringify(argsOf(value)))).then(() => "a result");
  };

const keyOf = (bits: number) =>
  generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ type: "spki", format: "pem" }).toString();
const key = keyOf(1024);

everyBoundary("provider/lookups", {
  "account.ts isInTime: before": [listed("expiresBefore"), [0, false], [1000, true]],
  "account.ts isInTime: after": [listed("expiresAfter"), [0, false], [-1000, true]],
  "prices.ts years": [
    asked("checkAvailability", (years) => ({ domains: ["fresh.com"], years })),
    [10, "a result"],
    [11, /years: must be/],
    [1, "a result"],
    [0, /years: must be/],
  ],
  "prices.ts pageSize": [
    asked("searchMarketplace", (pageSize) => ({ query: "tea", pageSize })),
    [100, "a result"],
    [101, /pageSize: must be/],
    [1, "a result"],
    [0, /pageSize: must be/],
  ],
  "mail.ts dkim": [
    (length) => dkim({ selector: "x".repeat(length), publicKey: key }).name.length,
    [63, 63 + "._domainkey".length],
    [64, /is not a selector/],
  ],
  "mail.ts SHORTEST_RSA": [
    (bits) => dkim({ selector: "s", publicKey: keyOf(bits) }).type,
    [1024, "TXT"],
    [1023, /less than 1,024 bits/],
  ],
  "mail.ts ED25519_KEY": [
    (bytes) => dkim({ selector: "s", publicKey: Buffer.alloc(bytes, 7).toString("base64") }).content.slice(0, 22),
    [32, "v=DKIM1; k=ed25519; p="],
    [31, /isn't an RSA or Ed25519 key/],
    [33, /isn't an RSA or Ed25519 key/],
  ],
});
