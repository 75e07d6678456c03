import type { ChildProcess } from "node:child_process";
import crossSpawn from "cross-spawn";

// cross-spawn: on Windows npm, npx and the like are scripts that only cmd.exe can start, and Node's own `shell: true` hands it
// arguments as they are, so that those with spaces or & fall apart. cross-spawn quotes them, and reports a command that does
// not exist as Node does elsewhere. npm's own tools and thousands of others start their commands by it.

/** Starts a command found on the PATH, with this process's input and output. On Windows it may be a script such as npm. */
export function startCommand(name: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return crossSpawn(name, args, { stdio: "inherit", env });
}

/** The exit code of shells for a command that does not exist. */
const NOT_FOUND = 127;

/** The exit code of shells for a file that is there and cannot be run. */
const NOT_EXECUTABLE = 126;

/** A command that could not be started, in words, and the exit code that shells give for it. */
export function toStartFailure(name: string, { code, message }: NodeJS.ErrnoException): { code: number; told: string } {
  if (code === "ENOENT") return { code: NOT_FOUND, told: `${name} is no command on the PATH, and no file.` };
  return {
    code: NOT_EXECUTABLE,
    told: `${name} cannot be started: ${code === "EACCES" ? "it is not executable" : message}.`,
  };
}
