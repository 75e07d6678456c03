import { nextTurn } from "../base/platform.ts";
import { HogletError, invalid } from "../base/errors.ts";
import type { Fields } from "../base/fields.ts";
import { chooseEmpty, chooseMapping, unknownRecords } from "./choose-mapping.ts";
import type { Chosen } from "./choose-mapping.ts";
import type { ParsedOptions } from "./options.ts";
import type { OwnFile } from "./read/own-lines.ts";
import type { Row, RowFile } from "./read/rows.ts";
import type { SourceReader } from "./read-source.ts";
import type { Collector } from "./stage/collect.ts";
import type { Scratch } from "./stage/scratch.ts";
import { BadRecord } from "./values/bad-record.ts";

/** The files of a source, read and mapped into the scratch tables. */
export interface Staged {
  chosen: Chosen;
  files: number;
  bad: number;
}

/** Options that concern records. */
export type StageOptions = Omit<ParsedOptions, "onRead" | "confirm" | "signal">;

export interface StageJob {
  reader: SourceReader;
  scratch: Scratch;
  collector: Collector;
  options: StageOptions;
  nowMs: number;
}

/** Records between two turns of the event loop: some 20 ms. */
const BATCH = 500;

/**
 * Reads all files and maps their records. @throws invalid for contents that are not known or of two sources, and for the first bad record
 * unless they are skipped
 */
export async function stageSource(job: StageJob, files: AsyncIterator<RowFile | OwnFile>): Promise<Staged> {
  let staged: Staged | undefined;
  let unknown: HogletError | undefined;
  let empty: Chosen | null = null;
  for await (const file of { [Symbol.asyncIterator]: () => files }) {
    if ("own" in file) throw mixed(staged?.chosen.source ?? "another", "hoglet", file.name);
    const rows = file.rows[Symbol.asyncIterator]();
    try {
      const beginning = await readBeginning(rows);
      const first = beginning.find((row) => "fields" in row);
      const chosen = first === undefined ? null : chooseFor(job, file, first.fields, staged);
      const emptied = beginning.length === 0 ? chooseEmpty(file, job.options, job.nowMs) : null;
      if (emptied !== null) {
        empty ??= emptied;
        job.reader.passedOver.push(file.name || "a table without rows");
        continue;
      }
      if (chosen === null) {
        unknown ??= first === undefined ? badBeginning(file, beginning) : unknownRecords(file.name, first.fields);
        if (staged !== undefined) job.reader.passedOver.push(file.name);
        continue;
      }
      if (staged === undefined) {
        staged = { chosen, files: 0, bad: 0 };
        job.options.onRecognised?.({ ...toFound(chosen), files: job.reader.inputs, sizeBytes: job.reader.sizeBytes });
      }
      staged.files += 1;
      await stageFile(job, { file, rows, beginning, chosen, staged });
    } finally {
      await rows.return?.();
    }
  }
  if (staged === undefined && unknown === undefined && empty !== null) {
    job.options.onRecognised?.({ ...toFound(empty), files: job.reader.inputs, sizeBytes: job.reader.sizeBytes });
    return { chosen: empty, files: 1, bad: 0 };
  }
  if (staged === undefined) throw unknown ?? invalid("source", "There are no records: the input is empty.");
  return staged;
}

function toFound({ source, kind, map }: Chosen) {
  return { from: source, kind, map };
}

function chooseFor({ options, nowMs }: StageJob, file: RowFile, first: Fields, staged?: Staged): Chosen | null {
  const chosen = chooseMapping(file, first, options, nowMs);
  const known = staged?.chosen.source;
  if (chosen === null || known === undefined || chosen.source === known) return chosen;
  throw mixed(known, chosen.source, file.name);
}

/** The refusal of an input with files of two sources. */
export function mixed(first: string, second: string, name: string): HogletError {
  return invalid(
    "from",
    `The input has files of two sources, ${first} and ${second} (${name}): import them one by one.`,
  );
}

/** Bad records before the first good one: a file that begins with more is no file of records. */
const MOST_BAD = 100;

async function readBeginning(rows: AsyncIterator<Row>): Promise<Row[]> {
  const beginning: Row[] = [];
  while (beginning.length < MOST_BAD) {
    const { done, value } = await rows.next();
    if (done === true) break;
    beginning.push(value);
    if ("fields" in value) break;
  }
  return beginning;
}

function badBeginning({ name }: RowFile, [row]: Row[]): HogletError {
  const reason = row !== undefined && "reason" in row ? ` Line ${row.number}: ${row.reason}` : "";
  return invalid("from", `${name || "The input"} has no record that can be read.${reason}`, "bad_line");
}

interface FileJob {
  file: RowFile;
  rows: AsyncIterator<Row>;
  beginning: Row[];
  chosen: Chosen;
  staged: Staged;
}

async function stageFile(job: StageJob, { file, rows, beginning, chosen, staged }: FileJob): Promise<void> {
  const { collector, scratch, options, reader } = job;
  const take = (row: Row) => {
    collector.counts.records += 1;
    const reason = "reason" in row ? row.reason : mapRow(chosen, row.fields, collector);
    if (reason === null) return;
    if (!options.skipBad)
      throw invalid(
        null,
        `${reader.inputs > 1 || staged.files > 1 ? `${file.name}, line` : "Line"} ${row.number}: ${reason}`,
        "bad_line",
      );
    staged.bad += 1;
    const text = "text" in row ? row.text : "fields" in row ? JSON.stringify(row.fields) : undefined;
    options.onBad?.({ file: file.name, line: row.number, reason, text });
  };
  let batch = beginning;
  for (;;) {
    scratch.transact(() => batch.forEach(take));
    const { counts } = collector;
    const { sizeBytes } = reader;
    options.onStep?.({ phase: "reading", done: counts.records, total: null, readBytes: reader.readBytes(), sizeBytes });
    await nextTurn();
    batch = await nextBatch(rows);
    if (batch.length === 0) return chosen.end?.();
  }
}

async function nextBatch(rows: AsyncIterator<Row>): Promise<Row[]> {
  const batch: Row[] = [];
  while (batch.length < BATCH) {
    const { done, value } = await rows.next();
    if (done === true) break;
    batch.push(value);
  }
  return batch;
}

/** Maps a record; the reason when it is bad. */
function mapRow(chosen: Chosen, fields: Fields, collector: Collector): string | null {
  try {
    chosen.mapRecord(fields, collector.sinkFor(chosen.source, fields));
    return null;
  } catch (error) {
    if (error instanceof BadRecord) return `${error.message}.`;
    throw error;
  }
}
