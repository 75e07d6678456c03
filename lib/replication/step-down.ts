import { performance } from "../base/platform.ts";
import { conflict } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { writeAside } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { readNote, removeNote, writeNote } from "./notes.ts";

/** The follower for which a first has stepped down. */
export interface SteppedDownFor {
  /** A random name of its try. */
  id: string;
  /** Null = unknown. */
  url: string | null;
}

/** Has a first stepped down? A note in the database says so, which all its processes meet in their next transaction. */
export interface StepDown {
  /** Null = it has not, or goes on. */
  readonly for: SteppedDownFor | null;
  /** Ms since this process knows. */
  sinceMs(): number;
  /** Reads the note again. */
  look(): void;
  begin(follower: SteppedDownFor): Promise<void>;
  /** Writes go on. */
  end(): Promise<void>;
}

/** @param changed called when this process has learnt of it */
export function openStepDown(db: Db, log: Logger, changed: (isDown: boolean) => void): StepDown {
  let left: (SteppedDownFor & { atMs: number }) | null = null;
  let isEnding = false;
  const look = () => {
    if (!db.sqlite.open) return;
    const note = readNote<SteppedDownFor>(db, "stepped_down");
    if ((note === null) === (left === null)) return;
    left = note === null ? null : { ...note, atMs: performance.now() };
    changed(left !== null);
  };
  return {
    get for() {
      return isEnding ? null : left;
    },
    sinceMs: () => (left === null ? 0 : performance.now() - left.atMs),
    look,
    async begin(follower) {
      if (isEnding) throw conflict(null, "This hoglet is about to go on. Try again.");
      // A second try of the same: nothing was written since.
      if (left !== null) return void (left = { ...follower, atMs: performance.now() });
      await writeAside(db, () => writeNote(db, "stepped_down", follower));
      look();
      log.warn("A follower takes over: nothing is written here any more.", { follower: follower.url ?? "unknown" });
    },
    async end() {
      const url = left?.url ?? "unknown";
      isEnding = true;
      try {
        await writeAside(db, () => removeNote(db, "stepped_down"));
      } finally {
        isEnding = false;
      }
      look();
      log.warn("The follower has not taken over: writes go on here.", { follower: url });
    },
  };
}
