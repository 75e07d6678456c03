import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Starts a process that imports into the file, and waits until it is suspended inside its transaction.
 * @returns a function that resumes it, waits for its end and returns its exit code
 */
export async function suspendImport(file: string): Promise<() => Promise<unknown>> {
  const script = new URL("suspended-import.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  return async () => {
    child.kill("SIGCONT");
    const [code] = await ended;
    return code;
  };
}
