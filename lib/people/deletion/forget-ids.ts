import { readHeads } from "../../log/index.ts";
import { sound } from "../../storage/index.ts";
import { rest, step, turn } from "./batch.ts";
import type { Batch } from "./batch.ts";
import type { LogWalk } from "./walk-log.ts";
import type { Mentions } from "./mentions.ts";
import { addDeleted } from "./task.ts";
import type { Task } from "./task.ts";

/** Nobody claims it, and no event carries it. */
interface Orphan {
  id: number;
  projectId: number;
  text: string;
}

/** Distinct ids in a transaction of a few ms. */
const CHUNK = 500;

/**
 * Distinct ids that nobody claims and the walk found on no event: the last trace of a person, of any task, since ids
 * are created with their events.
 */
export async function findOrphans(batch: Batch, { isUsed }: LogWalk): Promise<Orphan[]> {
  // Index distinct_ids_by_person, which ends with the id.
  const next = batch.ctx.db.sql(
    `SELECT id, project_id AS projectId, ${sound("distinct_ids", "d", "distinct_id")} AS text FROM distinct_ids d
     WHERE person_id IS NULL AND id > ? ORDER BY id LIMIT ?`,
  );
  const orphans: Orphan[] = [];
  for (let last = 0; ; await turn(batch)) {
    const rows = next.all(last, CHUNK) as Orphan[];
    orphans.push(...rows.filter((row) => !isUsed(row.id)));
    last = rows.at(-1)?.id ?? last;
    if (rows.length < CHUNK) return orphans;
  }
}

/** Every mention of an orphan must go. */
export function noteOrphans(mentions: Mentions, tasks: readonly Task[], orphans: readonly Orphan[]): void {
  const owners = toOwners(tasks);
  for (const { id, projectId, text } of orphans) {
    mentions.add(projectId, text, { task: owners.get(id), untilMs: Number.POSITIVE_INFINITY });
  }
}

/** Mentions of a surviving id must go as far as it was the deleted person's. */
export function noteOwned({ ctx: { db } }: Batch, mentions: Mentions, tasks: readonly Task[]): void {
  const textOf = db
    .sql(`SELECT ${sound("distinct_ids", "d", "distinct_id")} FROM distinct_ids d WHERE id = ? AND project_id = ?`)
    .pluck();
  for (const task of tasks) {
    for (const [ordinal, [, untilMs]] of task.reaches) {
      const text = textOf.get(ordinal, task.projectId) as string | undefined;
      if (text !== undefined) mentions.add(task.projectId, text, { task, untilMs });
    }
  }
}

/** Deletes the orphans that are still orphans. */
export async function forgetIds(
  batch: Batch,
  tasks: readonly Task[],
  orphans: readonly Orphan[],
  { endSeq }: LogWalk,
): Promise<void> {
  const { db } = batch.ctx;
  const owners = toOwners(tasks);
  const remove = db.sql("DELETE FROM distinct_ids WHERE id = ? AND person_id IS NULL");
  for (let first = 0; first < orphans.length; first += CHUNK) {
    await step(batch, () => {
      const { heads } = readHeads(db, { after: endSeq, count: Infinity });
      const recent = new Set(heads.map(({ ordinal }) => ordinal));
      const counts = new Map<Task, number>();
      for (const { id } of orphans.slice(first, first + CHUNK)) {
        if (recent.has(id) || remove.run(id).changes === 0) continue;
        const task = owners.get(id);
        if (task !== undefined) counts.set(task, (counts.get(task) ?? 0) + 1);
      }
      for (const [task, count] of counts) addDeleted(db, task, "distinct_ids", count);
    });
    // Cached ordinals are invalid now.
    db.invalidate();
    await rest(batch);
  }
}

function toOwners(tasks: readonly Task[]): Map<number, Task> {
  return new Map(tasks.flatMap((task) => [...task.reaches.keys()].map((ordinal) => [ordinal, task] as const)));
}
