import type { ChildProcess } from "node:child_process";
import crossSpawn from "cross-spawn";

// cross-spawn: on Windows npm, npx and similar commands are scripts that only cmd.exe can start. Node's own `shell:
// true` passes arguments unquoted, so those with spaces or & break. cross-spawn quotes them, and reports a missing
// command like Node on other systems. npm's own tools and thousands of others start commands with it.

/**
 * Starts a command found on the PATH. On Windows it may be a script such as npm.
 * @param output `inherit`: with this process's input and output; `piped`: without input, its output to be read, and as
 * the head of a process group, so that all that it starts can be ended
 */
export function startCommand(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: "inherit" | "piped" = "inherit",
): ChildProcess {
  if (output === "inherit") return crossSpawn(name, args, { stdio: "inherit", env });
  const detached = process.platform !== "win32";
  return crossSpawn(name, args, { stdio: ["ignore", "pipe", "pipe"], env, detached });
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
