import { setInterval } from "../base/platform.ts";
import { openLogTail } from "../storage/wal/index.ts";
import type { LogTail } from "../storage/wal/index.ts";
import { createCommitRing } from "./commit-ring.ts";
import type { CommitRing } from "./commit-ring.ts";
import { MOST_BYTES } from "./part.ts";

/** A moment that is in the file, with younger commits maybe. */
export interface Base {
  mark: string;
  pages: number;
}

/** The commits of a database as they come. */
export interface LogWatch {
  tail: LogTail;
  ring: CommitRing;
  /** Takes the commits that are there now. */
  look(): void;
  /** Empties the log. @returns null = another program reads an older moment */
  fold(): Base | null;
  /** Resolves at the next look, and when a follower has reached a mark. */
  next(): Promise<void>;
  wake(): void;
  /** @throws the error of a look */
  requireSound(): void;
}

/** Ms between two looks at the log: a look reads 100 bytes. Longer, and followers are further behind. */
const LOOK_MS = 20;

/** Ms without commits after which the log is emptied, as a run of deletions waits for it. */
const QUIET_MS = 200;

/** Watches the log of a database. In a process of its own. */
export function openLogWatch(file: string): LogWatch {
  const tail = openLogTail(file, MOST_BYTES);
  const ring = createCommitRing(tail.pageBytes);
  /** The last fold: the file has at least the commits up to this mark. */
  let base: Base | null = null;
  let waiting: (() => void)[] = [];
  let quietLooks = 0;
  let isFolded = false;
  let fault: unknown = null;

  const fold = (isQuiet: boolean) => {
    const { last, pages } = tail.fold(isQuiet);
    if (last !== null) ring.add(last);
    if (pages !== null) base = { mark: ring.mark, pages };
    return pages !== null;
  };
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const look = () => {
    try {
      const committed = tail.next();
      if (committed !== null) ring.add(committed);
      quietLooks = committed === null ? quietLooks + 1 : 0;
      if (committed !== null) isFolded = false;
      const isQuiet = quietLooks * LOOK_MS >= QUIET_MS && !isFolded;
      if (fold(isQuiet)) isFolded = true;
      else if (isQuiet) quietLooks = 0;
    } catch (error) {
      fault = error;
    }
    wake();
  };
  look();
  setInterval(look, LOOK_MS);
  return {
    tail,
    ring,
    look,
    fold: () => (fold(true) ? base : null),
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    wake,
    requireSound() {
      if (fault !== null) throw fault;
    },
  };
}
