import { showText } from "../text.ts";
import type { MailTextRecord } from "./services.ts";
import { InvalidMailRecordError } from "./services.ts";

export interface DkimKey {
  /** The name of the key, as the mail server signs with it: `s1`, `2026-11`. */
  selector: string;
  /** The public key: a PEM block (`-----BEGIN PUBLIC KEY-----`), or base64, or empty for a key that is revoked. */
  publicKey: string;
  /** Kind of key. Default `rsa`. RFC 6376, RFC 8463. */
  keyType?: "rsa" | "ed25519";
  /** Receivers treat the mail as if it were not signed, while you test. Default `false`. RFC 6376 section 3.6.1. */
  testing?: boolean;
}

/** A DKIM key as a TXT record at `<selector>._domainkey`; see fronts/dynamic/mailRecords.ts. RFC 6376 section 3.6.1. */
export function dkim({ selector, publicKey, keyType = "rsa", testing = false }: DkimKey): MailTextRecord {
  const labels = selector.split(".");
  if (labels.at(-1)?.toLowerCase() === "_domainkey") {
    throw invalid(`${showText(selector)} ends in "_domainkey", which is added. Write the selector alone`);
  }
  if (!labels.every((label) => label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label))) {
    throw invalid(`${showText(selector)} is no selector. Write a name of letters, digits and hyphens, such as s1`);
  }
  if (keyType !== "rsa" && keyType !== "ed25519") {
    throw invalid(`${showText(String(keyType))} is no kind of key. Write rsa or ed25519`);
  }
  const tags = ["v=DKIM1", `k=${keyType}`, ...(testing ? ["t=y"] : []), `p=${keyData(publicKey, keyType)}`];
  return { type: "TXT", name: `${selector}._domainkey`, content: tags.join("; ") };
}

const invalid = (problem: string) => new InvalidMailRecordError(`DKIM: ${problem}.`);

/** Object identifiers in DER: rsaEncryption (RFC 8017 appendix C) and id-Ed25519 (RFC 8410 section 3). */
const rsa = "06092a864886f70d010101";
const ed25519 = "06032b6570";
/** A public key of 1,024 bits has 162 bytes; receivers take no shorter ones. RFC 8301 section 3.2. */
const SHORTEST_RSA = 160;
/** Bytes of an Ed25519 key. RFC 8032 section 5.1.5. */
const ED25519_KEY = 32;

/** Base64 without its padding, which many leave out. */
const bare = (base64: string) => base64.replaceAll("=", "");

/** The tag `p=`: of RSA the whole SubjectPublicKeyInfo, of Ed25519 the key alone. RFC 6376 section 3.6.1, RFC 8463 section 4. */
function keyData(written: string, keyType: "rsa" | "ed25519"): string {
  const text = written.trim();
  if (text === "") return "";
  if (/PRIVATE KEY/.test(text)) {
    throw invalid(
      "this is a private key, which nobody else may see. Give the public one: openssl pkey -in key.pem -pubout",
    );
  }
  if (/BEGIN (?!PUBLIC KEY)/.test(text)) {
    throw invalid("the PEM block is no PUBLIC KEY. Convert it: openssl rsa -RSAPublicKey_in -in key.pem -pubout");
  }
  const base64 = text.replace(/-----(BEGIN|END) PUBLIC KEY-----/g, "").replace(/\s+/g, "");
  const key = Buffer.from(base64, "base64");
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(base64) && bare(key.toString("base64")) === bare(base64);
  if (!isBase64) {
    throw invalid("the public key is not base64. Copy what stands after p=, or the whole PEM block");
  }
  const begin = key.subarray(0, 32).toString("hex");
  if (keyType === "ed25519") {
    if (key.length === ED25519_KEY) return base64;
    if (isWhole(key) && begin.includes(ed25519)) return key.subarray(-ED25519_KEY).toString("base64");
    throw invalid('the public key is no Ed25519 key. Give its 32 bytes in base64 or its PEM block, or keyType: "rsa"');
  }
  if (begin.includes(ed25519) || key.length === ED25519_KEY) {
    throw invalid('the public key is an Ed25519 key. Add keyType: "ed25519"');
  }
  if (!isWhole(key) || !begin.includes(rsa)) {
    throw invalid("the public key is no RSA key, or a part of it is missing. Copy it again, to its end");
  }
  if (key.length < SHORTEST_RSA) {
    throw invalid("the public key has less than 1,024 bits, and receivers ignore it. Make one of 2,048 bits");
  }
  return base64;
}

/** True if the bytes are one whole SEQUENCE of DER: a key that was cut off is not. ITU-T X.690 section 8.1.3. */
function isWhole(key: Buffer): boolean {
  const [tag, first = 0] = key;
  if (tag !== 0x30) return false;
  if (first < 0x80) return key.length === 2 + first;
  const bytes = first & 0x7f;
  const begins = 2 + bytes;
  return bytes > 0 && bytes <= 2 && key.length > begins && key.length === begins + key.readUIntBE(2, bytes);
}
