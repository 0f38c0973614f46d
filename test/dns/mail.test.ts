/** Records of e-mail: SPF, DKIM, DMARC and what mail services publish, as their functions write them. */
import { generateKeyPairSync } from "node:crypto";
import { RunError } from "@pulumi/pulumi";
import { checkRecord, InvalidInputError, isRecordTypeName, readValue } from "../../provider/dns/index.ts";
import { joinRecords } from "../../provider/dns/join.ts";
import { dkim, dmarc, mailServices, spf } from "../../provider/lookups/mail.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { holds } from "./arbitraries.ts";

/** The findings of the package's checks for a record. */
const findings = (part: object) =>
  Object.entries(joinRecords([part]).records).flatMap(([key, values]) => {
    const [name, type = ""] = key.split(" ");
    if (!isRecordTypeName(type)) throw new TypeError(key);
    return values.flatMap((value) => checkRecord(type, { name, ...readValue(type, String(value)) }, "example.com"));
  });

function refusal(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_INVALID_INPUT" });
    // The engine shows it without a stack.
    expect(RunError.isInstance(error)).toBe(true);
    return (error as Error).message;
  }
  throw new Error("It was not refused.");
}

describe("spf", () => {
  it.each(casesIn("mail", "SPF policies"))("%s", (_name, terms = "", expected = "") => {
    expect(spf(terms.split(", "))).toEqual({ type: "TXT", name: "@", content: expected });
  });

  it.each(casesIn("mail", "refused SPF terms"))("refuses %j", (terms = "", expected = "") => {
    const given = terms === "" ? [] : terms.split(", ");
    expect(refusal(() => spf(given))).toMatch(new RegExp(expected));
  });
});

describe("dkim", () => {
  const rsaKey = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const edKey = generateKeyPairSync("ed25519");
  const pem = rsaKey.publicKey.export({ type: "spki", format: "pem" }).toString();
  const base64 = rsaKey.publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const edPem = edKey.publicKey.export({ type: "spki", format: "pem" }).toString();
  const edRaw = edKey.publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64");

  it("takes a key as PEM, in base64, or folded", () => {
    const record = { type: "TXT", name: "s1._domainkey", content: `v=DKIM1; k=rsa; p=${base64}` };
    const pkcs1 = rsaKey.publicKey.export({ type: "pkcs1", format: "pem" }).toString();
    for (const publicKey of [
      pem,
      pkcs1,
      pem.replace(/\n/g, "\r\n"),
      base64,
      ` ${base64.replace(/.{64}/g, "$&\n  ")} `,
    ]) {
      expect(dkim({ selector: "s1", publicKey })).toEqual(record);
    }
    expect(findings(dkim({ selector: "s1", publicKey: pem }))).toEqual([]);
    const tested = dkim({ selector: "2026-11.mail", publicKey: "", testing: true });
    expect(tested).toEqual({ type: "TXT", name: "2026-11.mail._domainkey", content: "v=DKIM1; t=y; k=rsa; p=" });
  });

  it("takes a complete record, as services show it", () => {
    for (const written of [
      `v=DKIM1; k=rsa; p=${base64}`,
      `v=DKIM1;k=rsa;p=${base64};`,
      ` "v=DKIM1; k=rsa; " "p=${base64.slice(0, 100)}" "${base64.slice(100)}"`,
      `k=rsa; p=${base64.replace(/.{64}/g, "$&\n")}`,
    ]) {
      expect(dkim({ selector: "s1", publicKey: written }).content).toBe(`v=DKIM1; k=rsa; p=${base64}`);
      const { records } = mailServices.googleWorkspace({ dkim: written });
      expect(records["google._domainkey TXT"]).toEqual([`v=DKIM1; k=rsa; p=${base64}`]);
    }
    expect(dkim({ selector: "ed", publicKey: `v=DKIM1; k=ed25519; p=${edRaw}` }).content).toMatch(
      /k=ed25519; p=.{44}$/,
    );
    expect(dkim({ selector: "s1", publicKey: "v=DKIM1; p=" }).content).toBe("v=DKIM1; k=rsa; p=");
    expect(refusal(() => dkim({ selector: "s1", publicKey: "v=DKIM1; k=rsa" }))).toMatch(/isn't an RSA/);
  });

  it("writes of an Ed25519 key its 32 bytes alone", () => {
    for (const publicKey of [edPem, edRaw]) {
      const record = dkim({ selector: "ed", publicKey });
      expect(record.content).toBe(`v=DKIM1; k=ed25519; p=${edRaw}`);
    }
  });

  it("refuses a key of which a part is missing, wherever it was cut, and never shows it", () => {
    holds(
      fc.property(fc.integer({ min: 1, max: base64.length - 4 }), (length) => {
        const message = refusal(() => dkim({ selector: "s1", publicKey: base64.slice(0, length) }));
        expect(message).toMatch(/an RSA or Ed25519 key, or a part of it/);
        expect(message).not.toContain(base64.slice(0, Math.max(8, length)));
      }),
    );
  });

  const short = generateKeyPairSync("rsa", { modulusLength: 768 }).publicKey;
  const keys: Record<string, string> = {
    PRIVATE: rsaKey.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    SHORT: short.export({ type: "spki", format: "pem" }).toString(),
    VALID: pem,
  };
  it.each(casesIn("mail", "refused DKIM keys"))(
    "refuses %j with the key %s: %s",
    (selector = "", key = "", says = "") => {
      expect(refusal(() => dkim({ selector, publicKey: keys[key] ?? key }))).toMatch(new RegExp(says));
    },
  );
});

describe("dmarc", () => {
  it.each(casesIn("mail", "DMARC policies"))("writes %s in the order of the RFC", (tags = "", content) => {
    const record = dmarc(JSON.parse(tags));
    expect(record).toEqual({ type: "TXT", name: "_dmarc", content });
    expect(findings(record)).toEqual([]);
  });

  it.each(casesIn("mail", "refused DMARC tags"))("refuses %j", (tags = "", expected = "") => {
    const given: Parameters<typeof dmarc>[0] = JSON.parse(tags);
    expect(refusal(() => dmarc(given))).toMatch(new RegExp(expected));
  });
});

describe("mail services", () => {
  const publicKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
    .publicKey.export({ type: "spki", format: "pem" })
    .toString();
  const withDmarc = { "_dmarc TXT": ["v=DMARC1; p=reject; rua=mailto:dmarc@example.com"] };

  it.each(casesIn("mail", "services"))(
    "%s(%s): one part with the policies, which the checks have nothing against",
    (service = "", given = "", keys) => {
      const make: unknown = Reflect.get(mailServices, service);
      if (typeof make !== "function") throw new TypeError(service);
      const args: unknown = JSON.parse(given, (_, value) => (value === "KEY" ? publicKey : value));
      const part: ReturnType<typeof mailServices.noMail> = make(args);
      expect(Object.keys(part.records).join(", ")).toBe(keys);
      expect(findings(part)).toEqual([]);
      if (given.includes("dmarc")) expect(part.records).toMatchObject(withDmarc);
    },
  );

  it.each(casesIn("mail", "senders of a service"))(
    "adds the senders %j to the policy of the service",
    (terms, policy) => {
      expect(mailServices.googleWorkspace(terms ? { spf: terms.split(", ") } : undefined).records["@ TXT"]).toEqual([
        policy,
      ]);
    },
  );

  it("asks for Microsoft's host instead of the domain", () => {
    expect(refusal(() => mailServices.microsoft365({ host: "example.com" }))).toMatch(
      /an MX host of the service\. Copy the host/,
    );
  });
});
