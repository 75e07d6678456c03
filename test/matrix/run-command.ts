import { spawn } from "node:child_process";

/** Commands are done in a few seconds, downloads in a few more; a process that hangs is killed and fails. */
const LIMIT_MS = 180_000;

export interface Finished {
  /** The exit code, or the name of the signal that ended the process. */
  code: number | string;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd: string;
  /** The whole environment. @default PATH and HOME */
  env?: NodeJS.ProcessEnv;
  input?: string;
}

/** Runs a program to its end. */
export function runCommand(
  file: string,
  args: readonly string[],
  { cwd, env = bareEnvironment(), input = "" }: RunOptions,
): Promise<Finished> {
  const child = spawn(file, args, { cwd, env, timeout: LIMIT_MS, killSignal: "SIGKILL" });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => (written[name] += text));
  }
  child.stdin.on("error", () => {}).end(input);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: error.message, ...written }));
    child.once("close", (code, signal) => resolve({ code: code ?? signal ?? "", ...written }));
  });
}

/** Nothing that npm or this run of tests set reaches a program under test. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME };
}

/** Runs npm with all that the user has set for it, as proxies. @returns what it wrote. @throws Error when it fails */
export async function runNpm(args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand("npm", args, { cwd, env: process.env });
  if (code !== 0) throw new Error(`npm ${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}
