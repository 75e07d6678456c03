import { createWriteStream } from "node:fs";
import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import type { Project } from "../admin/projects/index.ts";
import {
  closed,
  conflict,
  HogletError,
  invalid,
  throttled,
  tooLarge,
  unavailable,
  unreadable,
} from "../base/errors.ts";
import { createTempFolder } from "../base/temp-folder.ts";
import type { Context } from "./context.ts";
import { showUpload } from "./show.ts";
import type { ShownUpload } from "./show.ts";
import { drop, endLook, findUpload, forgetIdleUploads } from "./uploads.ts";
import type { Upload } from "./uploads.ts";

/** The query of an upload. */
export const UploadQuery = v.object({
  /** The name of the file. It names the event of some tables (Heap, Segment's warehouse), and nothing else depends on it. */
  name: v.pipe(v.string(), v.nonEmpty("Expected the name of the file."), v.maxLength(255)),
});
export type UploadQuery = v.InferOutput<typeof UploadQuery>;

/** Uploads of one project at the same time. Each may take `MOST_BYTES` of the temporary folder, while there is space. */
const MOST_OF_PROJECT = 4;
/** Uploads of all projects at the same time. */
const MOST_OPEN = 16;

/** Bytes of all files of one upload: Amplitude's largest answer. More is for `hoglet import`, beside the database. */
const MOST_BYTES = 4 * 1024 ** 3;

/** Files of one upload; a folder with more is better packed as a zip. */
const MOST_FILES = 1000;

/** Bytes that stay free on the disk of the temporary folder: the database may be on it. */
const RESERVED_BYTES = 512 * 1024 ** 2;

/** Bytes between two looks at the free space. */
const CHECKED_BYTES = 64 * 1024 ** 2;

/**
 * Writes a body to disk while it arrives, as a file of a new upload or of the one with this id. A body that breaks off leaves nothing.
 * @param announcedBytes the length that the client announced; null = none
 * @throws tooLarge; throttled for too many uploads; unavailable when the disk is nearly full; conflict while the upload is stored; notFound
 */
export async function receiveUpload(
  ctx: Context,
  project: Pick<Project, "id">,
  { id, name, bytes, announcedBytes }: Received,
): Promise<ShownUpload> {
  await forgetIdleUploads(ctx);
  if (announcedBytes !== null && announcedBytes > MOST_BYTES) throw overLimit();
  const upload = id === null ? openUpload(ctx, project) : findUpload(ctx, project, id);
  if (upload.state === "storing" || upload.state === "done")
    throw conflict("id", "This import has begun to store events.");
  try {
    upload.receiving += 1;
    await endLook(upload);
    upload.state = "uploading";
    await addFile(upload, toFileName(name), bytes, ctx);
  } catch (error) {
    upload.receiving -= 1;
    // A new upload without a whole file is nothing.
    if (upload.files.length === 0 && upload.receiving === 0) await drop(ctx.uploads, upload);
    else upload.state = "uploaded";
    throw error;
  }
  upload.receiving -= 1;
  upload.usedAtMs = ctx.clock.now();
  upload.look = null;
  upload.error = null;
  if (upload.receiving === 0) upload.state = "uploaded";
  return showUpload(ctx, project, upload.id);
}

/** A body that arrives. */
export interface Received {
  /** The upload that the file joins; null = a new one. */
  id: string | null;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  announcedBytes: number | null;
}

/** Counts and reserves in one turn, so that uploads which come together count one another. */
function openUpload({ uploads, clock, ids }: Context, { id: projectId }: Pick<Project, "id">): Upload {
  if (uploads.isClosed) throw closed();
  const open = [...uploads.byId.values()].filter(({ state }) => state !== "done");
  const own = open.filter((upload) => upload.projectId === projectId);
  if (own.length >= MOST_OF_PROJECT)
    throw throttled(60, `${MOST_OF_PROJECT} imports of this project are open already: finish or cancel one.`);
  if (open.length >= MOST_OPEN) throw throttled(60, `${MOST_OPEN} imports are open already: try again later.`);
  const nowMs = clock.now();
  const upload: Upload = {
    id: ids.uuid(nowMs),
    projectId,
    createdAtMs: nowMs,
    folder: createTempFolder("upload"),
    files: [],
    sizeBytes: 0,
    receiving: 0,
    state: "uploading",
    usedAtMs: nowMs,
    look: null,
    error: null,
  };
  uploads.byId.set(upload.id, upload);
  return upload;
}

async function addFile(
  upload: Upload,
  wanted: string,
  bytes: AsyncIterable<Uint8Array>,
  { uploads }: Context,
): Promise<void> {
  if (upload.files.length >= MOST_FILES)
    throw invalid("name", `An import has at most ${MOST_FILES} files: pack them as a zip.`);
  const name = freeName(upload, wanted);
  const file = { name, sizeBytes: 0 };
  upload.files.push(file);
  const path = join(upload.folder, name);
  try {
    const counted = count(bytes, upload, file, () => uploads.byId.has(upload.id));
    await pipeline(Readable.from(counted, { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    upload.files.splice(upload.files.indexOf(file), 1);
    upload.sizeBytes -= file.sizeBytes;
    await rm(path, { force: true });
    throw error instanceof HogletError ? error : toFault(error);
  }
}

/** The name, or the next free form of it: `part.csv`, `part (2).csv`. Files of several folders may have one name. */
function freeName({ files }: Upload, name: string): string {
  const dot = name.lastIndexOf(".");
  const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  const isTaken = (wanted: string) => files.some((file) => file.name === wanted);
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${base} (${number})${ending}`;
  return free;
}

async function* count(
  bytes: AsyncIterable<Uint8Array>,
  upload: Upload,
  file: { sizeBytes: number },
  isThere: () => boolean,
): AsyncGenerator<Uint8Array> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  for await (const piece of bytes) {
    if (!isThere()) throw closed();
    file.sizeBytes += piece.length;
    upload.sizeBytes += piece.length;
    if (upload.sizeBytes > MOST_BYTES) throw overLimit();
    if (file.sizeBytes - checkedAt >= CHECKED_BYTES) {
      checkedAt = file.sizeBytes;
      await requireSpace(upload.folder);
    }
    yield piece;
  }
}

async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < RESERVED_BYTES) throw diskFull();
}

function overLimit(): HogletError {
  return tooLarge(`An upload is larger than ${MOST_BYTES} bytes: use \`hoglet import\` beside the database.`);
}

function diskFull(cause?: unknown): HogletError {
  return unavailable("storage_full", "The disk of the temporary folder is nearly full.", cause);
}

/** Everything else that can fail is the disk, or the client that has gone away. */
function toFault(error: unknown): HogletError {
  return (error as NodeJS.ErrnoException).code === "ENOSPC"
    ? diskFull(error)
    : unreadable("The upload broke off before its end.", error);
}

/** Characters of a name on disk. */
const MOST_CHARS = 120;

/** The last part of a name, with characters that every system can store: never a path, never hidden. */
function toFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const plain = last.toWellFormed().replaceAll(/[^\p{L}\p{N} ._()#+-]/gu, "_");
  const short = plain.length <= MOST_CHARS ? plain : plain.slice(0, MOST_CHARS / 2) + plain.slice(-MOST_CHARS / 2);
  const safe = short.replace(/^[. ]+/, "").replace(/[. ]+$/, "");
  return safe === "" ? "upload" : safe;
}
