import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { choiceFlag, flag, toHosts } from "../flag.ts";
import type { RunOptions } from "../run-beside.ts";

/** `hoglet run`: a command with a hoglet beside it. */
export function addRun(program: Command): void {
  program
    .command("run")
    .description("runs a command with a hoglet in memory beside it, and exits with its code")
    .usage("[options] -- <command...>")
    .argument("<command...>", "command such as npm test; put -- before it to pass its flags on")
    .addOption(flag("--now <time>", "start of the clock (default: now)").argParser(toInstant))
    .addOption(flag("--strict", "fail when something was refused, dropped or warned about"))
    .addOption(flag("--plan <file>", "a module with the tracking plan for the events"))
    .addOption(
      choiceFlag("--plan-mode <mode>", "result of events off the plan", ["off", "warn", "strict"]).default("strict"),
    )
    .addOption(flag("--coverage <file>", "write the coverage of the plan: .xml = JUnit, else JSON"))
    .addOption(flag("--allowed-host <names>", "further host names of the server, such as 10.0.2.2").argParser(toHosts))
    .addOption(
      flag("--max-ai-cost <usd>", "fail when the calls of language models cost more together").argParser(toDollars),
    )
    .addOption(flag("--snapshot <file>", "write the captured events as NDJSON"))
    .action(run);
}

async function run([name = "", ...args]: string[], flags: RunOptions, command: Command): Promise<void> {
  if (flags.coverage !== undefined && flags.plan === undefined) command.error("error: --coverage needs a --plan.");
  // Loaded on demand: other commands start faster without the test kit.
  const { runBeside } = await import("../run-beside.ts");
  process.exitCode = await runBeside(name, args, flags);
}

function toDollars(text: string): number {
  const dollars = text.trim() === "" ? NaN : Number(text);
  if (!(dollars >= 0 && dollars < Infinity)) throw new InvalidArgumentError("Expected US dollars such as 0.50.");
  return dollars;
}

function toInstant(text: string): string {
  if (Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError("Expected an ISO date-time such as 2024-03-01T08:00:00Z.");
  }
  return text;
}
