import { throttled } from "../base/errors.ts";

/** In whose name a question is asked: at most one of a key in a project runs at a time. */
export interface Caller {
  projectId: number;
  /** Null = a program that holds the handle. */
  keyId: string | null;
}

/** A question that waits. */
export interface Turn {
  caller: Caller;
  /** Of its statement and values, which memory holds while it waits. */
  sizeChars: number;
  /** It has shown that it takes long, and gave way to others. */
  isLong: boolean;
}

/** Questions that wait, and whose turn it is. */
export interface Turns<T extends Turn> {
  /** @throws throttled 429 when too many of the key wait, or too many in all; never for a program that holds the handle */
  add(turn: T, retryAfterSeconds: number): void;
  /** Puts one back that gave way. */
  putBack(turn: T): void;
  /** Takes the next one whose caller has none running; undefined = there is none. @param isLongToo also one that takes long */
  take(isLongToo: boolean): T | undefined;
  /** Its caller's next one may run. */
  finish(turn: T): void;
  /** @returns false when it does not wait any more */
  remove(turn: T): boolean;
  /** Whether `take(false)` would find one. */
  hasNew(): boolean;
  all(): readonly T[];
}

/** Questions of one key that may wait: a page of a dashboard has fewer. */
const MOST_OF_KEY = 10;
/** Of all keys; with each at its time limit the last one of these waits a quarter of an hour. */
const MOST = 100;
/** Memory of those, in characters of statements and values. */
const MOST_CHARS = 16 * 1024 * 1024;

/**
 * Lets callers take turns: the project that was served the longest ago comes first, in it the key that was, and of a key's
 * questions the oldest. So no number of questions makes another project, or another key, wait for more than one of them.
 */
export function createTurns<T extends Turn>(): Turns<T> {
  const waiting: T[] = [];
  const running = new Set<string>();
  let served = 0;
  const projects = new Map<number, number>();
  const lanes = new Map<string, number>();

  const next = (isLongToo: boolean): T | undefined => {
    let best: T | undefined;
    for (const turn of waiting) {
      if ((turn.isLong && !isLongToo) || running.has(laneOf(turn))) continue;
      if (best === undefined || isBefore(turn, best)) best = turn;
    }
    return best;
  };
  const isBefore = (one: T, other: T) => {
    const byProject = (projects.get(one.caller.projectId) ?? 0) - (projects.get(other.caller.projectId) ?? 0);
    return byProject !== 0 ? byProject < 0 : (lanes.get(laneOf(one)) ?? 0) < (lanes.get(laneOf(other)) ?? 0);
  };
  const remove = (turn: T) => {
    const index = waiting.indexOf(turn);
    if (index >= 0) waiting.splice(index, 1);
    return index >= 0;
  };
  return {
    add(turn, retryAfterSeconds) {
      const { keyId } = turn.caller;
      if (keyId !== null) {
        const ofKeys = waiting.filter(({ caller }) => caller.keyId !== null);
        const chars = ofKeys.reduce((sum, { sizeChars }) => sum + sizeChars, 0);
        const ofKey = ofKeys.filter(({ caller }) => caller.keyId === keyId).length;
        const isFull = ofKeys.length >= MOST || (ofKeys.length > 0 && chars + turn.sizeChars > MOST_CHARS);
        if (isFull) throw throttled(retryAfterSeconds, "Too many queries are waiting.");
        if (ofKey >= MOST_OF_KEY) throw throttled(retryAfterSeconds, `${ofKey} queries of this key are waiting.`);
      }
      waiting.push(turn);
    },
    putBack: (turn) => void waiting.push(turn),
    take(isLongToo) {
      const turn = next(isLongToo);
      if (turn === undefined) return undefined;
      remove(turn);
      running.add(laneOf(turn));
      served += 1;
      projects.set(turn.caller.projectId, served);
      lanes.set(laneOf(turn), served);
      return turn;
    },
    finish(turn) {
      running.delete(laneOf(turn));
      if (running.size > 0 || waiting.length > 0) return;
      // Nobody waits: what was is no matter, and the maps must not grow with every key there ever was.
      projects.clear();
      lanes.clear();
    },
    remove,
    hasNew: () => next(false) !== undefined,
    all: () => [...waiting],
  };
}

function laneOf({ caller }: Turn): string {
  return `${caller.projectId} ${caller.keyId ?? ""}`;
}
