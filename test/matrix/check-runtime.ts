import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandRows } from "./command-rows.ts";
import type { Installed } from "./install-package.ts";
import { quickstarts } from "./quickstarts.ts";
import { bareEnvironment, runCommand } from "./run-command.ts";
import type { Finished } from "./run-command.ts";
import { lowestNode } from "./runtimes.ts";
import type { Runtime } from "./runtimes.ts";
import { askServer, startServer } from "./server.ts";
import type { Ready } from "./server.ts";

/** A check of a runtime. */
export interface Check {
  name: string;
  /** The fault; null = the runtime passed. */
  fault: string | null;
  /** Did the process abort? */
  isAbort?: boolean;
}

/** How the shell and Node tell of a process that aborted. */
const ABORTS = new Set<number | string>([134, "SIGABRT", "SIGSEGV", 139]);

/** Uses the package on a runtime: the README's quickstarts, every command `rounds` times, and a server. */
export async function checkRuntime(runtime: Runtime, installed: Installed, rounds: number): Promise<Check[]> {
  const command: [string, ...string[]] = [...runtime.command, installed.bin];
  const checks: Check[] = [];
  const server = await startServer(command, installed.folder).catch((error: Error) => error);
  if (server instanceof Error) return [{ name: "serve", fault: server.message }];
  try {
    for (let round = 0; round < rounds; round++) {
      checks.push(...(await checkQuickstarts(runtime, installed, server.ready)));
      checks.push(...(await checkCommands(command, installed, server.ready)));
    }
    checks.push({ name: "a server is asked", fault: await askServer(server.ready) });
  } finally {
    const code = await server.stop();
    checks.push(toCheck("a server that is stopped", { code, stdout: "", stderr: "" }, 0));
  }
  for (let round = 1; round < rounds; round++) {
    const again = await startServer(command, installed.folder);
    const fault = await askServer(again.ready);
    checks.push({ name: "a server is asked", fault });
    checks.push(toCheck("a server that is stopped", { code: await again.stop(), stdout: "", stderr: "" }, 0));
  }
  return checks;
}

async function checkQuickstarts(runtime: Runtime, { folder }: Installed, ready: Ready): Promise<Check[]> {
  const checks: Check[] = [];
  const [file, ...args] = runtime.command;
  const env = {
    ...bareEnvironment(),
    HOGLET_URL: ready.url,
    HOGLET_PROJECT_TOKEN: ready.project_token,
    HOGLET_PERSONAL_API_KEY: ready.personal_api_key,
  };
  for (const { name, code, output, needsServer } of quickstarts(runtime)) {
    const cwd = mkdtempSync(join(folder, "quickstart-"));
    writeFileSync(join(cwd, "block.mjs"), code);
    // The server is shared: it has seen the event of the rounds before.
    const finished = await runCommand(file, [...args, "block.mjs"], { cwd, env });
    const isRight = needsServer || finished.stdout.trim() === output.join("\n");
    checks.push(toCheck(name, finished, 0, isRight ? null : `printed ${JSON.stringify(finished.stdout)}`));
  }
  return checks;
}

async function checkCommands(
  [file, ...args]: [string, ...string[]],
  { folder }: Installed,
  upstream: Ready,
): Promise<Check[]> {
  const checks: Check[] = [];
  const cwd = mkdtempSync(join(folder, "commands-"));
  const plugin = join(folder, "drop-bots");
  for (const row of commandRows({ upstream, plugin, node: process.execPath })) {
    const options = { cwd, ...(row.input !== undefined && { input: row.input }) };
    const finished = await runCommand(file, [...args, ...row.args], options);
    const isRight = row.stdout?.test(finished.stdout) ?? true;
    const name = `hoglet ${row.args.join(" ")}`;
    checks.push(toCheck(name, finished, row.code, isRight ? null : `printed ${finished.stdout.slice(0, 200)}`));
  }
  return checks;
}

/** A Node that is too old gets one sentence with both versions, and exit code 1, from `import`, `require` and the command. */
export async function checkTooOld({ name, command }: Runtime, { folder, bin }: Installed): Promise<Check[]> {
  const [file, ...args] = command;
  const [own = "", lowest] = [name.split(" ")[1], lowestNode().replace(/\.0$/, "")];
  const checks: Check[] = [];
  for (const script of [bin, "require.cjs", "import.mjs"]) {
    const finished = await runCommand(file, [...args, script], { cwd: folder });
    const sentence = finished.stderr.split("\n").find((line) => line.includes(own) && line.includes(lowest));
    const fault = sentence === undefined ? `no sentence with ${own} and ${lowest}: ${finished.stderr}` : null;
    checks.push(toCheck(script === bin ? "the command" : script, finished, 1, fault));
  }
  return checks;
}

function toCheck(name: string, { code, stderr }: Finished, wanted: number, fault: string | null = null): Check {
  const isAbort = ABORTS.has(code);
  const told = code === wanted ? fault : `ended with ${code} instead of ${wanted}: ${stderr.trim().slice(-300)}`;
  return { name, fault: told, isAbort };
}
