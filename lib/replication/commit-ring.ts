import { randomBytes } from "node:crypto";
import type { Committed } from "../storage/wal/index.ts";
import { MOST_BYTES, REPLY_BYTES } from "./part.ts";

/** Commits that were read together. */
interface Entry {
  after: string;
  mark: string;
  changed: Map<number, Buffer>;
  pages: number;
  bytes: number;
}

/** Commits after a mark. */
export interface Found {
  mark: string;
  hasMore: boolean;
  changed: Map<number, Buffer>;
  /** Null = there are none. */
  pages: number | null;
}

/** The last commits of the first, as far as memory holds them. A follower that is slower compares groups of pages. */
export interface CommitRing {
  /** The newest. */
  readonly mark: string;
  add(committed: Committed): void;
  /** Notes that a follower has all commits up to a mark. @returns false = this was known, or the mark is not */
  reach(mark: string): boolean;
  /** @returns a function: has a follower the commits that were there at this call? */
  watch(): () => boolean;
  /** Null = the mark is not known, or no longer. */
  after(mark: string): Found | null;
}

/** @param pageBytes for the count of bytes */
export function createCommitRing(pageBytes: number): CommitRing {
  let stream = randomBytes(8).toString("hex");
  let count = 0;
  let entries: Entry[] = [];
  let bytes = 0;
  /** The count of the newest mark that a follower has reached. */
  let reached = -1;
  const markOf = () => `${stream}-${count}`;

  return {
    get mark() {
      return markOf();
    },
    reach(mark) {
      const [name, number] = mark.split("-");
      if (name !== stream || Number(number) <= reached) return false;
      reached = Number(number);
      return true;
    },
    watch() {
      const wanted = count;
      return () => reached >= wanted;
    },
    add({ changed, pages }) {
      const after = markOf();
      count += 1;
      if (changed === null) {
        // Larger than a reply: all followers compare groups of pages.
        stream = randomBytes(8).toString("hex");
        [entries, bytes] = [[], 0];
        return;
      }
      const size = changed.size * pageBytes;
      entries.push({ after, mark: markOf(), changed, pages, bytes: size });
      bytes += size;
      while (bytes > MOST_BYTES) bytes -= entries.shift()?.bytes ?? 0;
    },
    after(mark) {
      if (mark === markOf()) return { mark, hasMore: false, changed: new Map(), pages: null };
      const from = entries.findIndex((entry) => entry.after === mark);
      if (from < 0) return null;
      const changed = new Map<number, Buffer>();
      let to = from;
      for (let size = 0; to < entries.length && size < REPLY_BYTES; to++) {
        const entry = entries[to] as Entry;
        for (const [page, content] of entry.changed) changed.set(page, content);
        size += entry.bytes;
      }
      const last = entries[to - 1] as Entry;
      return { mark: last.mark, hasMore: to < entries.length, changed, pages: last.pages };
    },
  };
}
