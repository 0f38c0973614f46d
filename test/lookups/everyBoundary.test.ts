/** Limits of lookups: dates, lengths of a DKIM selector, and sizes of a key. */
import { generateKeyPairSync } from "node:crypto";
import { dkim } from "../../provider/lookups/mail.ts";
import { everyBoundary } from "../support/everyBoundary.ts";

const keyOf = (bits: number) =>
  generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ type: "spki", format: "pem" }).toString();
const key = keyOf(1024);

everyBoundary(
  "provider/lookups",
  {
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
  },
  { "prices.ts years": "lookups/everyPromise", "prices.ts pageSize": "lookups/everyPromise" },
);
