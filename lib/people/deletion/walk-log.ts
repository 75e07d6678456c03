import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { turn } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { newestSeq, readHeads } from "../../log/index.ts";
import { createMatch } from "./match.ts";
import type { Task } from "./task.ts";

/** The result of a walk over the event log. */
export interface LogWalk {
  /** All `seq` to delete, ascending: neighbours lie in one chunk, whatever their tasks. */
  readonly seqs: readonly number[];
  readonly found: ReadonlyMap<Task, Found>;
  /** Does any event up to `endSeq` carry this ordinal? */
  isUsed(ordinal: number): boolean;
  /** The newest event when the walk ended. */
  readonly endSeq: number;
  /** A damaged event of unknown owner, name or time, which may belong to a task; undefined = none. */
  readonly damagedSeq: number | undefined;
}

/** The events of one task. */
export interface Found {
  readonly count: number;
  /**
   * SHA-256 of their uuids: lower-case text, each with a line feed, in the order of arrival; an empty line for a lost
   * one. Hex.
   */
  readonly uuidsSha256: string;
}

/** Events between two turns of the event loop: about 5 ms when most are deleted. */
const CHUNK = 2000;

/**
 * Walks over the whole log without an index: the first walk finds the events to delete, one that finds nothing proves
 * their deletion. About a second for a million events, in pieces.
 */
export async function walkLog(batch: Pick<Batch, "ctx" | "signal">, tasks: readonly Task[]): Promise<LogWalk> {
  const { db } = batch.ctx;
  const match = createMatch(db, tasks);
  // Only its own deletion takes a damaged event.
  const matchDamaged = createMatch(
    db,
    tasks.filter(({ kind }) => kind === "event"),
  );
  const finds = new Map<Task, { count: number; hash: Hash }>();
  const seqs: number[] = [];
  const used = new Uint8Array(1 + Number(db.sql("SELECT coalesce(max(id), 0) FROM distinct_ids").pluck().get() ?? 0));
  let damagedSeq: number | undefined;
  for (let endSeq = 0; ; await turn(batch)) {
    const newest = newestSeq(db);
    const { heads, last } = readHeads(db, { after: endSeq, count: CHUNK });
    for (const head of heads) {
      const { seq, isDamaged } = head;
      // No effect beyond the end: such ids arrived during the walk.
      used[head.ordinal] = 1;
      const task = (isDamaged ? matchDamaged : match)(head);
      if (task === undefined && isDamaged) damagedSeq ??= seq;
      if (task === undefined) continue;
      let find = finds.get(task);
      if (find === undefined) finds.set(task, (find = { count: 0, hash: createHash("sha256") }));
      find.count += 1;
      find.hash.update(`${head.uuid()}\n`);
      seqs.push(seq);
    }
    endSeq = Math.max(endSeq, Math.min(last, newest), heads.at(-1)?.seq ?? 0);
    if (last >= newest) {
      const found = new Map(
        tasks.map((task) => {
          const { count = 0, hash = createHash("sha256") } = finds.get(task) ?? {};
          return [task, { count, uuidsSha256: hash.digest("hex") }];
        }),
      );
      return { seqs, found, endSeq, damagedSeq, isUsed: (ordinal) => ordinal >= used.length || used[ordinal] === 1 };
    }
  }
}
