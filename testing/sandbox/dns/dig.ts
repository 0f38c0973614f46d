/**
 * A client of the DNS port, for programs and tests on machines without `dig`. Not `node:dns`: its `Resolver` shows neither
 * the status nor the AA bit, no TTL but of addresses, no authority section, and cannot ask for DS.
 */
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import * as dns from "dns-packet";
import { recordTypes } from "../../../provider/dns/registry.ts";
import type { SandboxRecordType } from "../state.ts";

/** What was answered; every record as a line of a zone file: `www.example.com. 300 IN A 192.0.2.1`. */
export interface DigResult {
  /** `NOERROR`, `NXDOMAIN` (no such name), `REFUSED` (not this server's), ... */
  readonly status: string;
  /** Is the server the one that knows (the AA bit)? */
  readonly authoritative: boolean;
  /** Did the answer come over TCP, because it was too long for UDP? */
  readonly overTcp: boolean;
  readonly answers: string[];
  /** SOA where there is no such record; NS where others answer for the name. */
  readonly authorities: string[];
  readonly additionals: string[];
}

/** The types that can be asked for: those of the registrar, and a few that a server must have an answer for. */
export type DigType = SandboxRecordType | "SOA" | "ANY" | "DS";

export class NoDnsAnswerError extends Error {
  constructor(at: { host: string; port: number }, reason: string) {
    super(`No DNS answer from ${at.host} port ${at.port}: ${reason}. Is the sandbox running with its DNS port?`);
    this.name = "NoDnsAnswerError";
  }
}

/** Milliseconds. */
const patience = 5_000;

/** Asks the server once over UDP, and over TCP where the answer was cut. Throws a `NoDnsAnswerError` after 5 seconds. */
export async function dig(
  at: { readonly host: string; readonly port: number },
  name: string,
  type: DigType = "A",
): Promise<DigResult> {
  const query = dns.encode({ type: "query", id: randomInt(0x10000), questions: [{ name, type: "A", class: "IN" }] });
  query.writeUInt16BE(codeOf(type), query.length - 4);
  const first = read(await overUdp(at, query));
  const packet = first.flag_tc ? read(await overTcp(at, query)) : first;
  const lines = (records: dns.Answer[] | undefined) => (records ?? []).map(presentation);
  return {
    status: statuses[(packet.flags ?? 0) & 15] ?? "RESERVED",
    authoritative: packet.flag_aa,
    overTcp: first.flag_tc,
    answers: lines(packet.answers),
    authorities: lines(packet.authorities),
    additionals: lines(packet.additionals),
  };
}

/** In numbers, because the library's typings have no ANY. RFC 1035 sections 3.2.2 and 3.2.3, RFC 4034 section 5. */
const codes = { SOA: 6, DS: 43, ANY: 255 };
const codeOf = (type: DigType) =>
  type === "SOA" || type === "DS" || type === "ANY" ? codes[type] : recordTypes[type].number;
const statuses = ["NOERROR", "FORMERR", "SERVFAIL", "NXDOMAIN", "NOTIMP", "REFUSED"];
const read = (message: Buffer) => dns.decode(message);

async function overUdp(at: { host: string; port: number }, query: Buffer): Promise<Buffer> {
  const socket = createSocket("udp4");
  try {
    socket.connect(at.port, at.host);
    await once(socket, "connect");
    socket.send(query);
    const signal = AbortSignal.timeout(patience);
    for (;;) {
      const [message] = await once(socket, "message", { signal });
      if (Buffer.isBuffer(message) && message.subarray(0, 2).equals(query.subarray(0, 2))) return message;
    }
  } catch (error) {
    throw new NoDnsAnswerError(at, error instanceof Error ? error.message : String(error));
  } finally {
    socket.close();
  }
}

async function overTcp(at: { host: string; port: number }, query: Buffer): Promise<Buffer> {
  const socket = connect(at.port, at.host);
  const timer = setTimeout(() => socket.destroy(new Error("it took too long")), patience);
  try {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.length);
    socket.write(Buffer.concat([length, query]));
    let received = Buffer.alloc(0);
    for await (const part of socket) {
      received = Buffer.concat([received, part]);
      if (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) return received.subarray(2);
    }
    throw new Error("the connection was closed");
  } catch (error) {
    throw new NoDnsAnswerError(at, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

const absolute = (name: string) => (name === "." ? name : `${name}.`);

/** A character string in quotes (RFC 1035 section 5.1). */
const quoted = (bytes: string | Buffer) =>
  `"${[...Buffer.from(bytes)].map((byte) => (byte === 34 || byte === 92 ? `\\${String.fromCharCode(byte)}` : byte < 32 || byte > 126 ? `\\${String(byte).padStart(3, "0")}` : String.fromCharCode(byte))).join("")}"`;

function presentation(record: dns.Answer): string {
  if (record.type === "OPT") return "; EDNS";
  return `${absolute(record.name)} ${record.ttl ?? 0} IN ${record.type} ${data(record)}`;
}

function data(record: Exclude<dns.Answer, dns.OptAnswer>): string {
  switch (record.type) {
    case "A":
    case "AAAA":
      return record.data;
    case "CNAME":
    case "DNAME":
    case "NS":
    case "PTR":
      return absolute(record.data);
    case "MX":
      return `${record.data.preference} ${absolute(record.data.exchange)}`;
    case "TXT":
      return [record.data].flat().map(quoted).join(" ");
    case "SRV": {
      const { priority, weight, port, target } = record.data;
      return `${priority} ${weight} ${port} ${absolute(target)}`;
    }
    case "CAA":
      return `${record.data.flags} ${record.data.tag} ${quoted(record.data.value)}`;
    case "SOA": {
      const { mname, rname, serial, refresh, retry, expire, minimum } = record.data;
      return [absolute(mname), absolute(rname), serial, refresh, retry, expire, minimum].join(" ");
    }
    default:
      return "(data of a type this client does not know)";
  }
}
