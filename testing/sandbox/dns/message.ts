/** Bytes in, bytes out: reads a query, answers it from the zones, and fits the answer to the way it travels. */
import * as dns from "dns-packet";
import { type FindZone, lookUp, type Rcode, type Reply, rcodes } from "./lookup.ts";

type Transport = "udp" | "tcp";

const headerLength = 12;
/** Without EDNS (RFC 1035 section 4.2.1). Bytes. */
const plainLimit = 512;
/** What is offered and never exceeded over UDP: fits into any network's packets. Bytes. */
const ednsLimit = 1232;
const wholeLimit = 65_535;

const opcodeBits = 0x7800;
/** Transfers of whole zones: refused. */
const transfers = ["AXFR", "IXFR"];

/** What the answer needs to know of the query. */
interface Query {
  readonly id: number;
  /** Opcode, and whether recursion was desired: both go back as they came. */
  readonly kept: number;
  /** The question section as it came, so that the case of letters comes back too. */
  readonly question: Buffer;
  readonly edns: dns.OptAnswer | undefined;
}

/** The answer to a query; `undefined` for what is none (too short, or itself an answer). */
export function respond(message: Buffer, transport: Transport, findZone: FindZone): Buffer | undefined {
  if (message.length < headerLength) return undefined;
  const flags = message.readUInt16BE(2);
  if ((flags & 0x8000) !== 0) return undefined;
  const kept = flags & (opcodeBits | dns.RECURSION_DESIRED);
  const bare: Query = { id: message.readUInt16BE(0), kept, question: Buffer.alloc(0), edns: undefined };
  if ((flags & opcodeBits) !== 0) return write(bare, refusal("NOTIMP"), wholeLimit);

  const packet = read(message);
  const [question, ...more] = packet?.questions ?? [];
  if (packet === undefined || question === undefined || more.length > 0) {
    return write(bare, refusal("FORMERR"), wholeLimit);
  }
  const section = dns.encode({ questions: [{ ...question }] }).subarray(headerLength);
  const asked = message.subarray(headerLength, headerLength + section.length);
  const options = (packet.additionals ?? []).filter((record) => record.type === "OPT");
  // A name that is no text (dots inside labels, other bytes), a second OPT: RFC 6891 section 6.1.1.
  const isReadable = asked.subarray(0, -4).equals(section.subarray(0, -4)) && options.length <= 1;
  if (!isReadable) return write(bare, refusal("FORMERR"), wholeLimit);

  const edns = options[0];
  const query: Query = { ...bare, question: asked, edns };
  const limit = transport === "tcp" ? wholeLimit : udpLimit(edns);
  if (edns !== undefined && edns.ednsVersion > 0) return write(query, refusal("NOERROR"), limit, badVersion);
  const isRefused = question.class !== "IN" || transfers.includes(question.type);
  return write(query, isRefused ? refusal("REFUSED") : lookUp(findZone, question.name, question.type), limit);
}

/** RFC 6891 section 6.1.3: BADVERS is 16, of which the upper eight bits are here. */
const badVersion = 1;

const udpLimit = (edns: dns.OptAnswer | undefined) =>
  edns === undefined ? plainLimit : Math.min(Math.max(edns.udpPayloadSize, plainLimit), ednsLimit);

function read(message: Buffer): dns.DecodedPacket | undefined {
  try {
    return dns.decode(message);
  } catch {
    return undefined;
  }
}

const refusal = (rcode: Rcode): Reply => ({
  rcode,
  authoritative: false,
  answers: [],
  authorities: [],
  additionals: [],
});

function write(query: Query, reply: Reply, limit: number, extendedRcode = 0): Buffer {
  const { id, kept, question, edns } = query;
  const option: dns.OptAnswer = {
    type: "OPT",
    name: ".",
    udpPayloadSize: ednsLimit,
    extendedRcode,
    ednsVersion: 0,
    flags: (edns?.flags ?? 0) & dns.DNSSEC_OK,
    flag_do: edns?.flag_do ?? false,
    options: [],
  };
  const encode = (flags: number, sections: Pick<Reply, "answers" | "authorities" | "additionals">) => {
    const additionals = [...sections.additionals, ...(edns === undefined ? [] : [option])];
    const packet = dns.encode({ type: "response", id, flags, ...sections, additionals });
    packet.writeUInt16BE(question.length === 0 ? 0 : 1, 4);
    return Buffer.concat([packet.subarray(0, headerLength), question, packet.subarray(headerLength)]);
  };
  const flags = kept | (reply.authoritative ? dns.AUTHORITATIVE_ANSWER : 0) | rcodes[reply.rcode];
  const nothing = { answers: [], authorities: [], additionals: [] };
  const whole = encode(flags, reply);
  if (whole.length <= limit) return whole;
  // Too long even for TCP: there is no way to say it.
  if (limit === wholeLimit) return encode(kept | rcodes.SERVFAIL, nothing);
  return encode(flags | dns.TRUNCATED_RESPONSE, nothing);
}
