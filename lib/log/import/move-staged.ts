import type { Db } from "../../storage/index.ts";
import { eventsBetween } from "../event-rows.ts";
import { headSumSql, originSumSql } from "../event-sums.ts";
import { newestSeq } from "../newest-seq.ts";
import { storedUuids } from "../uuids/find-event.ts";
import type { StoredUuids } from "../uuids/find-event.ts";
import { moveChunks } from "./move-chunks.ts";
import type { MoveJob } from "./move-job.ts";
import type { Staging } from "./staging.ts";

const HEAD_SUM = headSumSql(["(@seq + e.place)", "@projectId", "n.ordinal", "a.ordinal", "e.timestamp"]);

/** Moves staged events into rows: for imports of few lines; the events of larger imports lie in chunks. */
const MOVE = `INSERT INTO events
    (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements, head_sum, text_sum,
     origin_sum)
  SELECT @seq + e.place, @projectId, e.uuid, n.ordinal, a.ordinal, e.timestamp, @receivedAt, e.properties, e.elements,
    ${HEAD_SUM}, e.text_sum, ${originSumSql("e.uuid_sum", "@receivedAt")}
  FROM staging.events e
    CROSS JOIN staging.names n ON n.id = e.name
    CROSS JOIN staging.actors a ON a.id = e.actor
  WHERE e.is_stored = 0 ORDER BY e.line
  ON CONFLICT (project_id, uuid) DO NOTHING`;

/**
 * Copies the staged events into the log in the order of the file, without stored uuids. Set-wise SQL, because all other
 * writers wait.
 * @param count of staged events
 * @returns the number of new events
 */
export function moveStaged(job: MoveJob, count: number, receivedAt: number): number {
  const { db, projectId, staging } = job;
  const before = {
    distinctId: maxOf(db, "SELECT max(id) FROM distinct_ids"),
    name: maxOf(db, "SELECT max(id) FROM event_names"),
    seq: newestSeq(db),
  };
  markStored(staging, storedUuids(db), projectId);
  number(job, EVENT_NAMES);
  number(job, DISTINCT_IDS);
  const moved = isPacked(staging)
    ? moveChunks(job, before.seq, receivedAt)
    : staging.sql(MOVE).run({ projectId, seq: before.seq, receivedAt }).changes;
  // Captures of this connection cache the last `seq`.
  db.invalidate();
  if (moved < count) forgetDuplicates(job, before);
  return moved;
}

/** Staged uuids read at once; a statement cannot write while another returns rows. */
const PAGE = 5000;

/**
 * Marks the staged events whose uuids are in lists. The insert asks the index of uuids itself, except for packed
 * events.
 */
function markStored(staging: Staging, stored: StoredUuids, projectId: number): void {
  const page = staging.sql<{ line: number; uuid: Buffer }>(
    `SELECT line, uuid FROM staging.events WHERE line > ? ORDER BY line LIMIT ${PAGE}`,
  );
  if (isPacked(staging) ? stored.isEmpty() : !stored.hasLists()) return;
  const isStored = isPacked(staging) ? stored.has : stored.isListed;
  const mark = staging.sql("UPDATE staging.events SET is_stored = 1 WHERE line = ?");
  for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.line)) {
    for (const { line, uuid } of rows) if (isStored(projectId, uuid)) mark.run(line);
  }
}

/** Are the events in chunks? All are, or none. */
function isPacked(staging: Staging): boolean {
  return staging.sql("SELECT 1 FROM staging.texts LIMIT 1").get() !== undefined;
}

function maxOf(db: Db, sql: string): number {
  return (db.sql(sql).pluck().get() as number | null) ?? 0;
}

const EVENT_NAMES = { staged: "names", table: "event_names", text: "name" };
const DISTINCT_IDS = { staged: "actors", table: "distinct_ids", text: "distinct_id" };

/** Gives every staged text its id in the real table, adding new texts. */
function number({ projectId, staging }: MoveJob, { staged, table, text }: typeof EVENT_NAMES): void {
  staging
    .sql(
      `INSERT INTO ${table} (project_id, ${text}, text_sum)
       SELECT ?, ${text}, hoglet_text_sum(${text}) FROM staging.${staged} WHERE true ORDER BY id
       ON CONFLICT DO NOTHING`,
    )
    .run(projectId);
  staging
    .sql(
      `UPDATE staging.${staged} SET ordinal =
         (SELECT r.id FROM ${table} r WHERE r.project_id = ? AND r.${text} = ${staged}.${text})`,
    )
    .run(projectId);
}

/**
 * A duplicate has no effect: actors are computed again from the new events, and distinct ids and names of duplicates
 * alone are removed. A look-up per staged event, only when there are duplicates.
 */
function forgetDuplicates({ db, staging }: MoveJob, before: Record<"distinctId" | "name" | "seq", number>): void {
  const added = { first: before.seq + 1, last: newestSeq(db) };
  staging.sql("UPDATE staging.actors SET earliest = NULL, ordinary = 0, personless = 0").run();
  staging
    .sql(
      `WITH kept AS (
         SELECT s.actor, min(s.timestamp) AS earliest, max(1 - s.personless) AS ordinary, max(s.personless) AS personless
         FROM staging.events s
           CROSS JOIN staging.actors a ON a.id = s.actor
           JOIN ${eventsBetween("@first", "@last")} e ON e.seq = @first - 1 + s.place
         GROUP BY s.actor)
       UPDATE staging.actors SET earliest = kept.earliest, ordinary = kept.ordinary, personless = kept.personless
       FROM kept WHERE kept.actor = actors.id`,
    )
    .run(added);
  staging
    .sql(
      `DELETE FROM distinct_ids WHERE id > ? AND person_id IS NULL
         AND id IN (SELECT ordinal FROM staging.actors WHERE earliest IS NULL)`,
    )
    .run(before.distinctId);
  db.sql(
    `DELETE FROM event_names WHERE id > @name AND id NOT IN (SELECT event_name_id FROM ${eventsBetween("@first", "@last")})`,
  ).run({ ...added, name: before.name });
}
