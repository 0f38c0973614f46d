/** The base URL: always given, https unless it is this machine, without credentials. */
import { isIPv4 } from "node:net";
import { ConfigurationError } from "./errors.ts";

/** `localhost`, 127.0.0.0/8 and ::1. A name below `.localhost` is none: what it resolves to is the resolver's choice. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

/** @throws ConfigurationError */
export function parseBaseUrl(text: string | undefined): URL {
  const fail = (what: string): never => {
    throw new ConfigurationError({
      what,
      advice:
        "Set REGISTRAR_BASE_URL, or run `pulumi config set registrar:baseUrl <URL>`; production is https://www.atom.com/api.",
    });
  };
  if (text === undefined || text.trim() === "") return fail("the registrar's base URL is not set");
  if (!URL.canParse(text.trim())) return fail("the registrar's base URL is not a URL");
  const url = new URL(text.trim());
  if (url.username !== "" || url.password !== "")
    return fail("the registrar's base URL contains credentials; use the token instead");
  if (url.search !== "" || url.hash !== "") return fail("the registrar's base URL contains a query or a fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    return fail(`the registrar's base URL must start with https:// (got ${url.protocol}//${url.host})`);
  }
  return url;
}

/** Joins the base URL's own path (`/api`) and an endpoint's. */
export function urlOf(base: URL, path: string): URL {
  const url = new URL(base);
  let end = base.pathname.length;
  while (base.pathname[end - 1] === "/") end -= 1;
  url.pathname = `${base.pathname.slice(0, end)}${path}`;
  return url;
}
