/** Bytes in, bytes out: reads a query, answers it from the zones, and fits the answer to the way it travels. */
import * as dns from "dns-packet";
import { type FindZone, lookUp, type Reply, rcodes, reply } from "./lookup.ts";

const headerLength = 12;
/** Without EDNS (RFC 1035 section 4.2.1). Bytes. */
const plainLimit = 512;
/** What is offered and never exceeded over UDP: fits into any network's packets. Bytes. */
const ednsLimit = 1232;
const wholeLimit = 65_535;
const opcodeBits = 0x7800;

/** The answer to a query; `undefined` for what is none (too short, or itself an answer). */
export function respond(message: Buffer, transport: "udp" | "tcp", findZone: FindZone): Buffer | undefined {
  if (message.length < headerLength || (message.readUInt16BE(2) & 0x8000) !== 0) return undefined;
  if ((message.readUInt16BE(2) & opcodeBits) !== 0) return write(message, reply("NOTIMP", false), wholeLimit);
  const packet = read(message);
  const [question, ...more] = packet?.questions ?? [];
  if (question === undefined || more.length > 0) return write(message, reply("FORMERR", false), wholeLimit);
  const edns = packet?.additionals?.find((record) => record.type === "OPT");
  const udpLimit = Math.min(Math.max(edns?.udpPayloadSize ?? 0, plainLimit), ednsLimit);
  const found = question.class === "IN" ? lookUp(findZone, question.name, question.type) : reply("REFUSED", false);
  return write(message, found, transport === "tcp" ? wholeLimit : udpLimit, question, edns);
}

function read(message: Buffer): dns.DecodedPacket | undefined {
  try {
    return dns.decode(message);
  } catch {
    return undefined;
  }
}

function write(message: Buffer, found: Reply, limit: number, question?: dns.Question, edns?: dns.OptAnswer): Buffer {
  // As it came, so that the case of letters comes back too.
  const length = question === undefined ? 0 : dns.encode({ questions: [{ ...question }] }).length - headerLength;
  const asked = message.subarray(headerLength, headerLength + length);
  const option = edns && { ...edns, udpPayloadSize: ednsLimit, extendedRcode: 0, ednsVersion: 0, options: [] };
  const encode = (flags: number, sections: Pick<Reply, "answers" | "authorities" | "additionals">) => {
    const additionals = [...sections.additionals, ...(option === undefined ? [] : [option])];
    const packet = dns.encode({ type: "response", id: message.readUInt16BE(0), flags, ...sections, additionals });
    packet.writeUInt16BE(length === 0 ? 0 : 1, 4);
    return Buffer.concat([packet.subarray(0, headerLength), asked, packet.subarray(headerLength)]);
  };
  const kept = message.readUInt16BE(2) & (opcodeBits | dns.RECURSION_DESIRED);
  const flags = kept | (found.authoritative ? dns.AUTHORITATIVE_ANSWER : 0) | rcodes[found.rcode];
  const nothing = { answers: [], authorities: [], additionals: [] };
  const whole = encode(flags, found);
  if (whole.length <= limit) return whole;
  // Too long even for TCP: there is no way to say it.
  return limit === wholeLimit
    ? encode(kept | rcodes.SERVFAIL, nothing)
    : encode(flags | dns.TRUNCATED_RESPONSE, nothing);
}
