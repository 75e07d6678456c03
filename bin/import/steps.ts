import type { Step } from "../../lib/index.ts";
import { printMessage } from "../print.ts";
import { createBar } from "../progress.ts";

/** Shows how far an import is: a bar with rate and time left on a terminal, elsewhere a line every ten seconds. */
export interface StepsView {
  show(step: Step): void;
  stop(): void;
}

/** Time between two lines where no bar can be drawn, in ms. */
const LINE_MS = 10_000;

/** Creates the view; it draws nothing before the first step. */
export async function createStepsView(): Promise<StepsView> {
  const bar = await createBar("{phase} {bar} {percentage}% | {done} | {rate}/s | {left}");
  let phase: Step["phase"] | undefined;
  let startMs = 0;
  let lineMs = 0;
  const begin = (step: Step, nowMs: number) => {
    bar.stop();
    if (phase !== undefined && !process.stderr.isTTY) printMessage(`${step.phase} …`);
    phase = step.phase;
    startMs = nowMs;
    lineMs = nowMs;
    if (process.stderr.isTTY) bar.start(100, 0, { phase, done: 0, rate: 0, left: "" });
  };
  return {
    show(step) {
      const nowMs = performance.now();
      if (step.phase !== phase) begin(step, nowMs);
      const state = toState(step, nowMs - startMs);
      if (process.stderr.isTTY) bar.update(state.share * 100, { phase, ...state });
      else if (nowMs - lineMs >= LINE_MS) {
        lineMs = nowMs;
        printMessage(`${phase}: ${state.done} (${state.rate}/s${state.left === "" ? "" : `, ${state.left}`})`);
      }
    },
    stop: () => bar.stop(),
  };
}

function toState({ done, total, readBytes, sizeBytes }: Step, elapsedMs: number) {
  const share =
    total !== null ? done / Math.max(1, total) : sizeBytes === null ? 0 : readBytes / Math.max(1, sizeBytes);
  const seconds = Math.max(0.001, elapsedMs / 1000);
  const leftSeconds = share > 0 && share < 1 ? (seconds * (1 - share)) / share : 0;
  return {
    share: Math.min(1, share),
    done: done.toLocaleString("en"),
    rate: Math.round(done / seconds).toLocaleString("en"),
    left: leftSeconds === 0 ? "" : `${toDuration(leftSeconds)} left`,
  };
}

function toDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
