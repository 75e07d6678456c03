import { throttled } from "../base/errors.ts";

/** A key's questions in a project run one at a time. */
export interface Caller {
  projectId: number;
  /** Null = a program that holds the handle. */
  keyId: string | null;
}

export interface Turn {
  caller: Caller;
  /** Characters of statement and values, which stay in memory while it waits. */
  sizeChars: number;
  /** The question used up its time and gave way to other questions. */
  isLong: boolean;
}

export interface Turns<T extends Turn> {
  /**
   * @throws throttled 429 when too many of the key wait, or too many in all; never for a program that holds the handle
   */
  add(turn: T, retryAfterSeconds: number): void;
  /** Puts back a question that gave way. */
  putBack(turn: T): void;
  /**
   * Takes the next question whose caller has none running; undefined = none. @param isLongToo long questions count too
   */
  take(isLongToo: boolean): T | undefined;
  /** Lets the caller's next question run. */
  finish(turn: T): void;
  /** @returns false when it no longer waits */
  remove(turn: T): boolean;
  /** Would `take(false)` find a question? */
  hasNew(): boolean;
  all(): readonly T[];
}

/** Waiting questions of one key: a dashboard's page has fewer. A higher number lets one key hold more memory. */
const MOST_OF_KEY = 10;
/** Waiting questions of all keys: if each uses its whole time, the last waits a quarter of an hour. */
const MOST = 100;
/** Characters of all waiting statements and values, which stay in memory. */
const MOST_CHARS = 16 * 1024 * 1024;

/**
 * Lets callers take turns: first the project that was served the longest ago, in it the key that was served the longest
 * ago, then the key's oldest question. So no number of questions makes another project or key wait for more than one of
 * them.
 */
export function createTurns<T extends Turn>(): Turns<T> {
  const waiting: T[] = [];
  const running = new Set<string>();
  let served = 0;
  const projects = new Map<number, number>();
  const servedByQueue = new Map<string, number>();

  const next = (isLongToo: boolean): T | undefined => {
    let best: T | undefined;
    for (const turn of waiting) {
      if ((turn.isLong && !isLongToo) || running.has(queueOf(turn))) continue;
      if (best === undefined || isBefore(turn, best)) best = turn;
    }
    return best;
  };
  const isBefore = (one: T, other: T) => {
    const byProject = (projects.get(one.caller.projectId) ?? 0) - (projects.get(other.caller.projectId) ?? 0);
    return byProject !== 0
      ? byProject < 0
      : (servedByQueue.get(queueOf(one)) ?? 0) < (servedByQueue.get(queueOf(other)) ?? 0);
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
      running.add(queueOf(turn));
      served += 1;
      projects.set(turn.caller.projectId, served);
      servedByQueue.set(queueOf(turn), served);
      return turn;
    },
    finish(turn) {
      running.delete(queueOf(turn));
      if (running.size > 0 || waiting.length > 0) return;
      // Nobody waits: past turns do not matter, and the maps must not grow with every key.
      projects.clear();
      servedByQueue.clear();
    },
    remove,
    hasNew: () => next(false) !== undefined,
    all: () => [...waiting],
  };
}

function queueOf({ caller }: Turn): string {
  return `${caller.projectId} ${caller.keyId ?? ""}`;
}
