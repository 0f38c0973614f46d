/** Decodes a query, looks it up in the zones, and encodes the response for UDP or TCP. */
import * as dns from "dns-packet";
import { type FindZone, lookUp, type Reply, rcodes } from "./lookup.ts";

const headerLength = 12;
/** Bytes (RFC 1035 sections 4.2.1 and 4.2.2). Without EDNS: clients retry longer responses over TCP. */
const limits = { udp: 512, tcp: 65_535 };
const opcodeBits = 0x7800;

/** The response to a query; `undefined` for a message that is too short, or is itself a response. */
export function respond(message: Buffer, transport: "udp" | "tcp", findZone: FindZone): Buffer | undefined {
  if (message.length < headerLength || (message.readUInt16BE(2) & 0x8000) !== 0) return undefined;
  if ((message.readUInt16BE(2) & opcodeBits) !== 0) return write(message, { rcode: "NOTIMP" }, transport);
  const [question, ...more] = read(message)?.questions ?? [];
  if (question === undefined || more.length > 0) return write(message, { rcode: "FORMERR" }, transport);
  return write(message, lookUp(findZone, question.name, question.type), transport, [question]);
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
  const isOurs = found.rcode === "NOERROR" || found.rcode === "NXDOMAIN";
  const flags = kept | (isOurs ? dns.AUTHORITATIVE_ANSWER : 0) | rcodes[found.rcode];
  const complete = encode(flags, found);
  if (complete.length <= limits[transport]) return complete;
  // Too long even for TCP.
  return transport === "tcp" ? encode(kept | rcodes.SERVFAIL, {}) : encode(flags | dns.TRUNCATED_RESPONSE, {});
}
