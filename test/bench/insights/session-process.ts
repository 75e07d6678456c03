/**
 * A process that asks one question of one engine, as often as its parent wants: a user who opens a file and asks. The file
 * is opened by the first asking, so that this is a cold start.
 */
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { BenchTarget } from "./engine.ts";
import { ENGINES } from "./engines/index.ts";
import type { EngineName } from "./engines/index.ts";
import { findQuestion } from "./questions/index.ts";
import type { Row } from "./question.ts";

/** The first message: the question of the process. */
export interface Opening {
  engine: EngineName;
  path: string;
  id: string;
  /** The position of the way to ask among the engine's ways. */
  form: number;
}

/** The messages after the first. */
export type SessionMessage = "ask" | "end";

/** One asking: the milliseconds include opening the file the first time. */
export interface Asked {
  rows: Row[];
  ms: number;
}

/** The report of a process at its end. */
export interface SessionReport {
  version: string;
  /** Bytes resident before the file was opened, after the last answer, and at most. */
  memory: { before: number; after: number; peak: number };
  /** The longest that the process's event loop stood still. */
  loopBlockMs: number;
}

process.once("message", (opening: Opening) => {
  start(opening).catch(fail);
});

async function start({ engine, path, id, form }: Opening): Promise<void> {
  const question = findQuestion(id);
  const { open } = await ENGINES[engine].prepare();
  const before = resident("VmRSS");
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let opened: BenchTarget | undefined;

  const ask = async (): Promise<Asked> => {
    const began = performance.now();
    if (opened !== undefined) return opened.ask(question, form);
    opened = await open(path);
    const { rows } = await opened.ask(question, form);
    const ms = performance.now() - began;
    delay.enable();
    return { rows, ms };
  };
  const end = async (): Promise<SessionReport> => {
    delay.disable();
    const memory = { before, after: resident("VmRSS"), peak: resident("VmHWM") };
    await opened?.close();
    return { version: opened?.version ?? "", memory, loopBlockMs: delay.max / 1e6 };
  };
  process.on("message", (message: SessionMessage) => {
    if (message === "ask") ask().then(reply, fail);
    else end().then((report) => reply(report, () => process.exit(0)), fail);
  });
  reply("ready");
}

function reply(value: unknown, then: () => void = () => {}): void {
  process.send?.({ value }, then);
}

function fail(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.send?.({ error: text }, () => process.exit(1));
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
