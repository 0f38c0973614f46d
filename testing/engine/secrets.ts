import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from "node:crypto";
import { PassphraseError, StateError } from "./errors.ts";

const ROUNDS = 1_000_000;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What the salt text proves the passphrase with. */
const PROOF = "pulumi";

/**
 * Pulumi's passphrase secrets: PBKDF2-SHA256 for the key, AES-256-GCM for each secret.
 * Text form `v1:<base64 nonce>:<base64 ciphertext and tag>`; the salt is `v1:<base64 salt>:<proof encrypted>`.
 * The key takes about 0.2 s, so it is made when the first secret is met.
 */
export class PassphraseCrypter {
  /** As in `encryptionsalt` of `Pulumi.<stack>.yaml` and in the state. */
  readonly salt: string;
  readonly #passphrase: string;
  #key: Buffer | undefined;

  constructor(passphrase: string, salt?: string) {
    this.#passphrase = passphrase;
    if (salt !== undefined) {
      this.salt = salt;
      return;
    }
    const bytes = newSalts.get(passphrase) ?? randomBytes(8);
    newSalts.set(passphrase, bytes);
    this.#key = deriveKey(passphrase, bytes);
    this.salt = `v1:${bytes.toString("base64")}:${seal(this.#key, PROOF)}`;
  }

  encrypt(plaintext: string): string {
    return seal(this.#openKey(), plaintext);
  }

  /** @throws PassphraseError if the text was not encrypted with this passphrase and salt. */
  decrypt(ciphertext: string): string {
    return open(this.#openKey(), ciphertext);
  }

  #openKey(): Buffer {
    if (this.#key) return this.#key;
    const [version, salt, ...proof] = this.salt.split(":");
    if (version !== "v1" || salt === undefined || proof.length !== 3) {
      throw new StateError("the encryption salt is malformed; it should read v1:<salt>:v1:<nonce>:<text>");
    }
    const key = deriveKey(this.#passphrase, Buffer.from(salt, "base64"));
    if (open(key, proof.join(":")) !== PROOF) throw new PassphraseError();
    this.#key = key;
    return key;
  }
}

/** New stacks of one process and passphrase share a salt: making a key is slow on purpose, and tests open many stacks. */
const newSalts = new Map<string, Buffer>();

/** Keys made in this process: a stack is opened many times in one test run. */
const derived = new Map<string, Buffer>();

function deriveKey(passphrase: string, salt: Buffer): Buffer {
  const name = `${salt.toString("base64")} ${passphrase}`;
  const known = derived.get(name);
  if (known) return known;
  const key = pbkdf2Sync(passphrase, salt, ROUNDS, KEY_BYTES, "sha256");
  derived.set(name, key);
  return key;
}

function seal(key: Buffer, plaintext: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

function open(key: Buffer, ciphertext: string): string {
  const [version, nonce, text] = ciphertext.split(":");
  if (version !== "v1" || nonce === undefined || text === undefined) {
    throw new StateError("a secret is malformed; it should read v1:<nonce>:<text>");
  }
  const sealed = Buffer.from(text, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    throw new PassphraseError();
  }
}
