import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Project } from "../admin/projects/index.ts";
import { conflict, HogletError } from "../base/errors.ts";
import { SOURCES } from "../base/source-names.ts";
import type { SourceOptions } from "../sources/index.ts";
import { toStorageError } from "../storage/index.ts";
import { captureProcessed } from "./capture-processed.ts";
import type { Context } from "./context.ts";
import { showUpload } from "./show.ts";
import type { ShownUpload } from "./show.ts";
import { endLook, findUpload, removeFiles } from "./uploads.ts";
import type { Look, Upload } from "./uploads.ts";

const text = v.pipe(v.string(), v.maxLength(10_000));

/** How an upload is read; see the options of `hoglet.import`. */
export const LookInput = v.object({
  /** The source; `auto` = by its contents. */
  from: v.optional(v.picklist([...SOURCES, "auto"]), "auto"),
  /** Zone of times that have none. */
  timezone: v.exactOptional(text),
  /** Columns of a table, such as `event=action,distinct_id=user_id,timestamp=ts:unix_ms`. */
  map: v.exactOptional(text),
  time_format: v.exactOptional(text),
  delimiter: v.exactOptional(text),
  /** The character around cells, or `none`. */
  quote: v.exactOptional(text),
  /** How a quote stands within quotes. */
  escape: v.exactOptional(v.picklist(["double", "backslash"])),
  /** The beginning of lines that are left out. */
  comment: v.exactOptional(text),
  /** Texts that count as empty ids; left out = the usual ones, such as `NULL`. */
  null_words: v.exactOptional(v.pipe(v.array(text), v.maxLength(1000))),
  /** The character before the decimals of a CSV's numbers; left out = a column that looks like numbers with a decimal comma is refused. */
  decimal: v.exactOptional(v.picklist([",", "."])),
  /** Names of the columns of a table without a header. */
  columns: v.exactOptional(v.pipe(v.array(text), v.nonEmpty("Expected at least one name."), v.maxLength(10_000))),
  /** Path to the list of records in a JSON document. */
  rows: v.exactOptional(text),
  /** Group type of Segment's groups that name none. */
  group_type: v.exactOptional(v.pipe(text, v.nonEmpty())),
  /** Accept times before 2000 and after tomorrow in tables. */
  any_time: v.optional(v.boolean(), false),
  /** Leave out bad records instead of refusing all. */
  skip_bad: v.optional(v.boolean(), false),
});
export type LookInput = v.InferOutput<typeof LookInput>;

/** Bad records that are shown; the page is no place for more. */
const MOST_BAD = 100;

/**
 * Reads the files of an upload beside the request, and stops before the first event is stored. An earlier look is ended.
 * @throws notFound; conflict while files arrive or events are stored
 */
export async function lookAtUpload(ctx: Context, project: Project, id: string, input: LookInput): Promise<ShownUpload> {
  const upload = findUpload(ctx, project, id);
  requireIdle(upload);
  await endLook(upload);
  requireIdle(upload);
  const look: Look = {
    controller: new AbortController(),
    confirm: null,
    isWanted: false,
    ended: Promise.resolve(),
    found: null,
    step: null,
    phaseStartMs: ctx.clock.now(),
    preview: null,
    counts: null,
    bad: [],
  };
  Object.assign(upload, { look, state: "reading", error: null });
  look.ended = run({ ctx, project, upload, look }, input);
  return showUpload(ctx, project, id);
}

function requireIdle({ state, receiving }: Upload): void {
  if (receiving > 0) throw conflict("id", "Its files are still arriving.");
  if (state === "storing" || state === "done") throw conflict("id", "This import has begun to store events.");
}

/** Lets an import store what it has read, or will have read. @throws notFound; conflict before the look, after the start, and when it failed */
export function startUpload(ctx: Context, project: Project, id: string): ShownUpload {
  const { look, state } = findUpload(ctx, project, id);
  if (look === null || (state !== "ready" && state !== "reading")) {
    throw conflict("id", `Only an import that is being read, or is ready, can start; this one is ${state}.`);
  }
  look.isWanted = true;
  look.confirm?.();
  look.confirm = null;
  return showUpload(ctx, project, id);
}

interface Job {
  ctx: Context;
  project: Project;
  upload: Upload;
  look: Look;
}

/** Runs the import to its end. Never rejects: the upload tells the failure. */
async function run(job: Job, input: LookInput): Promise<void> {
  const { ctx, project, upload, look } = job;
  try {
    // Readers of archives, CSV and Parquet: only for those who import.
    const { importSource } = await import("../sources/index.ts");
    const names = await readdir(upload.folder);
    // A single file counts whatever its name; beside others, files such as notes.txt are passed over.
    const path = names.length === 1 ? join(upload.folder, names[0] ?? "") : upload.folder;
    const capture = captureProcessed(ctx, project);
    look.counts = await importSource(ctx, project, { path }, toOptions(job, input), { capture });
    upload.state = "done";
    await removeFiles(upload);
    void makeColumns(ctx);
  } catch (error) {
    if (upload.look === look && !look.controller.signal.aborted) fail(job, error);
  }
}

function fail({ ctx, upload, look }: Job, error: unknown): void {
  look.confirm = null;
  upload.state = "failed";
  upload.error = error instanceof HogletError ? error : toStorageError(error);
  if (upload.error.status >= 500) ctx.log.error("An import failed.", { error: String(upload.error.cause ?? error) });
}

function toOptions({ ctx, upload, look }: Job, input: LookInput): SourceOptions {
  const {
    time_format: timeFormat,
    group_type: groupType,
    any_time: anyTime,
    skip_bad: skipBad,
    null_words: nullWords,
    ...same
  } = input;
  const { signal } = look.controller;
  return {
    ...same,
    anyTime,
    skipBad,
    ...(timeFormat !== undefined && { timeFormat }),
    ...(groupType !== undefined && { groupType }),
    ...(nullWords !== undefined && { nullWords }),
    signal,
    onRecognised: (found) => void (look.found = found),
    onStep(step) {
      if (step.phase !== look.step?.phase) look.phaseStartMs = ctx.clock.now();
      look.step = step;
    },
    onBad: ({ file, line, reason }) => void (look.bad.length < MOST_BAD && look.bad.push({ file, line, reason })),
    confirm: (preview) =>
      new Promise((resolve, reject) => {
        look.preview = preview;
        const store = () => {
          upload.state = "storing";
          look.step = null;
          look.phaseStartMs = ctx.clock.now();
          resolve();
        };
        if (look.isWanted) return store();
        upload.state = "ready";
        look.confirm = store;
        if (signal.aborted) reject(signal.reason as Error);
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      }),
  };
}

/** So that the first question finds the events in columns. The import itself is done by now. */
async function makeColumns({ engineHost, log }: Context): Promise<void> {
  try {
    await engineHost.finishImport();
  } catch (error) {
    log.warn("The imported events could not be put into columns; it is tried again.", { error: String(error) });
  }
}
