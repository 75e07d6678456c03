/**
 * A process of one engine: does the one job that its parent sends, answers with one message and ends. So memory and caches
 * of engines are apart, and a cold start is one.
 */
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../measure.ts";
import type { Dataset } from "./dataset.ts";
import type { BenchTarget } from "./engine.ts";
import { ENGINES } from "./engines/index.ts";
import type { EngineName } from "./engines/index.ts";
import { requireEqual } from "./question.ts";
import type { BenchQuestion, Row } from "./question.ts";
import { QUESTIONS } from "./questions/index.ts";

/** The job of a process. */
export type Job = { engine: EngineName; path: string } & (
  | { kind: "load"; dataset: Dataset }
  | { kind: "warm"; ids: string[]; rounds: number }
  | { kind: "cold"; id: string; form: number }
  /** A job for hoglet only. */
  | { kind: "delay"; ids: string[] }
);

/** The measurements of warm questions. */
export interface WarmReport {
  version: string;
  questions: { id: string; rows: Row[]; warmMs: number; bestMs: number; form: number }[];
  /** Bytes resident before the file was opened, after the last answer, and at most. */
  memory: { before: number; after: number; peak: number };
  /** The longest that this process's event loop stood still. */
  loopBlockMs: number;
}

/** Milliseconds from opening the file to the first answer. */
export interface ColdReport {
  coldMs: number;
}

/** The content of a line of ../loop-delay.ts. */
export interface DelayReport {
  line: string;
}

const jobs: Record<Job["kind"], (job: never) => Promise<unknown>> = {
  async load({ engine, path, dataset }: Extract<Job, { kind: "load" }>) {
    const { load } = await ENGINES[engine].prepare();
    await load?.(path, dataset);
    return {};
  },
  async warm({ engine, path, ids, rounds }: Extract<Job, { kind: "warm" }>): Promise<WarmReport> {
    const { open } = await ENGINES[engine].prepare();
    const before = resident("VmRSS");
    const opened = await open(path);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const questions: WarmReport["questions"] = [];
    for (const id of ids.filter((each) => opened.forms(find(each)) > 0))
      questions.push({ id, ...(await askWarm(opened, find(id), rounds)) });
    delay.disable();
    const memory = { before, after: resident("VmRSS"), peak: resident("VmHWM") };
    await opened.close();
    return { version: opened.version, questions, memory, loopBlockMs: delay.max / 1e6 };
  },
  async cold({ engine, path, id, form }: Extract<Job, { kind: "cold" }>): Promise<ColdReport> {
    const question = find(id);
    const { open } = await ENGINES[engine].prepare();
    const start = performance.now();
    const opened = await open(path);
    await opened.ask(question, form);
    const coldMs = performance.now() - start;
    await opened.close();
    return { coldMs };
  },
  async delay({ path, ids }: Extract<Job, { kind: "delay" }>): Promise<DelayReport> {
    const { underLoad } = await import("./engines/product.ts");
    return { line: await underLoad(path, ids.map(find)) };
  },
};

/** Time for the rounds of a question, in ms: a question of seconds is asked less often. */
const BUDGET_MS = 10_000;

/**
 * Warm-up rounds, which are not counted: caches fill and code is compiled. At least this number of rounds, and at least this
 * time: a question of milliseconds needs some tens of rounds until its time is stable.
 */
const WARM_UPS = 3;
const WARM_UP_MS = 300;

/** @param ask gives the milliseconds that it took, as the first asking took `firstMs` */
async function warmUp(firstMs: number, ask: () => Promise<number>): Promise<void> {
  if (firstMs * WARM_UPS >= BUDGET_MS) return;
  let spentMs = 0;
  for (let asked = 1; asked < WARM_UPS || spentMs < WARM_UP_MS; asked++) spentMs += await ask();
}

/** Every form to warm up and `rounds` times; the form with the lowest median counts. */
async function askWarm(engine: BenchTarget, question: BenchQuestion, rounds: number) {
  const found = [];
  for (let form = 0; form < engine.forms(question); form++) {
    const { rows, ms } = await engine.ask(question, form);
    if (rows.length === 0) throw new Error(`${question.id} has an empty answer, which agrees with any.`);
    await warmUp(ms, async () => (await engine.ask(question, form)).ms);
    const times: number[] = [];
    for (let spentMs = 0; times.length < rounds && spentMs < BUDGET_MS; spentMs += times.at(-1) ?? 0) {
      times.push((await engine.ask(question, form)).ms);
      // A turn of the event loop, which else would never be seen to wait.
      await sleep(2);
    }
    found.push({ rows, warmMs: median(times), bestMs: Math.min(...times), form });
  }
  for (const { rows, form } of found) {
    requireEqual(`form ${form} of ${question.id}`, rows, found[0]?.rows ?? []);
  }
  const [fastest] = found.toSorted((a, b) => a.warmMs - b.warmMs);
  if (fastest === undefined) throw new Error(`${question.id} cannot be asked here.`);
  return fastest;
}

function find(id: string): BenchQuestion {
  const question = QUESTIONS.find((each) => each.id === id);
  if (question === undefined) throw new Error(`No question ${id}.`);
  return question;
}

/** Bytes, by Linux's own count; elsewhere Node's, which has no peak. */
function resident(field: "VmRSS" | "VmHWM"): number {
  try {
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}

process.once("message", (job: Job) => {
  const run = jobs[job.kind] as (job: Job) => Promise<unknown>;
  run(job).then(
    (report) => process.send?.({ report }, () => process.exit(0)),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, () =>
        process.exit(1),
      ),
  );
});
