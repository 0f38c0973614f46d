/** What can be said before anything is sent: Node, the package, the settings. Never a value of a setting. */
import { createRequire } from "node:module";
import { connect } from "node:net";
import { join } from "node:path";
import { engines, version } from "../../package.json";
import {
  type Configuration,
  codeOf,
  parseBaseUrl,
  proxyFor,
  RegistrarError,
  readConfiguration,
} from "../../provider/api/index.ts";

export interface Check {
  what: string;
  /** `note`: worth knowing, and no reason to fail. */
  result: "ok" | "note" | "failed";
  text: string;
}

export interface Environment {
  checks: Check[];
  /** Absent when nothing can be sent with it. */
  configuration?: Configuration;
}

export function examineEnvironment(env: NodeJS.ProcessEnv, cwd: string): Environment {
  const checks: Check[] = [nodeCheck(), packageCheck(cwd)];
  try {
    const configuration = readConfiguration({ get: () => undefined, env, cwd });
    proxyFor(parseBaseUrl(configuration.baseUrl), env);
    checks.push({ what: "base URL", result: "ok", text: "REGISTRAR_BASE_URL is set" });
    const hasToken = configuration.token !== undefined;
    checks.push({
      what: "token",
      result: hasToken ? "ok" : "failed",
      text: hasToken
        ? "REGISTRAR_API_TOKEN is set"
        : "REGISTRAR_API_TOKEN is not set; create a token in the registrar's dashboard, under API access",
    });
    const corrected = Object.keys(configuration.contract.endpoints).length;
    if (env["REGISTRAR_CONTRACT_FILE"]) {
      checks.push({ what: "contract", result: "ok", text: `REGISTRAR_CONTRACT_FILE corrects ${corrected} operations` });
    }
    for (const each of configuration.notices.map((text): Check => ({ what: "settings", result: "note", text })))
      checks.push(each);
    return hasToken ? { checks, configuration } : { checks };
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    checks.push({ what: "settings", result: "failed", text: error.message });
    return { checks };
  }
}

function nodeCheck(): Check {
  const wanted = engines.node.replace(/[^\d.]/g, "");
  const isNewEnough = process.versions.node.localeCompare(wanted, "en", { numeric: true }) >= 0;
  return {
    what: "Node",
    result: isNewEnough ? "ok" : "failed",
    text: isNewEnough ? process.versions.node : `${process.versions.node} is too old: ${engines.node} is needed`,
  };
}

/** The package that a program in this folder would use. */
function packageCheck(cwd: string): Check {
  const what = "package";
  let found: unknown;
  try {
    found = createRequire(join(cwd, "index.js"))("pulumi-registrar/package.json");
  } catch {
    return {
      what,
      result: "note",
      text: `${version}; the package is not installed in this folder (a program needs it: npm ci)`,
    };
  }
  const theirs = typeof found === "object" && found !== null && "version" in found ? String(found.version) : "";
  if (theirs === version) return { what, result: "ok", text: version };
  return {
    what,
    result: "note",
    text: `this command has version ${version}, but programs in this folder use version ${theirs}`,
  };
}

const timeoutMs = 10_000;

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host name does not exist",
  EAI_AGAIN: "the host name could not be looked up",
  ETIMEDOUT: "the connection timed out",
};

/** Why nobody can be reached, by one connection over which nothing is sent; `undefined`: somebody can, or a proxy knows the way. */
export async function whyUnreachable(baseUrl: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const base = parseBaseUrl(baseUrl);
  if (proxyFor(base, env) !== undefined) return undefined;
  const port = base.port === "" ? (base.protocol === "https:" ? 443 : 80) : Number(base.port);
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ host: base.hostname.replace(/^\[|\]$/g, ""), port, timeout: timeoutMs });
    socket.once("connect", () => resolve(undefined));
    socket.once("timeout", () => resolve("ETIMEDOUT"));
    socket.once("error", (error) => resolve(codeOf(error)));
    socket.once("close", () => resolve("CLOSED"));
    socket.once("connect", () => socket.destroy()).once("timeout", () => socket.destroy());
  });
  return (
    code && `${reasons[code] ?? "no connection could be made"} (${code}); check REGISTRAR_BASE_URL and the network`
  );
}
