import { StateError } from "./errors.ts";
import type { PassphraseCrypter } from "./secrets.ts";
import { isProps, isSecret, type Props, SECRET, SIGNATURE, secret, type Value } from "./values.ts";

/** Turns secrets into their text in the state and back, and keeps the text of a secret that did not change. */
export class SecretTexts {
  readonly #crypter: PassphraseCrypter;
  readonly #known = new Map<string, string>();
  constructor(crypter: PassphraseCrypter) {
    this.#crypter = crypter;
  }

  seal(value: Value, urn: string): Value {
    if (Array.isArray(value)) return value.map((element) => this.seal(element, urn));
    if (!isProps(value)) return value;
    if (!isSecret(value)) return this.sealAll(value, urn);
    const plaintext = JSON.stringify(value["value"] ?? null);
    const key = `${urn} ${plaintext}`;
    const ciphertext = this.#known.get(key) ?? this.#crypter.encrypt(plaintext);
    this.#known.set(key, ciphertext);
    return { [SIGNATURE]: SECRET, ciphertext };
  }

  sealAll(props: Props, urn: string): Props {
    return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, this.seal(value, urn)]));
  }

  open(value: Value, urn: string): Value {
    if (Array.isArray(value)) return value.map((element) => this.open(element, urn));
    if (!isProps(value)) return value;
    if (!isSecret(value)) return this.openAll(value, urn);
    const { ciphertext, plaintext } = value;
    if (typeof ciphertext !== "string" || ciphertext === "") {
      if (typeof plaintext !== "string")
        throw new StateError(`a secret of ${urn} has neither ciphertext nor plaintext`);
      return secret(parseJson(plaintext));
    }
    const text = this.#crypter.decrypt(ciphertext);
    this.#known.set(`${urn} ${text}`, ciphertext);
    return secret(parseJson(text));
  }

  openAll(props: Props, urn: string): Props {
    return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, this.open(value, urn)]));
  }
}

function parseJson(text: string): Value {
  const value: Value = JSON.parse(text);
  return value;
}

/** With secrets in clear, as `pulumi stack export --show-secrets` writes them. */
export function showSecret(value: Value): Value {
  if (Array.isArray(value)) return value.map(showSecret);
  if (!isProps(value)) return value;
  if (!isSecret(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, showSecret(inner)]));
  return { [SIGNATURE]: SECRET, plaintext: JSON.stringify(value["value"] ?? null) };
}
