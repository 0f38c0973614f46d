/** The page of all commands and options: from the definitions that parse them. */
import type { Argument, Command, Option } from "commander";
import { exitCodes } from "../../cli/exitCode.ts";

/** The page `docs/reference/command-line.md`, in Markdown. */
export function commandLinePage(program: Command): string {
  const explained = new Map<string, string>();
  return [
    ...leaves(program, "").flatMap(({ command, path }) => section(command, path, explained)),
    "## Exit codes",
    "",
    ...Object.values(exitCodes).map(({ code, meaning }) => `- ${code}: ${meaning}`),
    "",
  ].join("\n");
}

function leaves(command: Command, path: string): { command: Command; path: string }[] {
  return command.commands.flatMap((inner) => {
    const innerPath = `${path} ${inner.name()}`.trim();
    return inner.commands.length === 0 ? [{ command: inner, path: innerPath }] : leaves(inner, innerPath);
  });
}

/** @param explained by their lines, the commands that explain options; another command only names them */
function section(command: Command, path: string, explained: Map<string, string>): string[] {
  const lines = [
    ...command.registeredArguments.map((argument) => row(argumentForm(argument), argument.description, argument)),
    ...command.options.filter(({ hidden }) => !hidden).map((option) => row(option.flags, option.description, option)),
  ];
  const own = lines.filter((line) => !explained.has(line));
  const others = new Map<string, string[]>();
  for (const line of lines) {
    const first = explained.get(line);
    if (first !== undefined) others.set(first, [...(others.get(first) ?? []), line.slice(2, line.indexOf(": "))]);
  }
  for (const line of own) explained.set(line, path);
  const named = [...others].map(
    ([first, forms]) => `- ${forms.join(", ")}: as for [${first}](#${first.replaceAll(" ", "-")})`,
  );
  const description = command.description().replace(/ It never writes(?: to the registrar)?\./, "");
  return [`## ${path}`, "", description, "", ...own, ...named, ""];
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
