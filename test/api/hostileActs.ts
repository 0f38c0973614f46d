/** Answers of a server that are no answers, or never end; each has been met or can be sent by anybody on the way. */
import type { Act } from "./server.ts";

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
const ok = (...headers: string[]) => `${["HTTP/1.1 200 OK", ...headers].join("\r\n")}\r\n\r\n`;
const json = "content-type: application/json";

export const hostileActs = {
  "100 Continue for ever": goesOn("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
  "nothing at all": () => {},
  "a body without an end": goesOn(`${ok(json)}[`, Buffer.alloc(1024 * 1024, "0,")),
  "a page without a length or an end": says("HTTP/1.1 200 OK\r\n\r\nHello, who is there?\r\n"),
  "another protocol": ends("SSH-2.0-OpenSSH_9.9\r\n"),
  "a reset": (socket) => void socket.resetAndDestroy(),
} satisfies Record<string, Act>;
