import * as v from "valibot";
import { rm } from "node:fs/promises";
import { notFound } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Project } from "../admin/projects/index.ts";
import type { Preview, Recognised, SourceCounts, Step } from "../sources/index.ts";
import type { ImportCounts } from "../transfer/index.ts";

/** The steps of an upload, in their order; `failed` may follow each of them. */
export const UploadState = v.picklist(["uploading", "uploaded", "reading", "ready", "storing", "done", "failed"]);
export type UploadState = v.InferOutput<typeof UploadState>;

/** A bad record that was left out. */
export interface BadUploaded {
  file: string;
  line: number;
  reason: string;
}

/** The import of an upload, from the first look on. */
export interface Look {
  readonly controller: AbortController;
  /** Lets the import store what it has read; null = it has not read everything. */
  confirm: (() => void) | null;
  /** Store at once when everything is read. */
  isWanted: boolean;
  /** Settles when the import has ended, however. */
  ended: Promise<void>;
  found: Recognised | null;
  step: Step | null;
  /** The time at which the phase of `step` began, in epoch ms. */
  phaseStartMs: number;
  preview: Preview | null;
  counts: (ImportCounts & Partial<SourceCounts>) | null;
  /** The first bad records that were left out. */
  bad: BadUploaded[];
}

/** Files of one import, on disk. */
export interface Upload {
  readonly id: string;
  readonly projectId: number;
  readonly createdAtMs: number;
  readonly folder: string;
  readonly files: { name: string; sizeBytes: number }[];
  /** Bytes of all files of the upload, also of files that arrive now. */
  sizeBytes: number;
  /** Bodies that arrive now. */
  receiving: number;
  state: UploadState;
  /** The last request about it, in epoch ms. */
  usedAtMs: number;
  look: Look | null;
  error: HogletError | null;
}

/** The uploads of a handle. */
export interface Uploads {
  readonly byId: Map<string, Upload>;
  isClosed: boolean;
}

/** Creates the uploads of a handle; there are none. */
export function createUploads(): Uploads {
  return { byId: new Map(), isClosed: false };
}

/** Stands for the newest upload of a project. */
const LATEST = "@latest";

function newestOf({ byId }: Uploads, projectId: number): Upload | undefined {
  return [...byId.values()].findLast((upload) => upload.projectId === projectId);
}

/** An upload of the project, by its id or `@latest`. @throws notFound for one of another project, too */
export function findUpload(
  { uploads, clock }: { uploads: Uploads; clock: { now(): number } },
  { id: projectId }: Pick<Project, "id">,
  id: string,
): Upload {
  const upload = id === LATEST ? newestOf(uploads, projectId) : uploads.byId.get(id);
  if (upload?.projectId !== projectId)
    throw notFound("There is no such import, or it was forgotten an hour after its last use.");
  upload.usedAtMs = clock.now();
  return upload;
}

/** Cancels an upload and removes its files; events that are stored by then stay. @throws notFound */
export async function dropUpload(
  ctx: { uploads: Uploads; clock: { now(): number } },
  project: Pick<Project, "id">,
  id: string,
): Promise<void> {
  await drop(ctx.uploads, findUpload(ctx, project, id));
}

/** Removes an upload with its import and its files. */
export async function drop({ byId }: Uploads, upload: Upload): Promise<void> {
  byId.delete(upload.id);
  await endLook(upload);
  await removeFiles(upload);
}

/** Aborts the import of an upload, and waits for its end. */
export async function endLook({ look }: Upload): Promise<void> {
  look?.controller.abort();
  await look?.ended;
}

/** Removes the files; the result stays. */
export async function removeFiles({ folder }: Upload): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Time in ms after which an upload without requests is forgotten. More time keeps abandoned files longer on disk. */
const IDLE_MS = 3_600_000;

/** Forgets uploads that nobody asked about for an hour, unless they store events now. */
export async function forgetIdleUploads({
  uploads,
  clock,
}: {
  uploads: Uploads;
  clock: { now(): number };
}): Promise<void> {
  const idle = [...uploads.byId.values()].filter(
    ({ usedAtMs, state, receiving }) => clock.now() - usedAtMs > IDLE_MS && state !== "storing" && receiving === 0,
  );
  await Promise.all(idle.map((upload) => drop(uploads, upload)));
}

/** Ends all uploads of a handle that closes. */
export async function closeUploads(uploads: Uploads): Promise<void> {
  uploads.isClosed = true;
  await Promise.all([...uploads.byId.values()].map((upload) => drop(uploads, upload)));
}
