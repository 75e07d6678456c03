import type { Command, Option } from "commander";

const YES = new Set(["1", "true", "yes", "on"]);
const NO = new Set(["0", "false", "no", "off"]);

/** Variables for which an empty value is valid: no schedule. */
const MAY_BE_EMPTY = new Set(["HOGLET_DELETION_CRON"]);

/**
 * Removes some HOGLET_* variables before commander reads them, so that they mean what users expect: an empty variable
 * counts as absent, and so does `HOGLET_MEMORY=0`, which commander would read as yes.
 * @throws CommanderError when the variable of a flag without a value is neither yes nor no
 */
export function settleEnvironment(program: Command, environment: NodeJS.ProcessEnv): void {
  for (const name of ["HOGLET_FILE", "HOGLET_DB"]) if (environment[name] === "") delete environment[name];
  for (const option of optionsOf(program)) {
    const name = option.envVar;
    const value = name === undefined ? undefined : environment[name]?.toLowerCase();
    if (name === undefined || value === undefined || MAY_BE_EMPTY.has(name)) continue;
    const isSwitch = !option.required && !option.optional;
    if (value === "" || (isSwitch && NO.has(value))) delete environment[name];
    else if (isSwitch && !YES.has(value)) program.error(`error: ${name} is "${value}"; expected true or false.`);
  }
}

function optionsOf(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(optionsOf)];
}
