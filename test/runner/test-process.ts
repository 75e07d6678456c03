import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { STEP_FD, describeStep } from "./current-step.ts";
import type { Step } from "./current-step.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));

/** Absolute, since tests start processes in other folders. */
const COMPILE_CACHE = join(process.cwd(), "node_modules/.cache/tests");

/** The result of a file. */
export interface FileResult {
  total: number;
  passed: number;
  /** All that the file wrote, without uvu's own totals. */
  output: string;
  /** Each failed test as uvu prints it, and the reason if the process died. */
  failures: string[];
  skipped: number;
  /** Tests that lack an installation, with the line that installs it (test/support/skipped.ts). */
  missing: string[];
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
  let isLate = false;

  const kill = () => {
    isGone = true;
    killGroup(child.pid);
  };
  const finish = (text: string, extra: string[] = []) => {
    clearTimeout(lateness);
    output = "";
    const [resolve] = [waiting, (waiting = null)];
    resolve?.(toResult(text, extra));
  };
  const watch = (next: Step) => {
    step = next;
    clearTimeout(lateness);
    lateness = setTimeout(() => {
      isLate = true;
      kill();
    }, limitMs);
  };
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    const end = new RegExp(`${mark} (\\d+)\n`).exec(output);
    if (end === null) return;
    memoryBytes = Number(end[1]);
    finish(output.slice(0, end.index));
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
      const why = isLate ? `It took more than ${limitMs / 1000} s and was ended` : `The process ended (${how})`;
      finish(output, [`   FAIL  ${describeStep(step)}\n    ${why}; later tests of the file were not run.`]);
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

/** Reads uvu's output about a file. */
function toResult(text: string, extra: readonly string[]): FileResult {
  const found = (label: string) => Number(new RegExp(`^ {2}${label}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
  const failures = [...(text.match(/^ {3}FAIL [^]*?(?=\n\n\n)/gmu) ?? []), ...extra];
  const [total, passed, skipped] = [found("Total"), found("Passed"), found("Skipped")];
  const missing = [...text.matchAll(/^SKIPPED: (.+)$/gmu)].map(([, line = ""]) => line);
  // A file without totals counts as a test that failed.
  if (total === 0 && failures.length === 0) failures.push("   FAIL  The file has no test.");
  const output = [text.replace(/\n {2}Total: [^]*/, ""), ...extra].join("\n");
  return { total: Math.max(total, 1), passed: total === 0 ? 0 : passed, skipped, output, failures, missing };
}
