import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { STEP_FD, describeStep } from "./current-step.ts";
import type { Step } from "./current-step.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));

/** How much longer than a test the loading of a file may take, with the start of its process. */
const LOADING_MS = 60_000;

/** Absolute, since tests start processes in other folders. */
export const COMPILE_CACHE = join(process.cwd(), "node_modules/.cache/tests");

/** The tests of a file. */
interface Tests {
  total: number;
  passed: number;
  skipped: number;
  /** The failed tests of each suite as uvu prints them, and the reason if the process died. */
  failures: string[];
}

/** A process tells this in JSON when a file has ended. */
export interface FileEnd extends Tests {
  memoryBytes: number;
}

/** The result of a file. */
export interface FileResult extends Tests {
  /** Tests that lack an installation, with the line that installs it (test/support/skipped.ts). */
  missing: string[];
  /** All that the file wrote. */
  output: string;
}

/** A process that runs test files, one after the other. */
export interface TestProcess {
  /** Has it ended, by itself or killed? Then it takes no further file. */
  readonly isGone: boolean;
  /** Resident memory after the last file. */
  readonly memoryBytes: number;
  runFile(file: string): Promise<FileResult>;
  /** Lets it end. @returns a sentence if it failed to */
  end(): Promise<string | null>;
  /** Ends it, and all that its tests started, at once. */
  kill(): void;
}

export interface TestProcessOptions {
  /** How long a single test may take. */
  limitMs: number;
  /** How long the process may take to end after its last test. */
  lingerMs: number;
  /** For the files, as `--seed 1`. */
  args: readonly string[];
}

/** Starts a process for test files. */
export function startTestProcess({ limitMs, lingerMs, args }: TestProcessOptions): TestProcess {
  const mark = randomUUID();
  const child = spawn(process.execPath, [CHILD, mark, ...args], {
    stdio: ["ignore", "pipe", "pipe", "pipe", "ipc"],
    // A process group, so that the servers and browsers of a test end with it.
    detached: process.platform !== "win32",
    env: { ...process.env, ...compileCache() },
  });
  let [output, memoryBytes, isGone] = ["", 0, false];
  let step: Step = {};
  let lateness: NodeJS.Timeout | undefined;
  let waiting: ((result: FileResult) => void) | null = null;
  let lateMs = 0;

  const kill = () => {
    isGone = true;
    killGroup(child.pid);
  };
  const finish = (result: FileResult) => {
    clearTimeout(lateness);
    output = "";
    const [resolve] = [waiting, (waiting = null)];
    resolve?.(result);
  };
  const watch = (next: Step) => {
    step = next;
    clearTimeout(lateness);
    // A file is not a test: loading it takes long on a busy machine.
    const allowedMs = next.test === undefined ? limitMs + LOADING_MS : limitMs;
    lateness = setTimeout(() => {
      lateMs = allowedMs;
      kill();
    }, allowedMs);
  };
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    const [text = "", line] = output.split(mark, 2);
    if (line?.endsWith("\n") !== true) return;
    const ended = JSON.parse(line) as FileEnd;
    memoryBytes = ended.memoryBytes;
    finish({ ...ended, output: text, missing: missingIn(text) });
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  createInterface({ input: child.stdio[STEP_FD] as Readable }).on("line", (line) => {
    if (waiting !== null) watch(JSON.parse(line) as Step);
  });
  const exited = new Promise<string | null>((resolve) => {
    child.once("close", (code, signal) => {
      isGone = true;
      const how = signal === null ? `exit code ${code}` : signal;
      // The running file failed; without a running file, a passed file left the process in a bad state.
      if (waiting === null) return resolve(code === 0 ? null : how);
      const why = lateMs > 0 ? `It took more than ${lateMs / 1000} s and was ended` : `The process ended (${how})`;
      const failure = `   FAIL  ${describeStep(step)}\n    ${why}; later tests of the file were not run.`;
      finish({ total: 1, passed: 0, skipped: 0, failures: [failure], missing: missingIn(output), output });
      resolve(null);
    });
  });
  return {
    get isGone() {
      return isGone;
    },
    get memoryBytes() {
      return memoryBytes;
    },
    runFile(file) {
      return new Promise((resolve) => {
        waiting = resolve;
        watch({});
        child.send(file);
      });
    },
    async end() {
      let isLingering = false;
      const timer = setTimeout(() => {
        isLingering = true;
        kill();
      }, lingerMs);
      // The child hangs up: Node tells no "close" of one that its parent disconnected.
      if (child.connected) child.send(lingerMs / 2);
      const how = await exited;
      clearTimeout(timer);
      if (isLingering) return `   FAIL  Tests left something open that keeps their process alive:\n${output}`;
      return how === null ? null : `   FAIL  A process of tests ended badly after its last file (${how}):\n${output}`;
    },
    kill,
  };
}

/** Compiled code is kept between runs: a sixth of the time of all tests. Without it while coverage is measured, which it blurs. */
function compileCache(): NodeJS.ProcessEnv {
  return process.env["NODE_V8_COVERAGE"] === undefined ? { NODE_COMPILE_CACHE: COMPILE_CACHE } : {};
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function missingIn(output: string): string[] {
  return [...output.matchAll(/^SKIPPED: (.+)$/gmu)].map(([, line = ""]) => line);
}
