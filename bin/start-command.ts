import type { ChildProcess } from "node:child_process";
import crossSpawn from "cross-spawn";

// cross-spawn: on Windows npm, npx and similar commands are scripts that only cmd.exe can start. Node's own `shell:
// true` passes arguments unquoted, so those with spaces or & break. cross-spawn quotes them, and reports a missing
// command like Node on other systems. npm's own tools and thousands of others start commands with it.

/** Starts a command found on the PATH, with this process's input and output. On Windows it may be a script such as npm. */
export function startCommand(name: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return crossSpawn(name, args, { stdio: "inherit", env });
}

/** The exit code in shells for a command that does not exist. */
const NOT_FOUND = 127;

/** The exit code in shells for a file that cannot be executed. */
const NOT_EXECUTABLE = 126;

/** The reason why a command could not be started, and the exit code of shells for it. */
export function toStartFailure(name: string, { code, message }: NodeJS.ErrnoException): { code: number; told: string } {
  if (code === "ENOENT") return { code: NOT_FOUND, told: `${name} is no command on the PATH, and no file.` };
  return {
    code: NOT_EXECUTABLE,
    told: `${name} cannot be started: ${code === "EACCES" ? "it is not executable" : message}.`,
  };
}
