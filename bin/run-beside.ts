import { writeFile } from "node:fs/promises";
import { constants } from "node:os";
import {
  coverPlan,
  createTestHoglet,
  overBudget,
  StrictError,
  describeIssue,
  toJUnit,
} from "../adapters/testing/index.ts";
import type { EventRules, PlanMode, TestHoglet, TestView } from "../adapters/testing/index.ts";
import type { EventRecord } from "../lib/index.ts";
import { clientEnvironment } from "./client-environment.ts";
import { loadPlan } from "./load-plan.ts";
import { startCommand, toStartFailure } from "./start-command.ts";
import { stderrLogger } from "./stderr-logger.ts";
import { printMessage } from "./print.ts";

/** The flags of `hoglet run`. */
export interface RunOptions {
  /** Start of the clock, ISO text. @default now */
  now?: string;
  /** Path of a module with the tracking plan. */
  plan?: string;
  planMode: PlanMode;
  /** Further host names in the command's requests, besides loopback names. */
  allowedHost?: string[];
  /** File for the coverage of the plan. */
  coverage?: string;
  /** File for the captured events. */
  snapshot?: string;
  strict?: true;
  /** The most that calls of language models may cost together, in US dollars. */
  maxAiCost?: number;
}

/**
 * Runs a command with a hoglet in memory beside it, which its environment names; reports problems on stderr.
 * @returns the exit code: the command's; for a successful command 1 when `strict`, the plan or the budget found problems; 127 or
 * 126, as in shells, when the command does not exist or cannot run
 * @throws Error with a sentence when the plan cannot be read
 */
export async function runBeside(name: string, args: readonly string[], flags: RunOptions): Promise<number> {
  const plan = flags.plan === undefined ? null : await loadPlan(flags.plan);
  const recorder = createRecorder();
  const hoglet = await createTestHoglet({
    now: flags.now ?? Date.now(),
    runs: true,
    allowedHosts: flags.allowedHost ?? [],
    logger: stderrLogger,
    beforeForget: recorder.hear,
  });
  let code = 1;
  try {
    const ended = await runChild(hoglet, name, args);
    if (ended.told !== undefined) {
      printMessage(`hoglet: ${ended.told}`);
      return ended.code;
    }
    code = ended.code;
    if (flags.snapshot !== undefined) await hoglet.snapshot(flags.snapshot);
  } finally {
    await hoglet.close();
  }
  const problems = flags.strict ? [...recorder.problems] : [];
  if (plan !== null) problems.push(...(await holdAgainst(plan, recorder.events, flags)));
  if (flags.maxAiCost !== undefined) {
    for (const fault of overBudget(recorder.events, flags.maxAiCost))
      problems.push(`calls of language models: ${fault}`);
  }
  for (const problem of problems) printMessage(`hoglet: ${problem}`);
  return code === 0 && problems.length > 0 ? 1 : code;
}

interface Recorder {
  readonly events: EventRecord[];
  /** Requests and events that were refused, dropped or warned about. */
  readonly problems: string[];
  hear(view: TestView): Promise<void>;
}

/** Collects data before the tests reset it. */
function createRecorder(): Recorder {
  const events: EventRecord[] = [];
  const problems: string[] = [];
  return {
    events,
    problems,
    async hear(view) {
      events.push(...(await view.events()));
      try {
        await view.verify();
      } catch (error) {
        if (!(error instanceof StrictError)) throw error;
        problems.push(...error.problems);
      }
    },
  };
}

/** Reports the coverage of the plan; returns the problems that fail the run. */
async function holdAgainst(plan: EventRules, events: readonly EventRecord[], flags: RunOptions): Promise<string[]> {
  const coverage = await coverPlan(plan, events);
  const { coverage: file, planMode } = flags;
  if (file !== undefined) {
    await writeFile(file, file.endsWith(".xml") ? toJUnit(coverage) : `${JSON.stringify(coverage, null, 2)}\n`);
  }
  const fired = coverage.events.length - coverage.never_fired.length;
  const missing = coverage.never_fired.length === 0 ? "" : `; never: ${coverage.never_fired.join(", ")}`;
  printMessage(`hoglet: ${fired} of ${coverage.events.length} planned events were captured${missing}`);
  const problems = coverage.issues.map((issue) => `off the plan, ${issue.count}×: ${describeIssue(issue)}`);
  if (planMode === "strict") return problems;
  if (planMode === "warn") for (const problem of problems) printMessage(`hoglet: ${problem}`);
  return [];
}

/** A terminal sends SIGINT to the child too; this process must only not end before its child. */
function letChildEnd(): void {}

/** The end of a command. */
interface Ended {
  /** The exit code; for a command that a signal ended, 128 plus its number, as in shells. */
  code: number;
  /** The reason why the command could not be started. */
  told?: string;
}

async function runChild(hoglet: TestHoglet, name: string, args: readonly string[]): Promise<Ended> {
  const { token, personalApiKey, testKey } = hoglet;
  const env = { ...process.env, ...clientEnvironment({ url: await hoglet.url(), token, personalApiKey, testKey }) };
  const child = startCommand(name, args, env);
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGTERM", forward).on("SIGHUP", forward).on("SIGINT", letChildEnd);
  try {
    return await new Promise<Ended>((resolve) => {
      child.once("error", (error) => resolve(toStartFailure(name, error)));
      child.once("close", (code, signal) =>
        resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }),
      );
    });
  } finally {
    process.off("SIGTERM", forward).off("SIGHUP", forward).off("SIGINT", letChildEnd);
  }
}
