/** The page of all commands and options: from the definitions that parse them. */
import type { Argument, Command, Option } from "commander";
import { exitCodes } from "../../cli/exitCode.ts";

/** The page `docs/reference/command-line.md`, in Markdown. */
export function commandLinePage(program: Command): string {
  const explained = new Map<string, string>();
  /** An option that an earlier command has, too, is explained there. */
  const once = (line: string, path: string) => {
    const first = explained.get(line);
    if (first === undefined) explained.set(line, path);
    const [, form] = /^- (`--[^`]+`): (?:\S+ ){6}/.exec(line) ?? [];
    return form === undefined || first === undefined
      ? line
      : `- ${form}: as for [${first}](#${first.replaceAll(" ", "-")})`;
  };
  return [
    "# Command line",
    "",
    "<!-- Generated from the definitions of the commands. Do not edit by hand. -->",
    "",
    "Run it as `npx pulumi-registrar`, in a folder where the package is installed. Every command has `--help`. Reports are printed on standard output, everything",
    "else on standard error. [Settings](configuration.md) come from the environment; `drift` also reads those of the stack. Only `acme` writes to the registrar.",
    "",
    ...leaves(program, "").flatMap(({ command, path }) => section(command, path).map((line) => once(line, path))),
    "## Exit codes",
    "",
    "| code | meaning |",
    "|---|---|",
    ...Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${cell(meaning)} |`),
    "",
  ].join("\n");
}

function leaves(command: Command, path: string): { command: Command; path: string }[] {
  return command.commands.flatMap((inner) => {
    const innerPath = `${path} ${inner.name()}`.trim();
    return inner.commands.length === 0 ? [{ command: inner, path: innerPath }] : leaves(inner, innerPath);
  });
}

function section(command: Command, path: string): string[] {
  const args = command.registeredArguments;
  const options = command.options.filter(({ hidden }) => !hidden);
  const usage = [
    "pulumi-registrar",
    path,
    ...args.map(argumentForm),
    ...(options.length > 0 ? ["[options]"] : []),
  ].join(" ");
  return [
    `## ${path}`,
    "",
    `\`${usage}\``,
    "",
    command.description(),
    "",
    ...args.map((argument) => row(argumentForm(argument), argument.description, argument)),
    ...options.map((option) => row(option.flags, option.description, option)),
    "",
  ];
}

function argumentForm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function row(form: string, description: string, { defaultValue, argChoices }: Argument | Option): string {
  const [, text = description, written] = /^(.*?)(?: \(default: (.*)\))?$/s.exec(description) ?? [];
  const choices = argChoices === undefined ? "" : `: ${argChoices.map((choice) => `\`${choice}\``).join(", ")}`;
  const value =
    typeof defaultValue === "boolean" || String(defaultValue ?? "") === "" ? "" : `\`${String(defaultValue)}\``;
  const shown = written ?? value;
  return `- \`${form}\`: ${text}${choices}${shown === "" ? "" : ` (default: ${shown})`}`;
}

const cell = (text: string) => text.replaceAll("|", "\\|");
