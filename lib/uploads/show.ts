import { toIso } from "../base/clock.ts";
import type { Project } from "../admin/projects/index.ts";
import { findUpload } from "./uploads.ts";
import type { BadUploaded, Look, Upload, Uploads, UploadState } from "./uploads.ts";

export type { UploadState } from "./uploads.ts";

/** An upload as clients see it. */
export interface ShownUpload {
  id: string;
  state: UploadState;
  created_at: string;
  files: { name: string; size_bytes: number }[];
  /** The source, once it is recognised. `map` = the columns of a table, as `--map` writes them. */
  found: { from: string; kind: string; files: number; size_bytes: number | null; map: string | null } | null;
  /** Records read, or events stored, so far; `total` and `size_bytes` are null when unknown. */
  progress: {
    done: number;
    total: number | null;
    read_bytes: number;
    size_bytes: number | null;
    per_second: number;
  } | null;
  /** All that would be stored, with the first ten events; from `ready` on. */
  preview: ShownPreview | null;
  /** The first bad records that were left out. */
  bad: BadUploaded[];
  counts: ShownCounts | null;
  error: { code: string; detail: string; attr: string | null } | null;
}

/** The result that an import would have. Null = unknown before its end. */
export interface ShownPreview {
  events: number | null;
  persons: number | null;
  links: number;
  skipped: Record<string, number>;
  bad_records: number;
  passed_over: string[];
  sample: object[];
}

/** The result of an import. */
export interface ShownCounts {
  /** New events. */
  events: number;
  /** Events that were in the project before. */
  known: number;
  /** Records that repeat others of the input. */
  repeated: number;
  /** Events that link ids, made by the import. */
  links: number;
  persons: number;
  groups: number;
  /** Records of which nothing comes, by reason. */
  skipped: Record<string, number>;
  bad_records: number;
  shared_devices: number;
  contradicting: number;
}

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

function toPreview(look: Look | null): ShownPreview | null {
  if (!look?.preview) return null;
  const { events, persons, made, skipped, bad_records, passed_over, sample } = look.preview;
  return { events, persons, links: made, skipped, bad_records, passed_over, sample };
}

function toCounts({ counts }: Look): ShownCounts | null {
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
