import { Argument } from "commander";
import type { Command } from "commander";
import { SCRIPTS, SHELLS, unquoteBash } from "../completion/scripts.ts";
import type { Shell } from "../completion/scripts.ts";
import { requireChoice } from "../flag.ts";
import { write } from "../print.ts";

/** `hoglet completion`: the offers of the Tab key. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("prints the script that completes hoglet's commands, flags, values and events in a shell")
    .usage("<shell>")
    .addArgument(
      new Argument("<shell>", "the shell").choices(SHELLS).argParser((shell) => {
        requireChoice(shell, SHELLS);
        return shell;
      }),
    )
    .argument(
      "[words...]",
      "behind --: words of a command line, the last with = before it, whose candidates are printed",
    )
    .action((shell: Shell, words: string[]) =>
      words.length === 0 ? write(SCRIPTS[shell]) : complete(program, shell, words),
    );
}

async function complete(program: Command, shell: Shell, given: readonly string[]): Promise<void> {
  const [{ toCandidates }, { readNames }] = await Promise.all([
    import("../completion/candidates.ts"),
    import("../completion/read-names.ts"),
  ]);
  const meant = given.map((word, at) => (at === given.length - 1 ? word.replace(/^=/, "") : word));
  const words = shell === "bash" ? unquoteBash(meant) : meant;
  const { values, isFile } = await toCandidates(program, words.slice(0, -1), words.at(-1) ?? "", readNames);
  // A name with a line end or a tab could not be typed by pressing a key.
  const lines = values
    .filter(({ value }) => !/[\t\r\n]/.test(value))
    .map(({ value, about }) => (about === "" ? value : `${value}\t${about.replaceAll(/\s+/g, " ")}`));
  const all = [...lines, ...(isFile ? [":files"] : [])];
  if (all.length > 0) await write(`${all.join("\n")}\n`);
}
