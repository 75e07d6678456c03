import { CommanderError } from "commander";
import { withDefaultCommand } from "./default-command.ts";
import { createProgram } from "./program.ts";
import { toSentence } from "./sentence.ts";
import { say } from "./print.ts";

/** Success, failure (one sentence on stderr), wrong usage. */
const OK = 0;
const FAILED = 1;
const USAGE = 2;

// The code is set instead of calling process.exit(), which would cut off what a pipe has not taken yet.
async function main(): Promise<void> {
  try {
    const program = createProgram(process.env);
    await program.parseAsync(withDefaultCommand(process.argv.slice(2)), { from: "user" });
  } catch (error) {
    // commander has said what was wrong; also the way in which --help and --version end.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? OK : USAGE;
    } else {
      say(`hoglet: ${toSentence(error)}`);
      process.exitCode = FAILED;
    }
  }
}

void main();
