/** The sandbox as the page reaches it: every change goes through the admin interface. */
import type { View } from "../shape.ts";
import { toast } from "./dom.ts";
import type { Values } from "./model.ts";

const base = () => location.pathname.replace(/\/$/, "");

async function call(method: string, path: string, body?: Values): Promise<unknown> {
  const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(base() + path, { method, ...sent });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { error } = answer as { error?: string };
  throw new Error(error ?? `The sandbox answered ${response.status}.`);
}

/** What the page shows; without the state if that is still of this version. */
export const view = async (version?: number) =>
  (await call("GET", `/view${version === undefined ? "" : `?version=${version}`}`)) as View;

/** The API token, which the page shows when it is asked to. */
export async function token(): Promise<string> {
  const { token = "" } = (await call("GET", "/credentials")) as { token?: string };
  return token;
}

/** What a request of the log said, and its answer. */
export const exchange = async (n: number) => (await call("GET", `/log/${n}`)) as Values;

let afterwards = async (): Promise<void> => {};

/** Does this after every change. */
export function whenChanged(show: () => Promise<void>): void {
  afterwards = show;
}

/**
 * What a dialog sends: an error is the dialog's to show.
 * @param onAnswer sees the answer before the page shows what changed
 */
export async function submit(
  said: string,
  method: string,
  path: string,
  body?: Values,
  onAnswer?: (answer: unknown) => void,
): Promise<void> {
  const answer = await call(method, path, body);
  onAnswer?.(answer);
  toast(said);
  await afterwards();
}

/** What a button does: an error is said as the result would be. */
export function act(said: string, method: string, path: string, body?: Values): void {
  submit(said, method, path, body).catch((error: Error) => toast(error.message));
}
