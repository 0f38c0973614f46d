/** Bytes in, bytes out: reads a query, answers it from the zones, and fits the answer to the way it travels. */
import * as dns from "dns-packet";
import { type FindZone, lookUp, type Reply, rcodes, reply } from "./lookup.ts";

const headerLength = 12;
/** Bytes (RFC 1035 sections 4.2.1 and 4.2.2). No EDNS: what is longer is asked for again over TCP. */
const limits = { udp: 512, tcp: 65_535 };
const opcodeBits = 0x7800;

/** The answer to a query; `undefined` for what is none (too short, or itself an answer). */
export function respond(message: Buffer, transport: "udp" | "tcp", findZone: FindZone): Buffer | undefined {
  if (message.length < headerLength || (message.readUInt16BE(2) & 0x8000) !== 0) return undefined;
  if ((message.readUInt16BE(2) & opcodeBits) !== 0) return write(message, reply("NOTIMP", false), transport);
  const [question, ...more] = read(message)?.questions ?? [];
  if (question === undefined || more.length > 0) return write(message, reply("FORMERR", false), transport);
  const found = question.class === "IN" ? lookUp(findZone, question.name, question.type) : reply("REFUSED", false);
  return write(message, found, transport, [question]);
}

function read(message: Buffer): dns.DecodedPacket | undefined {
  try {
    return dns.decode(message);
  } catch {
    return undefined;
  }
}

function write(message: Buffer, found: Reply, transport: "udp" | "tcp", questions: dns.Question[] = []): Buffer {
  const encode = (flags: number, sections: Partial<Reply>) =>
    dns.encode({ type: "response", id: message.readUInt16BE(0), flags, questions, ...sections });
  const kept = message.readUInt16BE(2) & (opcodeBits | dns.RECURSION_DESIRED);
  const flags = kept | (found.authoritative ? dns.AUTHORITATIVE_ANSWER : 0) | rcodes[found.rcode];
  const { answers, authorities, additionals } = found;
  const whole = encode(flags, { answers, authorities, additionals });
  if (whole.length <= limits[transport]) return whole;
  // Too long even for TCP: there is no way to say it.
  return transport === "tcp" ? encode(kept | rcodes.SERVFAIL, {}) : encode(flags | dns.TRUNCATED_RESPONSE, {});
}
