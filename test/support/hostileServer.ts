/** A TCP server on loopback that answers requests by writing whatever a story says; it need not be HTTP. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** Called with the connection once a complete request has come over it. */
export type Act = (socket: Socket, request: string) => void;

export class HostileServer {
  /** Heads of the requests, in order. */
  readonly requests: string[] = [];
  readonly baseUrl: string;
  act: Act;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(server: Server, act: Act) {
    this.#server = server;
    this.act = act;
    const { port } = server.address() as AddressInfo;
    this.baseUrl = `http://127.0.0.1:${port}/api`;
    server.on("connection", (socket) => this.#listen(socket));
  }

  static async start(act: Act = () => {}): Promise<HostileServer> {
    // A connection stays open for writing when the other side has ended its half.
    const server = createServer({ allowHalfOpen: true });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new HostileServer(server, act);
  }

  /** Connections that the client has not closed. */
  get open(): number {
    return this.#open.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #listen(socket: Socket): void {
    this.#open.add(socket);
    socket.on("close", () => this.#open.delete(socket));
    socket.on("error", () => {});
    socket.on("end", () => socket.destroy());
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = text.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      text = "";
      this.requests.push(head);
      this.act(socket, head);
    });
  }
}

function says(text: string): Act {
  return (socket) => socket.write(text);
}
function ends(text: string): Act {
  return (socket) => socket.end(text);
}
/** Says something, and then a piece again and again, as fast as the other side takes it. */
function goesOn(text: string, piece: string | Buffer): Act {
  return (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.write(text);
    socket.on("drain", more);
    more();
  };
}
/** Says something, and then a piece now and then. */
function drips(text: string, piece: string): Act {
  return (socket) => {
    socket.write(text);
    const timer = setInterval(() => socket.write(piece), 20);
    socket.on("close", () => clearInterval(timer));
  };
}
const ok = (...headers: string[]) => `${["HTTP/1.1 200 OK", ...headers].join("\r\n")}\r\n\r\n`;
const json = "content-type: application/json";
const chunked = "transfer-encoding: chunked";

/** Answers that are no answers, or never end; each has been met or can be sent by anybody on the way. */
export const hostileActs: Readonly<Record<string, Act>> = {
  "101 without upgrade headers": says("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
  "100 Continue for ever": goesOn("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
  "103 Early Hints for ever": goesOn("", "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n".repeat(100)),
  "102 Processing once, then nothing": says("HTTP/1.1 102 Processing\r\n\r\n"),
  "nothing at all": () => {},
  "headers without an end": goesOn("HTTP/1.1 200 OK\r\n", "x-more: and more\r\n".repeat(50)),
  "one byte of the headers now and then": drips("HTTP/1.1 200 OK\r\nx-slow: ", "a"),
  "a status line without an end": goesOn("", "HTTP/1.1 200 ".concat("O".repeat(4096))),
  "a body without an end": goesOn(`${ok(json)}[`, Buffer.alloc(1024 * 1024, "0,")),
  "one byte of the body now and then": drips(ok(json, "content-length: 100000"), " "),
  "the end of the connection before the headers": (socket) => void socket.end(),
  "the end of the connection inside the headers": ends("HTTP/1.1 200 OK\r\ncontent-type: app"),
  "less than content-length says": ends(`${ok(json, "content-length: 500")}{"data":[]}`),
  "less than content-length says, and no end": says(`${ok(json, "content-length: 500")}{"data":[]}`),
  "a content-length that isn't a number": ends(`${ok("content-length: 0x0b")}{"data":[]}`),
  "two lengths that differ": ends(`${ok("content-length: 11", "content-length: 5")}{"data":[]}`),
  "chunks that are none": ends(`${ok(chunked)}zz\r\n{}\r\n0\r\n\r\n`),
  "a chunk without an end": says(`${ok(chunked)}ffffffff\r\n{}`),
  "a chunk extension without an end": goesOn(`${ok(chunked)}2;`, "x".repeat(4096)),
  "trailers without an end": goesOn(`${ok(chunked)}2\r\n{}\r\n0\r\n`, "x-more: and more\r\n".repeat(50)),
  "gzip that is none": ends(`${ok("content-encoding: gzip", "content-length: 4")}abcd`),
  "HTTP/0.9": ends('{"data":[]}'),
  "another protocol": ends("SSH-2.0-OpenSSH_9.9\r\n"),
  "a reset": (socket) => void socket.resetAndDestroy(),
};
