import { overrideSchema } from "../../provider/api/contract.ts";
import { createClient, parseContract, proxyFor, readConfiguration } from "../../provider/api/index.ts";
import { contractsOf, rowsOf, textOf } from "./markdown.ts";

/** An environment that notes what is asked of it. */
function recording(values: Record<string, string> = {}): { env: NodeJS.ProcessEnv; asked: Set<string> } {
  const asked = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>(values, {
    get: (target, name) => {
      asked.add(String(name));
      return target[String(name)];
    },
  });
  return { env, asked };
}

const baseUrl = "https://registrar.example/api";
const names = (text: string, pattern: RegExp) => [...new Set(text.match(pattern) ?? [])].sort();

/** The settings that the code reads. */
function read(): { variables: string[]; keys: string[] } {
  const { env, asked } = recording();
  const keys = new Set<string>();
  const get = (key: string) => {
    keys.add(key);
    return key === "registrar:baseUrl" ? baseUrl : undefined;
  };
  readConfiguration({ get, env });
  createClient({ baseUrl, env });
  const { env: proxied, asked: also } = recording({ https_proxy: "http://p.example" });
  proxyFor(new URL(baseUrl), proxied);
  for (const name of [...also, ...asked]) {
    asked.delete(name);
    asked.add(name.toUpperCase());
  }
  return { variables: [...asked].sort(), keys: [...keys].sort() };
}

it("docs/reference/configuration.md lists exactly the settings that are read", () => {
  const [, settings = ""] = textOf("docs/reference/configuration.md").split("\n## Settings\n");
  const [tables = ""] = settings.split("\n## ");
  const cells = rowsOf(tables);
  const { variables, keys } = read();
  const column = (place: number) => cells.map((row) => row[place] ?? "").join("\n");
  expect(names(column(2), /registrar:\w+/g)).toEqual(keys);
  expect(names(`${column(0)}\n${column(1)}`, /\b(?:REGISTRAR_\w+|HTTPS?_PROXY|NO_PROXY)\b/g)).toEqual(variables);
});

it("no page names a setting that is not read", () => {
  const { variables, keys } = read();
  const files = ["README.md", "docs/maintainers/design.md", "docs/guides/ci.md", "docs/guides/testing.md"];
  const references = ["docs/reference/configuration.md", "docs/reference/contract.md"];
  const text = [...files, ...references].map(textOf).join("\n");
  const known = [...variables, ...keys, "REGISTRAR_ENGINE"];
  const named = /\bregistrar:[a-z][a-zA-Z]*\b|(?<!ERR_|ACME_)\bREGISTRAR_[A-Z_]+\b/g;
  expect(names(text, named).filter((name) => !known.includes(name))).toEqual([]);
});

const contracts = contractsOf("docs/reference/contract.md");

it("docs/reference/contract.md shows contract files that are accepted", () => {
  expect(contracts.length).toBeGreaterThan(3);
  for (const code of contracts) expect(() => parseContract(code, "docs/reference/contract.md")).not.toThrow();
});

it("docs/reference/contract.md lists every key", () => {
  const [, section = ""] = textOf("docs/reference/contract.md").split("\n## Keys\n");
  const [table = ""] = section.split("\n## ");
  // A row has one key, or several.
  const listed = rowsOf(table).flatMap(([first = ""]) =>
    /^`\w+`(?:, |$)/.test(first) ? (first.match(/\w+/g) ?? []) : [],
  );
  expect(listed.sort()).toEqual(Object.keys(overrideSchema().shape).sort());
});
