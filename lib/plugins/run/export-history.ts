import * as v from "valibot";
import { toIso } from "../../base/clock.ts";
import { parseInstant } from "../../base/instant.ts";
import { eventsByTime, newestSeq } from "../../log/index.ts";
import { exportBatch, toExportSize } from "./export-batch.ts";
import type { ExportParts } from "./export-batch.ts";
import { CLAIM_MS, continueJob, removeJob } from "./jobs.ts";
import type { Job } from "./jobs.ts";
import type { StoredPluginEvent } from "./plugin-event.ts";
import { readEvents, toStoredEvent } from "./read-events.ts";

/** Batches of one turn, during which the config's other jobs wait. */
const BATCHES_AT_ONCE = 20;
const ASLEEP_MS = 10_000;
/** Progress is logged at multiples of this. */
const STEP_PERCENT = 5;
const DAY_MS = 86_400_000;

const Day = v.pipe(
  v.string(),
  v.check((text) => parseInstant(text) !== null, "an ISO date, or date and time"),
);

/** The payload of the job: the first and the last day, or `dateRange` with both, as in later versions of PostHog. */
const Range = v.union([
  v.object({ dateFrom: Day, dateTo: Day }),
  v.pipe(
    v.object({ dateRange: v.tuple([Day, Day]) }),
    v.transform(({ dateRange: [dateFrom, dateTo] }) => ({ dateFrom, dateTo })),
  ),
]);

/** Stored in the job's payload, so that an export continues after a restart. */
const Progress = v.object({
  /** The newest event at its start: later ones are exported as they arrive. */
  until: v.number(),
  /** Time and place of the last exported event. */
  timestampMs: v.number(),
  seq: v.number(),
  exported: v.number(),
  /** Tries of the next batch. */
  retries: v.pipe(v.number(), v.minValue(0)),
});
type Progress = v.InferOutput<typeof Progress>;

/** The payload of any job, which may have any content. */
const Payload = v.object({ $progress: Progress });

/**
 * Exports a time range from the log in order of time: the job "Export historical events" of every plugin with
 * `exportEvents` (reference/plugins.md 5). It continues after RetryError, later each time, and after a restart; any
 * other error stops it.
 */
export async function exportHistory(own: ExportParts, job: Job): Promise<void> {
  const { parts, supervisor, say } = own;
  const range = readRange(job.payload);
  if (range === null) {
    say("SYSTEM", "ERROR", `${job.name} needs dateFrom and dateTo, ISO dates in that order.`);
    return removeJob(parts, job.id);
  }
  const turn: Turn = { ...own, job, range, size: await toExportSize(supervisor) };
  let progress: Progress | null = v.is(Payload, job.payload) ? job.payload.$progress : begin(turn);
  for (let batch = 0; batch < BATCHES_AT_ONCE && progress !== null; batch++)
    progress = await exportNext(turn, progress);
  if (progress !== null) await save(turn, progress, 0);
}

interface TimePlace {
  seq: number;
  timestamp: number;
}

interface Turn extends ExportParts {
  job: Job;
  range: TimeRange;
  /** Number of events of a batch. */
  size: number;
}

/** Exports the next batch. @returns its progress; null = this turn is over, and the job done or delayed */
async function exportNext(turn: Turn, progress: Progress): Promise<Progress | null> {
  const { parts, job, say } = turn;
  const places = findNext(turn, progress);
  const last = places.at(-1);
  if (last === undefined) {
    say("SYSTEM", "INFO", `${job.name} is done: ${progress.exported} events were exported.`);
    await removeJob(parts, job.id);
    return null;
  }
  const events = await toEvents(turn, places);
  const result = await exportBatch(turn, events, progress.retries);
  if (result.kind === "failed" || result.kind === "none") {
    const from = toIso(places[0]?.timestamp ?? 0);
    say("SYSTEM", "ERROR", `${job.name} was stopped at ${from}, after ${progress.exported} events.`);
    await removeJob(parts, job.id);
    return null;
  }
  if (result.kind === "asleep" || result.kind === "again") {
    const isAgain = result.kind === "again";
    const retries = progress.retries + Number(isAgain);
    await save(turn, { ...progress, retries }, isAgain ? result.waitMs : ASLEEP_MS);
    return null;
  }
  const exported = progress.exported + events.length;
  const next = { until: progress.until, timestampMs: last.timestamp, seq: last.seq, exported, retries: 0 };
  logProgress(turn, progress, next);
  await save(turn, next, CLAIM_MS);
  return next;
}

/** @param waitMs until the job continues; for a running job, until other processes assume that this one died */
async function save({ parts, job }: Turn, progress: Progress, waitMs: number): Promise<void> {
  const payload = { ...(job.payload as object), $progress: progress };
  await continueJob(parts, job.id, { payload, runAtMs: parts.clock.now() + waitMs });
}

async function toEvents(
  { parts, config: { projectId }, ignored }: Turn,
  places: readonly TimePlace[],
): Promise<StoredPluginEvent[]> {
  const seqs = places.map(({ seq }) => seq);
  const rows = readEvents(parts, projectId, seqs).filter(({ event }) => !ignored.has(event));
  return rows.map((row) => mark(toStoredEvent(projectId, row), parts.clock.now()));
}

interface TimeRange {
  fromMs: number;
  /** The end, exclusive. */
  toMs: number;
}

/** A day alone means the whole day in UTC, as the last day too. */
function readRange(payload: unknown): TimeRange | null {
  const { success, output } = v.safeParse(Range, payload);
  if (!success) return null;
  const fromMs = parseInstant(output.dateFrom) ?? 0;
  const lastMs = parseInstant(output.dateTo) ?? 0;
  const toMs = output.dateTo.length === "2024-01-01".length ? lastMs + DAY_MS : lastMs;
  return fromMs < toMs ? { fromMs, toMs } : null;
}

function begin({ parts: { db }, config, range: { fromMs, toMs }, say }: Turn): Progress {
  const until = newestSeq(db);
  say("SYSTEM", "INFO", `${config.pluginName} exports the events from ${toIso(fromMs)} to ${toIso(toMs)}.`);
  return { until, timestampMs: fromMs, seq: 0, exported: 0, retries: 0 };
}

/** The next events in order of time, then of arrival. */
function findNext(
  { parts: { db }, config, range: { toMs }, size }: Turn,
  { timestampMs, seq, until }: Progress,
): TimePlace[] {
  const range = { projectId: config.projectId, fromMs: timestampMs, untilMs: toMs, untilSeq: until };
  const found: TimePlace[] = [];
  for (const hour of eventsByTime(db, range, "oldest first")) {
    for (const place of hour) {
      if (place.timestamp > timestampMs || place.seq > seq) found.push(place);
      if (found.length === size) return found;
    }
  }
  return found;
}

/** Marks the event as in PostHog, so that a plugin can tell it from a new event. */
function mark(event: StoredPluginEvent, nowMs: number): StoredPluginEvent {
  const marks = { $$is_historical_export_event: true, $$historical_export_timestamp: toIso(nowMs) };
  return { ...event, properties: { ...event.properties, ...marks } };
}

function logProgress({ job, range: { fromMs, toMs }, say }: Turn, before: Progress, now: Progress): void {
  const percent = ({ timestampMs }: Progress) => Math.floor(((timestampMs - fromMs) / (toMs - fromMs)) * 100);
  if (Math.floor(percent(now) / STEP_PERCENT) === Math.floor(percent(before) / STEP_PERCENT)) return;
  say("SYSTEM", "INFO", `${job.name}: ${percent(now)}% of the time, ${now.exported} events.`);
}
