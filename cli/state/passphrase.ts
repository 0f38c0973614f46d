/** Secrets of a state that the Pulumi CLI encrypted with a passphrase: PBKDF2-SHA256 for the key, AES-256-GCM for each. */
import { createDecipheriv, pbkdf2Sync } from "node:crypto";
import { StateError } from "./load.ts";

const rounds = 1_000_000;
const tagBytes = 16;
/** What the salt proves the passphrase with. */
const proof = "pulumi";

/**
 * Opens secrets of the form `v1:<base64 nonce>:<base64 ciphertext and tag>`.
 * @param salt as the state has it: `v1:<base64 salt>:<the proof encrypted>`
 * @throws StateError if the passphrase is another, or a text is of another form
 */
export function passphraseOpener(passphrase: string, salt: string): (ciphertext: string) => string {
  const [version, bytes, ...proven] = salt.split(":");
  if (version !== "v1" || bytes === undefined) throw malformed("the encryption salt");
  const key = pbkdf2Sync(passphrase, Buffer.from(bytes, "base64"), rounds, 32, "sha256");
  const open = (ciphertext: string) => {
    const [form, nonce, text] = ciphertext.split(":");
    if (form !== "v1" || nonce === undefined || text === undefined) throw malformed("a secret");
    const sealed = Buffer.from(text, "base64");
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
    } catch {
      throw new StateError("incorrect passphrase", "Set PULUMI_CONFIG_PASSPHRASE to the one of this stack.");
    }
  };
  if (open(proven.join(":")) !== proof) throw malformed("the encryption salt");
  return open;
}

const malformed = (what: string) =>
  new StateError(`${what} of the state is malformed`, "Export the state again with `pulumi stack export`.");
