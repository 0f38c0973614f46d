/** A TCP server on loopback that answers requests by writing whatever a story says; it need not be HTTP. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** Called with the connection once a whole request has come over it. */
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

/** Writes a piece again and again, as fast as the other side takes it, until the connection is closed. */
export function forEver(socket: Socket, piece: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

/** Writes one piece after another with a pause between, until the connection is closed. */
export function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on("close", () => clearInterval(timer));
}

/** Answers that are no answers, or never end; each has been met or can be sent by anybody on the way. */
export const hostileActs: Readonly<Record<string, Act>> = {
  "101 Switching Protocols with upgrade headers": (socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
  },
  "101 without upgrade headers": (socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  },
  "100 Continue for ever": (socket) => forEver(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
  "103 Early Hints for ever": (socket) => {
    forEver(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n".repeat(100));
  },
  "102 Processing once, then nothing": (socket) => {
    socket.write("HTTP/1.1 102 Processing\r\n\r\n");
  },
  "nothing at all": () => {},
  "headers without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    forEver(socket, "x-more: and more\r\n".repeat(50));
  },
  "one byte of the headers now and then": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
    drip(socket, "a", 20);
  },
  "a status line without an end": (socket) => forEver(socket, "HTTP/1.1 200 ".concat("O".repeat(4096))),
  "a body without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[");
    forEver(socket, Buffer.alloc(1024 * 1024, "0,"));
  },
  "one byte of the body now and then": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n");
    drip(socket, " ", 20);
  },
  "the end of the connection before the headers": (socket) => {
    socket.end();
  },
  "the end of the connection inside the headers": (socket) => {
    socket.end("HTTP/1.1 200 OK\r\ncontent-type: app");
  },
  "less than content-length says": (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"data":[]}');
  },
  "less than content-length says, and no end": (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"data":[]}');
  },
  "a content-length that is no number": (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0x0b\r\n\r\n{"data":[]}');
  },
  "two lengths that differ": (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 11\r\ncontent-length: 5\r\n\r\n{"data":[]}');
  },
  "chunks that are none": (socket) => {
    socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n");
  },
  "a chunk without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffff\r\n{}");
  },
  "a chunk extension without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;");
    forEver(socket, "x".repeat(4096));
  },
  "trailers without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n");
    forEver(socket, "x-more: and more\r\n".repeat(50));
  },
  "gzip that is none": (socket) => {
    socket.end("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nabcd");
  },
  "HTTP/0.9": (socket) => {
    socket.end('{"data":[]}');
  },
  "another protocol": (socket) => {
    socket.end("SSH-2.0-OpenSSH_9.9\r\n");
  },
  "a reset": (socket) => {
    socket.resetAndDestroy();
  },
};
