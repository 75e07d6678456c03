import { FAILED, fail, runCommand } from "./run-command.ts";

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

outliveReaders();
void runCommand(process.argv.slice(2));
