/** Serves the dashboard page: one document that loads nothing, and whose policy lets only its own script run. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Does the client prefer HTML? Browsers do; other clients get JSON. */
export const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes("text/html") ?? false;

/** Built by scripts/build.mjs from browser/, into the folder of the bundles. */
const document = "dashboard.html";
const folders = [__dirname, join(__dirname, "..", "..", "..", "dist")];

const digestOf = (html: string, tag: string) => {
  const content = html.slice(html.indexOf(`<${tag}>`) + tag.length + 2, html.indexOf(`</${tag}>`));
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
};

/** The document, and its content security policy with the digests of its style and script. */
function page(): { html: string; policy: string } {
  const file = folders.map((folder) => join(folder, document)).find(existsSync);
  if (file === undefined)
    throw new Error(`The dashboard page is not built: ${document} is in none of ${folders.join(", ")}.`);
  const html = readFileSync(file, "utf8");
  const policy = [
    "default-src 'none'",
    `style-src ${digestOf(html, "style")}`,
    `script-src ${digestOf(html, "script")}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, policy };
}

export function sendPage(reply: FastifyReply): FastifyReply {
  const { html, policy } = page();
  return reply
    .headers({
      "content-security-policy": policy,
      "cache-control": "no-store",
      // The address holds the secret.
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    .type("text/html; charset=utf-8")
    .send(html);
}
