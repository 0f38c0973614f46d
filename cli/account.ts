/** The account that a command works with: settings as for the provider, and no write unless that is its work. */
import { type Configuration, DomainNotHeldError, readConfiguration } from "../provider/api/index.ts";
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
  return new Run({ configuration, readOnly: !canWrite, ...(log && { log }) });
}

/**
 * For `catch`: advice for programs, such as `dependsOn`, doesn't help at a command that reads a domain.
 * @throws the error, with other advice where the account doesn't hold the domain
 */
export function tellUnheld(error: unknown): never {
  if (!(error instanceof DomainNotHeldError)) throw error;
  const advice = "Check the spelling, and which account the token belongs to.";
  throw new DomainNotHeldError({ ...error, advice });
}
