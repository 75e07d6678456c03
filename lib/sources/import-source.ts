import { invalid } from "../base/errors.ts";
import { parse } from "../base/parse.ts";
import type { Project } from "../admin/projects/index.ts";
import { importLines, noCounts } from "../transfer/index.ts";
import type { ImportCounts, ImportOptions as LineOptions, ProcessedEvent } from "../transfer/index.ts";
import type { Context } from "./context.ts";
import { giveWay } from "./give-way.ts";
import { groupLines } from "./group-lines.ts";
import { SourceOptions } from "./options.ts";
import type { ParsedOptions, Summary } from "./options.ts";
import { importOwn, ownLines } from "./import-own.ts";
import { openSource } from "./read-source.ts";
import type { ForeignSource } from "./read/inputs.ts";
import { openSpool } from "./read/spool.ts";
import { createCollector } from "./stage/collect.ts";
import type { Collector } from "./stage/collect.ts";
import { eventLines, ownerLines, personLines, sharedLines, toStoredBody } from "./stage/drain.ts";
import { createScratch } from "./stage/scratch.ts";
import type { Scratch } from "./stage/scratch.ts";
import { settleLinks } from "./stage/settle.ts";
import type { Settled } from "./stage/settle.ts";
import { stageSource } from "./stage-source.ts";
import type { Staged } from "./stage-source.ts";

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
  /** With `dryRun`: the first events as they would be. */
  sample?: object[];
}

/** Stores events by the capture pipeline, in their order. */
export type Capture = (events: ProcessedEvent[]) => Promise<void>;

/** The ways into the project. */
export interface StoreOptions extends LineOptions {
  capture: Capture;
}

/** Everything that an import works with once its options are read. */
interface Job {
  ctx: Context;
  project: Project;
  options: ParsedOptions;
  capture: Capture;
  scratch: Scratch;
  collector: Collector;
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
  const nowMs = ctx.clock.now();
  const spool = openSpool();
  const scratch = createScratch();
  try {
    const collector = createCollector(scratch, nowMs, options);
    const reader = await openSource(source, options, spool);
    const files = reader.files[Symbol.asyncIterator]();
    const first = await files.next();
    if (first.done !== true && "own" in first.value) {
      const own = ownLines(first.value, files);
      return await importOwn(ctx, project, { own, reader, options, lines });
    }
    requireOwnOnly(lines);
    const staged = await stageSource({ reader, scratch, collector, options, nowMs }, resume(first, files));
    const settled = settleLinks(scratch);
    const job: Job = { ctx, project, options, capture, scratch, collector };
    const summary = toSummary(staged, collector, settled, reader.passedOver);
    if (options.dryRun) return { ...toCounts(summary, job, staged, settled), sample: toSample(scratch) };
    await options.confirm?.({ ...toCounts(summary, job, staged, settled), sample: toSample(scratch) });
    options.onRead?.(summary);
    const stored = await store(job);
    return { ...toCounts(summary, job, staged, settled), ...stored };
  } finally {
    scratch.close();
    await spool.close();
  }
}

/** @throws invalid for options that only hoglet's own format has */
function requireOwnOnly({ persons, process }: LineOptions): void {
  if (persons === undefined && process === undefined) return;
  throw invalid(
    persons === undefined ? "process" : "persons",
    "Only for hoglet's own format: events of other sources always go through the capture pipeline.",
  );
}

/** The files from the first on, which was read already. */
function resume<File>(first: IteratorResult<File>, rest: AsyncIterator<File>): AsyncIterator<File> {
  let next: IteratorResult<File> | undefined = first;
  return {
    async next() {
      const result = next ?? (await rest.next());
      next = undefined;
      return result;
    },
    return: async () => (await rest.return?.()) ?? { done: true, value: undefined },
  };
}

function toSummary({ chosen, files }: Staged, { counts }: Collector, { made }: Settled, passedOver: string[]): Summary {
  const { records, events, persons } = counts;
  return { from: chosen.source, kind: chosen.kind, files, records, events, persons, made, passedOver };
}

function toCounts(summary: Summary, { collector }: Job, staged: Staged, settled: Settled): SourceCounts {
  const { from, kind, files, records, events, made, passedOver } = summary;
  const { repeated, contradicting, skipped, persons } = collector.counts;
  return {
    ...noCounts(),
    from,
    kind,
    files,
    records,
    events,
    persons,
    made,
    duplicates: repeated,
    known: 0,
    skipped,
    shared_devices: settled.sharedDevices,
    contradicting,
    bad_records: staged.bad,
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
  const { ctx, project, scratch, collector } = job;
  const counts = await importLines(ctx, project.id, givenLines(scratch), { onProgress: (soFar) => tell(job, soFar) });
  const { repeated } = collector.counts;
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
  const { ctx, project, options, scratch, collector, capture } = job;
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
  const { events: all, repeated, persons } = collector.counts;
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

function tell({ options, collector }: Job, { events }: { events: number }): void {
  options.onStep?.({ phase: "storing", done: events, total: collector.counts.events, readBytes: 0, sizeBytes: null });
}
