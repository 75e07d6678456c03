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
  outliveReaders();
  try {
    const program = createProgram(process.env);
    await program.parseAsync(withDefaultCommand(process.argv.slice(2)), { from: "user" });
  } catch (error) {
    // commander has said what was wrong; also the way in which --help and --version end.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? OK : USAGE;
    } else {
      fail(error);
    }
  }
}

/**
 * A reader that has seen enough closes its pipe, as in `hoglet --help | head -1`: the rest is dropped, and the command ends as it
 * would have, with its own exit code. Other errors of an output, such as a full disk, are a failure.
 */
function outliveReaders(): void {
  process.stdout.on("error", (error) => isClosed(error) || fail(error));
  // There is nowhere to say so.
  process.stderr.on("error", (error) => isClosed(error) || (process.exitCode = FAILED));
}

function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === "EPIPE";
}

let told: unknown;

/** Says an error once: a command that waits for its output throws what the output has told already. */
function fail(error: unknown): void {
  process.exitCode = FAILED;
  if (error !== told) say(`hoglet: ${toSentence(error)}`);
  told = error;
}

void main();
