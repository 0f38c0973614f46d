/** Serves the dashboard page: one document, nothing from elsewhere, and nothing that is not in it may run. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "./html.ts";
import { script } from "./script/index.ts";
import { style } from "./style.ts";

/** A browser asks for a page; every other client gets JSON. */
export const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes("text/html") ?? false;

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

interface Page {
  readonly document: string;
  readonly policy: string;
}
let made: Page | undefined;

/** The document, and the content security policy that names its style and its script by their digests. */
function page(): Page {
  made ??= {
    document: html(style, script),
    policy: [
      "default-src 'none'",
      `style-src ${hash(style)}`,
      `script-src ${hash(script)}`,
      "connect-src 'self'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
  return made;
}

export function sendPage(reply: FastifyReply): FastifyReply {
  const { document, policy } = page();
  return reply
    .headers({
      "content-security-policy": policy,
      "cache-control": "no-store",
      // The address holds the secret.
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    .type("text/html; charset=utf-8")
    .send(document);
}
