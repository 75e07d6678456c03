import { clearTimeout, setTimeout } from "../../base/platform.ts";

/** A timer that does not keep the process alive. */
export interface Timer {
  isOver(): boolean;
  end(): void;
}

/** Starts a timer. @param onOver called when it is over, unless it was ended before */
export function createTimer(ms: number, onOver: () => void): Timer {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    onOver();
  }, ms).unref();
  return { isOver: () => isOver, end: () => clearTimeout(timer) };
}
