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
    const configuration = readConfiguration({ env, cwd });
    proxyFor(parseBaseUrl(configuration.baseUrl), env);
    checks.push(check("base URL", "ok", "REGISTRAR_BASE_URL is set"));
    const hasToken = configuration.token !== undefined;
    const lacksToken = "REGISTRAR_API_TOKEN is not set; create a token in the registrar's dashboard, under API access";
    checks.push(hasToken ? check("token", "ok", "REGISTRAR_API_TOKEN is set") : check("token", "failed", lacksToken));
    const corrected = Object.keys(configuration.contract.endpoints).length;
    if (env["REGISTRAR_CONTRACT_FILE"])
      checks.push(check("contract", "ok", `REGISTRAR_CONTRACT_FILE corrects ${corrected} operations`));
    for (const text of configuration.notices) checks.push(check("settings", "note", text));
    return hasToken ? { checks, configuration } : { checks };
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    checks.push(check("settings", "failed", error.message));
    return { checks };
  }
}

export const check = (what: string, result: Check["result"], text: string): Check => ({ what, result, text });

function nodeCheck(): Check {
  const wanted = engines.node.replace(/[^\d.]/g, "");
  const { node } = process.versions;
  const isNewEnough = node.localeCompare(wanted, "en", { numeric: true }) >= 0;
  return isNewEnough
    ? check("Node", "ok", node)
    : check("Node", "failed", `${node} is too old: ${engines.node} is needed`);
}

/** The package that a program in this folder would use. */
function packageCheck(cwd: string): Check {
  let found: unknown;
  try {
    found = createRequire(join(cwd, "index.js"))("pulumi-registrar/package.json");
  } catch {
    const text = `${version}; the package is not installed in this folder (a program needs it: npm ci)`;
    return check("package", "note", text);
  }
  const theirs = typeof found === "object" && found !== null && "version" in found ? String(found.version) : "";
  if (theirs === version) return check("package", "ok", version);
  const text = `this command has version ${version}, but programs in this folder use version ${theirs}`;
  return check("package", "note", text);
}
