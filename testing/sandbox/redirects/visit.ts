/** A client of the redirect port, for programs and tests on machines without `curl`. */
import { type IncomingMessage, request } from "node:http";

export interface Visit {
  /** 301, 302, or 404 where no forward answers. */
  readonly status: number;
  /** Where the forward points. */
  readonly location: string | undefined;
}

/**
 * Asks for a host's page (HEAD, redirects not followed) at the redirect port, as `curl -I -H "Host: ..."` does.
 * Throws what node:http throws when nothing listens there.
 */
export async function visit(redirects: { readonly url: string }, host: string, path = "/"): Promise<Visit> {
  const sent = request(new URL(path, redirects.url), { method: "HEAD", headers: { host }, agent: false });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
  });
  sent.end();
  const response = await answered;
  response.resume();
  return { status: response.statusCode ?? 0, location: response.headers.location };
}
