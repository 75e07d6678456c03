import type { Command, Option } from "commander";
import { createProgram } from "../../bin/program.ts";
import { toCell } from "./cell.ts";

const HEAD = `# Command line

\`npm run docs\` writes this page from the program itself; \`hoglet <command> --help\` prints the same. Every flag can be given as the
environment variable in the last column; a flag beats the environment. Results go to stdout and logs to stderr. Exit code 0 means
done, 1 failed, 2 wrong usage. Control characters in data are printed as \`\\u001b\`.
`;

/** The page of all commands, with their arguments and flags. */
export function commandLinePage(): string {
  return `${HEAD}${createProgram({})
    .commands.flatMap((command) => sections(command, "hoglet"))
    .join("")}`;
}

function sections(command: Command, parent: string): string[] {
  const path = `${parent} ${command.name()}`;
  return [toSection(command, path), ...command.commands.flatMap((below) => sections(below, path))];
}

function toSection(command: Command, path: string): string {
  const description = command.description();
  const level = path.split(" ").length > 2 ? "###" : "##";
  const names = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  const usage = [path, ...names, ...(command.options.length > 0 ? ["[flags]"] : [])].join(" ");
  const sentence = `${description.charAt(0).toUpperCase()}${description.slice(1)}${/[.]$/.test(description) ? "" : "."}`;
  const flags = command.options.filter((option) => !option.hidden).map(toRow);
  const table =
    flags.length === 0 ? "" : `\n| flag | what it does | variable |\n| --- | --- | --- |\n${flags.join("\n")}\n`;
  return `\n${level} ${path}\n\n\`${usage}\`\n\n${sentence}\n${table}`;
}

function toRow(option: Option): string {
  const { flags, description, argChoices, defaultValue, envVar } = option;
  const notes = [
    argChoices === undefined ? [] : [`one of ${argChoices.join(", ")}`],
    defaultValue === undefined || typeof defaultValue === "boolean" || Array.isArray(defaultValue)
      ? []
      : [`default ${String(defaultValue)}`],
  ].flat();
  const text = `${description}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
  return `| \`${toCell(flags)}\` | ${toCell(text)} | ${envVar === undefined ? "" : `\`${envVar}\``} |`;
}
