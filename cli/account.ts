/** The account that a command works with: settings as for the provider, and no write unless that is its work. */
import { type Configuration, DomainNotHeldError, readConfiguration } from "../provider/api/index.ts";
import { withMeant } from "../provider/lifecycle/preconditions.ts";
import { Run, type RunOptions } from "../provider/lifecycle/run.ts";
import { warn } from "./output.ts";

export interface AccountOptions extends Pick<RunOptions, "log"> {
  /** Settings of a stack by full key, such as `registrar:baseUrl`; the environment wins. Default: none. */
  get?: (key: string) => string | undefined;
  /** These settings win over the environment, which may be another account's. */
  settingsFirst?: boolean;
  /** Folder that a relative path of a contract file starts from. Default: the working directory. */
  cwd?: string;
  /** Settings of the command itself, which win over all others. */
  settings?: Partial<Pick<Configuration, "adopt" | "staleMs">>;
  canWrite?: boolean;
}

/** The account that the command has opened last. */
let opened: Run | undefined;

/** @throws ConfigurationError with the remedy */
export function openAccount({
  get,
  settingsFirst,
  cwd = process.cwd(),
  settings,
  canWrite = false,
  log,
}: AccountOptions = {}): Run {
  const read = readConfiguration({ get, env: process.env, cwd, ...(settingsFirst && { settingsFirst }) });
  const configuration = { ...read, ...settings };
  for (const notice of configuration.notices) warn(`${notice}\n`);
  opened = new Run({ configuration, readOnly: !canWrite, ...(log && { log }) });
  return opened;
}

/** The error of a command; of a domain that the account doesn't hold, with the domain that is probably meant. */
export async function explainUnheld(error: unknown): Promise<unknown> {
  if (!(error instanceof DomainNotHeldError) || error.domain === undefined || opened === undefined) return error;
  const names = await opened.api.domains.list().then(
    ({ rows }) => rows.flatMap(({ domain_name: name }) => name ?? []),
    () => [],
  );
  return withMeant(error, names);
}
