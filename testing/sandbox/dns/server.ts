/** The DNS port: UDP and TCP on loopback. Serves the current records. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { WholeSandbox } from "../control.ts";
import { isServed } from "../fixtures.ts";
import type { FindZone } from "./lookup.ts";
import { respond } from "./message.ts";
import { buildZone, holderOf, type Zone } from "./zone.ts";

const host = "127.0.0.1";
/** Idle timeout of a TCP connection. Milliseconds. */
const idle = 10_000;

/** Opens the port, the same for UDP and TCP. @throws if it is taken */
export async function openDnsPort(sandbox: WholeSandbox, port: number) {
  const zones = watchZones(sandbox);
  const { udp, tcp, at } = await bind(port);
  const connections = new Set<Socket>();
  udp.on("message", (message, client) => {
    const response = respond(message, "udp", zones.find);
    if (response !== undefined) udp.send(response, client.port, client.address, () => {});
  });
  udp.on("error", () => {});
  tcp.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    socket.setTimeout(idle, () => socket.destroy());
    // The client may have closed the connection.
    socket.on("error", () => {});
    converse(socket, zones.find).catch(() => socket.destroy());
  });
  return {
    host,
    port: at,
    close: async () => {
      zones.stop();
      for (const socket of connections) socket.destroy();
      await Promise.all([new Promise<void>((done) => udp.close(done)), new Promise((done) => tcp.close(done))]);
    },
  };
}

/** Finds the zone of a name. Its serial grows with every change. */
function watchZones(sandbox: WholeSandbox): { find: FindZone; stop: () => void } {
  const zones = new Map<string, Zone>();
  let serial = Math.floor(sandbox.clock.now().getTime() / 1000);
  const stop = sandbox.onChange(() => {
    zones.clear();
    serial = Math.max(serial + 1, Math.floor(sandbox.clock.now().getTime() / 1000));
  });
  const find: FindZone = (name) => {
    const domain = holderOf(name, sandbox.domains().filter(isServed));
    if (domain === undefined) return undefined;
    const zone = zones.get(domain.name) ?? buildZone(domain, sandbox.records(domain.name), serial);
    zones.set(domain.name, zone);
    return zone;
  };
  return { find, stop };
}

/** Binds the same number for UDP and TCP. Retries if the number that the system chose for UDP is taken for TCP. */
async function bind(port: number) {
  for (let attempt = 1; ; attempt++) {
    const udp = createSocket("udp4");
    const tcp = createServer();
    try {
      udp.bind(port, host);
      await once(udp, "listening");
      const at = udp.address().port;
      tcp.listen(at, host);
      await once(tcp, "listening");
      return { udp, tcp, at };
    } catch (error) {
      await new Promise<void>((done) => udp.close(done)).catch(() => {}); // it may not be open
      if (port !== 0 || attempt === 10) throw error;
    }
  }
}

/** RFC 1035 section 4.2.2: any number of messages, each after its length in two bytes. */
async function converse(socket: Socket, findZone: FindZone): Promise<void> {
  let waiting: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  for await (const bytes of socket) {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
      const end = 2 + waiting.readUInt16BE(0);
      const response = respond(waiting.subarray(2, end), "tcp", findZone);
      waiting = waiting.subarray(end);
      if (response === undefined) return void socket.destroy();
      const length = Buffer.alloc(2);
      length.writeUInt16BE(response.length);
      // Stops reading until the client reads its responses.
      if (!socket.write(Buffer.concat([length, response]))) await once(socket, "drain");
    }
  }
}
