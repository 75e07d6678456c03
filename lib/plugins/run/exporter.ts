import type { Clock } from "../../base/clock.ts";
import * as v from "valibot";
import { clearTimeout, setTimeout } from "../../base/platform.ts";
import { toUuidBytes } from "../../base/ids.ts";
import { findEventSeq } from "../../log/index.ts";
import { write } from "../../storage/index.ts";
import { canExport, exportBatch, toExportSize } from "./export-batch.ts";
import type { ExportParts } from "./export-batch.ts";
import { addOwnJob, CLAIM_MS, insertJob } from "./jobs.ts";
import type { Parts } from "./parts.ts";
import type { Stored } from "./plugin-event.ts";
import { readEvents, toStoredEvent } from "./read-events.ts";

/**
 * Passes stored events to `exportEvents` in batches, each at least once: a waiting event has a row from its own
 * transaction until its export, so that neither a crash nor another process loses it.
 */
export interface Exporter {
  /** Inside the transaction that stores the events. */
  keep(events: readonly Stored[]): void;
  /** The added rows are committed: full batches are exported now, the rest soon. */
  kept(): void;
  /** Exports all waiting events. */
  flush(): Promise<void>;
  /** Tries a batch again. @param payload of the job */
  again(payload: unknown): Promise<void>;
  /** Waiting events stay for the next exporter. */
  close(): void;
}

/** The resources of an exporter. */
export interface ExporterParts extends ExportParts {
  wake(): void;
}

/** Tries a batch again; PostHog's name. */
export const EXPORT_JOB = "exportEventsWithRetry";

/** Ms until an incomplete batch is exported. */
const EXPORT_AFTER_MS = 10_000;
/** Ms to wait when the plugin does not work. */
const ASLEEP_MS = 10_000;

/** Places in the log, to try again. */
const ExportPayload = v.object({
  batch: v.array(v.pipe(v.number(), v.integer())),
  retries: v.pipe(v.number(), v.minValue(0)),
});
type ExportPayload = v.InferOutput<typeof ExportPayload>;

export function createExporter({ wake, ...own }: ExporterParts): Exporter {
  const { parts, config, supervisor, say } = own;
  const { db, clock } = parts;
  let size: number | null = null;
  /** Approximate number of waiting events. */
  let noted = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let exporting: Promise<void> = Promise.resolve();

  const soon = () => {
    if (!isClosed) timer ??= setTimeout(() => void flush(), EXPORT_AFTER_MS).unref();
  };
  const run = (isAll: boolean): Promise<void> => {
    exporting = exporting.then(() => exportWaiting(isAll)).catch(report);
    return exporting;
  };
  const report = (error: unknown) => {
    parts.log.error("events of a plugin could not be exported", { config: config.id, cause: String(error) });
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    return run(true);
  };

  const exportWaiting = async (isAll: boolean) => {
    noted = 0;
    if (!hasWaiting(own)) return;
    if ((await supervisor.ready()) === null) return soon();
    if (!canExport(supervisor)) return forget(own);
    size ??= await toExportSize(supervisor);
    for (;;) {
      const batch = await claim(own, { limit: size, least: isAll ? 1 : size });
      if (batch.length === 0 || !(await exportNow(batch))) break;
    }
    noted = countWaiting(own, size);
    if (noted > 0) soon();
  };

  /** @returns false = continuing is useless now */
  const exportNow = async (batch: readonly number[]): Promise<boolean> => {
    const result = await exportBatch(own, await toEvents(own, batch), 0);
    if (result.kind === "asleep") {
      await release(own, batch);
      return false;
    }
    await write(db, () => {
      if (result.kind === "again")
        insertJob(parts, config, toJob(clock, { batch: [...batch], retries: 1 }, result.waitMs));
      remove(own, batch);
    });
    wake();
    return true;
  };

  const putOff = (payload: ExportPayload, waitMs: number) => addOwnJob(parts, config, toJob(clock, payload, waitMs));

  return {
    keep(events) {
      if (canExport(supervisor)) noted += noteEvents(own, events);
    },
    kept() {
      if (noted === 0) return;
      soon();
      // The first run finds the batch size.
      if (noted >= (size ?? 1)) void run(false);
    },
    flush,
    async again(payload) {
      // A plugin's own job may have this name.
      const { success, output } = v.safeParse(ExportPayload, payload);
      if (!success) return say("SYSTEM", "ERROR", `${EXPORT_JOB} has no batch of events.`);
      const { batch, retries } = output;
      const result = await exportBatch(own, await toEvents(own, batch), retries);
      if (result.kind === "again") await putOff({ batch, retries: retries + 1 }, result.waitMs);
      if (result.kind === "asleep" && supervisor.hasEnded) return putOff({ batch, retries }, 0);
      if (result.kind === "asleep") {
        say("SYSTEM", "WARN", `${batch.length} events wait to be exported until the plugin is at work.`);
        await putOff({ batch, retries }, ASLEEP_MS);
      }
      wake();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function toJob(clock: Clock, payload: ExportPayload, waitMs: number) {
  return { name: EXPORT_JOB, payload, runAtMs: clock.now() + waitMs };
}

/** Adds rows for the events that the plugin exports. @returns their number */
function noteEvents(
  { parts: { db }, config: { projectId, id: configId }, ignored }: ExportParts,
  events: Parameters<Exporter["keep"]>[0],
): number {
  // A config may be deleted meanwhile: its events are then not exported.
  const note = db.sql(
    `INSERT OR IGNORE INTO plugin_exports (project_id, config_id, seq)
     SELECT @projectId, id, @seq FROM plugin_configs WHERE id = @configId`,
  );
  let noted = 0;
  for (const { uuid, event } of events) {
    const seq = ignored.has(event) ? undefined : findEventSeq(db, projectId, toUuidBytes(uuid));
    if (seq === undefined) continue;
    note.run({ projectId, seq, configId });
    noted++;
  }
  return noted;
}

async function toEvents({ parts, config: { projectId } }: ExportParts, seqs: readonly number[]) {
  return readEvents(parts, projectId, seqs).map((row) => toStoredEvent(projectId, row));
}

function hasWaiting({ parts: { db }, config: { id } }: ExportParts): boolean {
  return db.sql("SELECT 1 FROM plugin_exports WHERE config_id = ? LIMIT 1").get(id) !== undefined;
}

/** Stops counting at the limit. */
function countWaiting({ parts: { db }, config: { id } }: ExportParts, limit: number): number {
  return db
    .sql("SELECT count(*) FROM (SELECT 1 FROM plugin_exports WHERE config_id = ? LIMIT ?)")
    .pluck()
    .get(id, limit) as number;
}

/**
 * Takes the events that waited longest, for this process alone unless it dies (`CLAIM_MS`); none when fewer than
 * `least` wait.
 */
async function claim(
  { parts: { db, clock }, config: { id } }: ExportParts,
  { limit, least }: { limit: number; least: number },
): Promise<number[]> {
  return write(db, () => {
    const nowMs = clock.now();
    const seqs = db
      .sql<number>("SELECT seq FROM plugin_exports WHERE config_id = ? AND claimed_until <= ? ORDER BY seq LIMIT ?")
      .pluck()
      .all(id, nowMs, limit);
    if (seqs.length < least) return [];
    const take = db.sql("UPDATE plugin_exports SET claimed_until = ? WHERE config_id = ? AND seq = ?");
    for (const seq of seqs) take.run(nowMs + CLAIM_MS, id, seq);
    return seqs;
  });
}

async function release({ parts: { db }, config: { id } }: ExportParts, seqs: readonly number[]): Promise<void> {
  await write(db, () => {
    const free = db.sql("UPDATE plugin_exports SET claimed_until = 0 WHERE config_id = ? AND seq = ?");
    for (const seq of seqs) free.run(id, seq);
  });
}

/** Call it inside a transaction. */
function remove({ parts: { db }, config: { id } }: ExportParts, seqs: readonly number[]): void {
  const done = db.sql("DELETE FROM plugin_exports WHERE config_id = ? AND seq = ?");
  for (const seq of seqs) done.run(id, seq);
}

/** Deletes the rows of a plugin without `exportEvents`. */
async function forget({ parts: { db }, config: { id } }: ExportParts): Promise<void> {
  await write(db, () => {
    db.sql("DELETE FROM plugin_exports WHERE config_id = ?").run(id);
  });
}

/** Deletes rows of configs that were deleted before their exports. */
export async function forgetDeleted({ db }: Pick<Parts, "db">): Promise<void> {
  const gone = "config_id IN (SELECT id FROM plugin_configs WHERE deleted = 1)";
  if (db.sql(`SELECT 1 FROM plugin_exports WHERE ${gone} LIMIT 1`).get() === undefined) return;
  await write(db, () => {
    db.sql(`DELETE FROM plugin_exports WHERE ${gone}`).run();
  });
}
