/** Questions to the sandbox: DNS over UDP, and over TCP where the answer was cut; the page of a forwarded host. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import * as dns from "dns-packet";
import type { Sandbox } from "../../testing/sandbox/index.ts";

type Place = NonNullable<Sandbox["dns"]>;

async function overUdp({ host, port }: Place, query: Buffer): Promise<Buffer> {
  const socket = createSocket("udp4");
  try {
    socket.connect(port, host);
    await once(socket, "connect");
    socket.send(query);
    const [message]: Buffer[] = await once(socket, "message");
    return message ?? Buffer.alloc(0);
  } finally {
    socket.close();
  }
}

async function overTcp({ host, port }: Place, query: Buffer): Promise<Buffer> {
  const socket = connect(port, host);
  socket.end(dns.streamEncode(dns.decode(query)));
  let received = Buffer.alloc(0);
  for await (const part of socket) received = Buffer.concat([received, part]);
  return received.subarray(2);
}

/** A record as `NAME TTL TYPE DATA`: names without their last dot, texts as they are. */
function line(answer: dns.Answer): string {
  if (answer.type === "OPT") return "OPT";
  return `${answer.name} ${answer.ttl} ${answer.type} ${dataOf(answer)}`;
}

function dataOf({ type, data }: Exclude<dns.Answer, dns.OptAnswer>): string {
  if (type === "TXT") return [data].flat().join("");
  if (type === "CAA") return `${data.flags} ${data.tag} ${data.value}`;
  return typeof data === "string" ? data : Object.values(data).join(" ");
}

/** The response of a server; `status` as `dig` names it. */
export async function dig(at: Place, name: string, type: dns.RecordType = "A") {
  const query = dns.encode({ type: "query", id: 9, questions: [{ name, type, class: "IN" }] });
  const first = dns.decode(await overUdp(at, query));
  const packet = first.flag_tc ? dns.decode(await overTcp(at, query)) : first;
  return {
    status: ["NOERROR", "FORMERR", "SERVFAIL", "NXDOMAIN", "NOTIMP", "REFUSED"][(packet.flags ?? 0) & 15],
    authoritative: packet.flag_aa,
    overTcp: first.flag_tc,
    answers: (packet.answers ?? []).map(line),
    authorities: (packet.authorities ?? []).map(line),
  };
}

/** The response to a browser that asks for a page with these headers, of which `host` is the name that it went to. */
export async function visit(url: string, headers: Record<string, string>, method = "HEAD") {
  // Not by `fetch`, which sends a Host header of its own.
  const asked = request(url, { method, headers, agent: false }).end();
  const [response]: IncomingMessage[] = await once(asked, "response");
  response?.resume();
  return { status: response?.statusCode, location: response?.headers.location };
}
