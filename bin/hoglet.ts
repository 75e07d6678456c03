import { CommanderError } from "commander";
import { withDefaultCommand } from "./default-command.ts";
import { createProgram } from "./program.ts";
import { toSentence } from "./sentence.ts";
import { printMessage } from "./print.ts";

/** Exit codes: success, failure (one sentence on stderr), wrong usage. */
const OK = 0;
const FAILED = 1;
const USAGE = 2;

// The code is set instead of calling process.exit(), which would drop the output that a pipe has not read yet.
async function main(): Promise<void> {
  outliveReaders();
  try {
    const program = createProgram(process.env);
    await program.parseAsync(withDefaultCommand(process.argv.slice(2)), { from: "user" });
  } catch (error) {
    // commander has printed the fault; --help and --version end in this way too.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? OK : USAGE;
    } else {
      fail(error);
    }
  }
}

/**
 * A reader such as `head` may close its pipe early, as in `hoglet --help | head -1`: the rest is dropped, and the
 * command ends with its own exit code. Other errors of an output, such as a full disk, are a failure.
 */
function outliveReaders(): void {
  process.stdout.on("error", (error) => isClosed(error) || fail(error));
  // No output is left to report it.
  process.stderr.on("error", (error) => isClosed(error) || (process.exitCode = FAILED));
}

function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === "EPIPE";
}

let told: unknown;

/** Reports an error once: a command that awaits its output throws the error that the output has reported already. */
function fail(error: unknown): void {
  process.exitCode = FAILED;
  if (error !== told) printMessage(`hoglet: ${toSentence(error)}`);
  told = error;
}

void main();
