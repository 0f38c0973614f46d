/** The files of every project: manifest, compiler options, Pulumi project. */

import type { Front } from "./option.ts";

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
  /** A program in YAML needs no compiler, and no SDK. */
  language: "typescript" | "javascript" | "yaml";
  /** How the program reaches the provider. Default: by the classes of the package. */
  front?: Front | undefined;
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
    "package.json": packageJson(project),
    ".gitignore": "node_modules/\nsandbox.json*\n",
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
function pulumiYaml({ project, description, language, front }: Frame): string {
  const plugin = ["plugins:", "  providers:", "    - name: registrar", "      path: node_modules/pulumi-registrar/exe"];
  const lines = [
    `name: ${project}`,
    `description: ${JSON.stringify(description)}`,
    ...runtimes[language],
    ...(front === undefined ? [] : plugin),
  ];
  return `${lines.join("\n")}\n`;
}

const runtimes: Readonly<Record<Frame["language"], readonly string[]>> = {
  typescript: ["runtime: nodejs", "main: index.ts"],
  javascript: ["runtime: { name: nodejs, options: { typescript: false } }", "main: index.js"],
  yaml: ["runtime: yaml"],
};

/** The package whose classes a program imports. */
export const classesOf = (front: Front | undefined): string =>
  front === "plugin" ? "pulumi-registrar/native" : "pulumi-registrar";

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
