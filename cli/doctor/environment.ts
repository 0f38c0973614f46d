/** Checks before the first request: Node, the package, the settings. They print no value of a setting. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { engines, version } from "../../package.json";
import {
  type Configuration,
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
