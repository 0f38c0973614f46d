/** The files of every project: manifest, compiler options, Pulumi project. */

import type { Language } from "./option.ts";

/** The first release of the SDK that runs programs with the compiler options below; the package itself works with 3.216. */
const oldestSdk = "3.229.0";
/** The first release of the SDK that needs Node 22. */
const sdkOfNode22 = "3.249.0";

export interface Frame {
  /** Name of the Pulumi project, and of the npm package. */
  project: string;
  description: string;
  /** Version or file of `pulumi-registrar`. */
  dependency: string;
  language: Language;
  /** Does a program in TypeScript or JavaScript use the plugin? Default: `false`. */
  plugin?: boolean | undefined;
  scripts?: Record<string, string>;
  /** Packages for development beyond the compiler's. */
  devDependencies?: Record<string, string>;
  /** Packages whose types are global. Default: all that are installed. */
  types?: readonly string[];
}

/** Path in the project to text: all but the program. */
export function frameOf(project: Frame): Record<string, string> {
  return {
    "Pulumi.yaml": pulumiYaml(project),
    ...(hasPackages(project.language) && { "package.json": packageJson(project) }),
    ".gitignore": `${hasPackages(project.language) ? "node_modules" : "sdks"}/\nvenv/\nsandbox.json*\n`,
    ...(project.language === "typescript" && { "tsconfig.json": tsconfigJson(project.types) }),
  };
}

/**
 * The range of `@pulumi/pulumi` that runs on a Node: the newest SDK needs Node 22.
 * @param node such as `20.19.0`
 */
export function sdkRange(node: string): string {
  return Number.parseInt(node, 10) >= 22 ? `^${oldestSdk}` : `>=${oldestSdk} <${sdkOfNode22}`;
}

/** Pulumi.yaml; with the plugin, the lines by which the engine finds it in the installed package. */
function pulumiYaml({ project, description, language, plugin: isPlugin = language === "yaml" }: Frame): string {
  const plugin = ["plugins:", "  providers:", "    - name: registrar", "      path: node_modules/pulumi-registrar/exe"];
  const lines = [
    `name: ${project}`,
    `description: ${JSON.stringify(description)}`,
    ...runtimes[language],
    ...(isPlugin ? plugin : []),
  ];
  return `${lines.join("\n")}\n`;
}

const runtimes: Readonly<Record<Frame["language"], readonly string[]>> = {
  typescript: ["runtime: nodejs", "main: index.ts"],
  javascript: ["runtime: { name: nodejs, options: { typescript: false } }", "main: index.js"],
  yaml: ["runtime: yaml"],
  python: ["runtime: { name: python, options: { toolchain: pip, virtualenv: venv } }"],
  go: ["runtime: go"],
};

/** The package whose classes a program imports. */
export const classesOf = (isPlugin: boolean | undefined): string =>
  isPlugin ? "pulumi-registrar/plugin" : "pulumi-registrar";

/** Does the project take this package from npm? Other languages have packages of their own, which Pulumi writes. */
const hasPackages = (language: Language): boolean => language !== "python" && language !== "go";

function packageJson({ project, dependency, language, scripts, devDependencies = {} }: Frame): string {
  const compiler = { "@types/node": "^20.19.0", typescript: "^5.9.0 || ^6.0.0" };
  const development = { ...devDependencies, ...(language === "typescript" && compiler) };
  return json({
    name: project,
    private: true,
    ...(scripts && { scripts }),
    dependencies: {
      ...(language !== "yaml" && { "@pulumi/pulumi": sdkRange(process.versions.node) }),
      "pulumi-registrar": dependency,
    },
    ...(Object.keys(development).length > 0 && { devDependencies: sorted(development) }),
  });
}

function tsconfigJson(types?: readonly string[]): string {
  return json({
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      strict: true,
      skipLibCheck: true,
      rootDir: ".",
      noEmit: true,
      ...(types && { types }),
    },
  });
}

/** A name that npm and Pulumi both take, made of a folder's or a domain's. */
export function projectName(text: string): string {
  const name = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "")
    .join("-");
  return name === "" ? "domains" : name.slice(0, 100);
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

const sorted = (entries: Record<string, string>) =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
