import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { turn } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { newestSeq, readHeads } from "../../log/index.ts";
import { createMatch } from "./match.ts";
import type { Task } from "./task.ts";

/** The result of a walk over the event log. */
export interface LogWalk {
  /** The `seq` of all events that are deleted, in order: neighbours in the log, whatever their tasks, lie in one chunk. */
  readonly seqs: readonly number[];
  readonly found: ReadonlyMap<Task, Found>;
  /** Does any event of the log carry this ordinal of a distinct id? As of `endSeq`. */
  isUsed(ordinal: number): boolean;
  /** The last event of the walk: the newest when it ended. */
  readonly endSeq: number;
  /**
   * A damaged event that may belong to a task, and is not deleted: its owner, name or time is unknown. Undefined = none.
   */
  readonly damagedSeq: number | undefined;
}

/** The events of one task. */
export interface Found {
  readonly count: number;
  /** SHA-256 of their uuids: lower-case text, each with a line feed, in the order of arrival; an empty line for one that is lost by damage. Hex. */
  readonly uuidsSha256: string;
}

/**
 * Events between two turns of the event loop: about 5 ms when most of them are deleted. More events block it for
 * longer.
 */
const CHUNK = 2000;

/**
 * Walks over the whole event log itself, without an index: the first walk finds the events to delete, and a walk that
 * finds nothing proves their deletion. A million events take about a second, in pieces.
 */
export async function walkLog(batch: Pick<Batch, "ctx" | "signal">, tasks: readonly Task[]): Promise<LogWalk> {
  const { db } = batch.ctx;
  const match = createMatch(db, tasks);
  // Only its own deletion may take a damaged event.
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
      // Beyond the end: a distinct id that arrived during the walk, which is not needed.
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
