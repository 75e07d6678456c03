import * as v from "valibot";
import { Count, describedElsewhere, Instant, Uuid } from "../base/answer-scalars.ts";
import { toIso } from "../base/clock.ts";
import type { Project } from "../admin/projects/index.ts";
import { findUpload, UploadState } from "./uploads.ts";
import type { Look, Upload, Uploads } from "./uploads.ts";

const Reasons = v.record(v.string(), Count);

/** An upload as clients see it. */
export const ShownUpload = v.pipe(
  v.object({
    id: Uuid,
    state: UploadState,
    created_at: Instant,
    files: v.array(v.object({ name: v.string(), size_bytes: Count })),
    /** The source, once it is recognised. `map` = the columns of a table, as `--map` writes them. */
    found: v.nullable(
      v.object({
        from: v.string(),
        kind: v.string(),
        files: Count,
        size_bytes: v.nullable(Count),
        map: v.nullable(v.string()),
      }),
    ),
    /** Records read, or events stored, so far; `total` and `size_bytes` are null when unknown. */
    progress: v.nullable(
      v.object({
        done: Count,
        total: v.nullable(Count),
        read_bytes: Count,
        size_bytes: v.nullable(Count),
        per_second: Count,
      }),
    ),
    /** All that would be stored, with the first ten events; from `ready` on. Null = unknown before its end. */
    preview: v.nullable(
      v.object({
        events: v.nullable(Count),
        persons: v.nullable(Count),
        links: Count,
        skipped: Reasons,
        bad_records: Count,
        passed_over: v.array(v.string()),
        sample: v.array(describedElsewhere<object>()),
      }),
    ),
    /** The first bad records that were left out. */
    bad: v.array(v.object({ file: v.string(), line: Count, reason: v.string() })),
    /** The result. */
    counts: v.nullable(
      v.object({
        /** New events. */
        events: Count,
        /** Events that were in the project before. */
        known: Count,
        /** Records that repeat others of the input. */
        repeated: Count,
        /** Events that link ids, made by the import. */
        links: Count,
        persons: Count,
        groups: Count,
        /** Records of which nothing comes, by reason. */
        skipped: Reasons,
        bad_records: Count,
        shared_devices: Count,
        contradicting: Count,
      }),
    ),
    error: v.nullable(v.object({ code: v.string(), detail: v.string(), attr: v.nullable(v.string()) })),
  }),
  v.examples([
    {
      id: "0190a111-0000-7000-8000-000000000001",
      state: "uploaded",
      created_at: "2024-05-02T10:00:00Z",
      files: [{ name: "export.zip", size_bytes: 2048 }],
      found: null,
      progress: null,
      preview: null,
      bad: [],
      counts: null,
      error: null,
    },
  ]),
);
export interface ShownUpload extends v.InferOutput<typeof ShownUpload> {}

interface WithUploads {
  uploads: Uploads;
  clock: { now(): number };
}

/** An upload of the project: state, progress, result. @throws notFound */
export function showUpload(ctx: WithUploads, project: Pick<Project, "id">, id: string): ShownUpload {
  return toShown(ctx, findUpload(ctx, project, id));
}

/** The uploads of the project that are not forgotten, newest first. */
export function listUploads(ctx: WithUploads, { id }: Pick<Project, "id">): ShownUpload[] {
  const own = [...ctx.uploads.byId.values()].filter(({ projectId }) => projectId === id);
  return own.toReversed().map((upload) => toShown(ctx, upload));
}

function toShown({ clock }: WithUploads, upload: Upload): ShownUpload {
  const { id, state, look, error } = upload;
  return {
    id,
    state,
    created_at: toIso(upload.createdAtMs),
    files: upload.files.map(({ name, sizeBytes }) => ({ name, size_bytes: sizeBytes })),
    found: toFound(look),
    progress: look === null ? null : toProgress(look, clock.now()),
    preview: toPreview(look),
    bad: look?.bad ?? [],
    counts: look === null ? null : toCounts(look),
    error: error === null ? null : { code: error.code, detail: error.detail, attr: error.attr },
  };
}

function toFound(look: Look | null): ShownUpload["found"] {
  if (!look?.found) return null;
  const { sizeBytes, ...found } = look.found;
  return { ...found, size_bytes: sizeBytes };
}

function toProgress({ step, phaseStartMs }: Look, nowMs: number): ShownUpload["progress"] {
  if (step === null) return null;
  const { done, total, readBytes, sizeBytes } = step;
  const seconds = Math.max(1, nowMs - phaseStartMs) / 1000;
  return { done, total, read_bytes: readBytes, size_bytes: sizeBytes, per_second: Math.round(done / seconds) };
}

function toPreview(look: Look | null): ShownUpload["preview"] {
  if (!look?.preview) return null;
  const { events, persons, made, skipped, bad_records, passed_over, sample } = look.preview;
  return { events, persons, links: made, skipped, bad_records, passed_over, sample };
}

function toCounts({ counts }: Look): ShownUpload["counts"] {
  if (counts === null) return null;
  const { events, duplicates, persons, groups, made = 0, skipped = {}, bad } = counts;
  const known = counts.known ?? duplicates;
  return {
    events,
    known,
    repeated: duplicates - known,
    links: made,
    persons,
    groups,
    skipped,
    bad_records: counts.bad_records ?? bad?.length ?? 0,
    shared_devices: counts.shared_devices ?? 0,
    contradicting: counts.contradicting ?? 0,
  };
}
