import { rm } from "node:fs/promises";
import { join } from "node:path";
import { invalid } from "../base/errors.ts";
import { parse } from "../base/parse.ts";
import { createTempFolder } from "../base/temp-folder.ts";
import type { Project } from "../admin/projects/index.ts";
import { importLines, noCounts } from "../transfer/index.ts";
import type { ImportCounts, ImportOptions as LineOptions, ProcessedEvent } from "../transfer/index.ts";
import type { Context } from "./context.ts";
import { giveWay } from "./give-way.ts";
import { groupLines } from "./group-lines.ts";
import { SourceOptions } from "./options.ts";
import type { ParsedOptions, Summary } from "./options.ts";
import { importOwn } from "./import-own.ts";
import type { ForeignSource } from "./read/inputs.ts";
import type { StagedSource } from "./reader/protocol.ts";
import { startReading } from "./reader/reading.ts";
import { eventLines, ownerLines, personLines, sharedLines, toStoredBody } from "./stage/drain.ts";
import { reopenScratch } from "./stage/scratch.ts";
import type { Scratch } from "./stage/scratch.ts";

/** The result of an import from elsewhere. */
export interface SourceCounts extends ImportCounts {
  from: Summary["from"];
  kind: string;
  files: number;
  records: number;
  /** Events that the import made to join ids, stored now. */
  made: number;
  /** Events that were known: in the project, or earlier in the input. They count as duplicates. */
  known: number;
  /** Records of which nothing comes, by reason. */
  skipped: Record<string, number>;
  /** Users on a device that belongs to an earlier user: they were not joined. */
  shared_devices: number;
  /** Records with the uuid of another record that says something else; the first counts. */
  contradicting: number;
  /** Bad records that were left out. */
  bad_records: number;
  passed_over: string[];
  /** The first events as they would be, with `dryRun`. */
  sample?: object[];
}

/** Stores events by the capture pipeline, in their order. */
export type Capture = (events: ProcessedEvent[]) => Promise<void>;

/** The ways into the project. */
export interface StoreOptions extends LineOptions {
  capture: Capture;
}

interface Job {
  ctx: Context;
  project: Project;
  options: ParsedOptions;
  capture: Capture;
  scratch: Scratch;
  staged: StagedSource;
}

/**
 * Imports events, persons and groups from elsewhere. All records are read, and refused or found good, before the first is
 * stored; then events go through the capture pipeline in the order of time. Killed meanwhile, the same call goes on: stored events are
 * known by their uuids.
 * @throws invalid for options, contents that are not known, and the first bad record; nothing is stored then
 */
export async function importSource(
  ctx: Context,
  project: Project,
  source: ForeignSource,
  given: SourceOptions,
  { capture, ...lines }: StoreOptions,
): Promise<SourceCounts | ImportCounts> {
  const options = parse(SourceOptions, given);
  const folder = createTempFolder("import");
  try {
    const reading = startReading({ source, options, nowMs: ctx.clock.now(), folder });
    let staged: StagedSource;
    try {
      const read = await reading.next();
      if (read.kind !== "staged") return await importOwn(ctx, project, { reading, first: read, options, lines });
      ({ staged } = read);
    } finally {
      await reading.end();
    }
    requireOwnOnly(lines);
    const scratch = reopenScratch(join(folder, "scratch"));
    try {
      return await importStaged({ ctx, project, options, capture, scratch, staged });
    } finally {
      scratch.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importStaged(job: Job): Promise<SourceCounts> {
  const { options, scratch, staged } = job;
  const counts = toCounts(staged);
  if (options.dryRun) return { ...counts, sample: toSample(scratch) };
  await options.confirm?.({ ...counts, sample: toSample(scratch) });
  options.onRead?.(toSummary(staged));
  return { ...counts, ...(await store(job)) };
}

/** @throws invalid for options that only hoglet's own format has */
function requireOwnOnly({ persons, process }: LineOptions): void {
  if (persons === undefined && process === undefined) return;
  throw invalid(
    persons === undefined ? "process" : "persons",
    "Only for hoglet's own format: events of other sources always go through the capture pipeline.",
  );
}

function toSummary({ source, recordKind, files, counts, settled, passedOver }: StagedSource): Summary {
  const { records, events, persons } = counts;
  return { from: source, kind: recordKind, files, records, events, persons, made: settled.made, passedOver };
}

function toCounts(staged: StagedSource): SourceCounts {
  const { counts, settled, bad, passedOver } = staged;
  const { passedOver: _, ...summary } = toSummary(staged);
  return {
    ...noCounts(),
    ...summary,
    duplicates: counts.repeated,
    known: 0,
    skipped: counts.skipped,
    shared_devices: settled.sharedDevices,
    contradicting: counts.contradicting,
    bad_records: bad,
    passed_over: passedOver,
  };
}

/** Events of a dry run that are shown. */
const SAMPLE = 10;

function toSample(scratch: Scratch): object[] {
  const sample: object[] = [];
  for (const line of eventLines(scratch)) {
    sample.push(JSON.parse(line) as object);
    if (sample.length === SAMPLE) break;
  }
  return sample;
}

type Stored = Pick<SourceCounts, "events" | "made" | "duplicates" | "known" | "persons" | "groups">;

/** Persons that the source gives for good make the pipeline's merges needless: then everything is stored as it is. */
async function store(job: Job): Promise<Stored> {
  const isGiven = job.scratch.get("SELECT 1 FROM owners LIMIT 1") !== undefined;
  return isGiven ? storeGiven(job) : storeThroughPipeline(job);
}

async function storeGiven(job: Job): Promise<Stored> {
  const { ctx, project, scratch, staged } = job;
  const counts = await importLines(ctx, project.id, givenLines(scratch), { onProgress: (soFar) => tell(job, soFar) });
  const { repeated } = staged.counts;
  return {
    events: counts.events,
    made: 0,
    duplicates: counts.duplicates + repeated,
    known: counts.duplicates,
    persons: counts.persons,
    groups: 0,
  };
}

function* givenLines(scratch: Scratch): Generator<string> {
  yield* ownerLines(scratch);
  yield* personLines(scratch);
  yield* eventLines(scratch, toStoredBody);
}

async function storeThroughPipeline(job: Job): Promise<Stored> {
  const { ctx, project, options, scratch, staged, capture } = job;
  let made = 0;
  let fresh = 0;
  const process = async (events: ProcessedEvent[]) => {
    options.signal?.throwIfAborted();
    await capture(options.overwrite ? events : await giveWay(ctx, project, events));
    made += events.filter((event) => isMade(scratch, event)).length;
    fresh += events.length;
    tell(job, { events: fresh });
  };
  await importLines(ctx, project.id, eventLines(scratch), { process });
  // Last, because they are the latest state: an older `$set` of an event must not win, now or in a second import.
  const rest = await importLines(ctx, project.id, afterwards(job));
  const { events: all, repeated, persons } = staged.counts;
  const known = all - (fresh - made);
  return { events: fresh - made, made, duplicates: known + repeated, known, persons, groups: rest.groups };
}

function* afterwards({ ctx, project, scratch }: Job): Generator<string> {
  yield* personLines(scratch);
  yield* sharedLines(scratch);
  yield* groupLines(ctx, project, scratch);
}

function isMade(scratch: Scratch, { event, uuid }: ProcessedEvent): boolean {
  if (event !== "$identify") return false;
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex");
  return scratch.get("SELECT 1 FROM events WHERE uuid = ? AND made = 1", bytes) !== undefined;
}

function tell({ options, staged }: Job, { events }: { events: number }): void {
  options.onStep?.({ phase: "storing", done: events, total: staged.counts.events, readBytes: 0, sizeBytes: null });
}
