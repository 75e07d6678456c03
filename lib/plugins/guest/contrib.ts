import type { Bridge } from "./bridge.ts";

interface BufferOptions {
  /** Points at which it flushes. */
  limit: number;
  /** Seconds after the first object. @default 60 */
  timeoutSeconds?: number;
  onFlush?: (objects: unknown[], points: number) => unknown;
}

const TIMEOUT_SECONDS = 60;

/** The used part of `@posthog/plugin-contrib`: a list that is passed on when full, or old. */
export function createContrib(bridge: Bridge) {
  const createBuffer = ({ limit, timeoutSeconds = TIMEOUT_SECONDS, onFlush }: BufferOptions) => {
    let objects: unknown[] = [];
    let points = 0;
    /** The timer of an earlier filling must not flush the next. */
    let filling = 0;

    const flush = async (): Promise<void> => {
      filling++;
      const [full, fullPoints] = [objects, points];
      objects = [];
      points = 0;
      if (full.length > 0) await onFlush?.(full, fullPoints);
    };
    /** Flushes without being awaited. */
    const flushAside = () => {
      flush().catch((error: unknown) =>
        bridge.tell("log", { type: "ERROR", message: `A buffer could not be flushed: ${String(error)}` }),
      );
    };
    const flushLater = async (of: number) => {
      await bridge.ask("timer.wait", timeoutSeconds * 1000);
      if (of === filling) flushAside();
    };
    return {
      add(object: unknown, objectPoints = 1): void {
        if (points > 0 && points + objectPoints > limit) flushAside();
        if (objects.length === 0 && timeoutSeconds > 0) void flushLater(filling);
        objects.push(object);
        points += objectPoints;
        if (points >= limit) flushAside();
      },
      flush,
    };
  };
  return { createBuffer };
}
