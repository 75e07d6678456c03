import type { Project } from "../admin/projects/index.ts";
import { invalid } from "../base/errors.ts";
import { importLines, noCounts, parseLine } from "../transfer/index.ts";
import type { ImportCounts, ImportOptions as LineOptions } from "../transfer/index.ts";
import type { Context } from "./context.ts";
import type { ParsedOptions } from "./options.ts";
import { peek } from "./read/bytes.ts";
import type { Bytes } from "./read/bytes.ts";
import { readNdjson } from "./read/ndjson.ts";
import type { OwnFile } from "./read/own-lines.ts";
import type { RowFile } from "./read/rows.ts";
import { toText } from "./read/text.ts";
import type { SourceReader } from "./read-source.ts";
import { mixed } from "./stage-source.ts";

const LINE_END = Buffer.from("\n");

/** The lines of hoglet's own format in all files of an input. @throws invalid for a file of another source among them */
export async function* ownLines(
  first: OwnFile,
  rest: AsyncIterator<RowFile | OwnFile>,
): Bytes & AsyncGenerator<Uint8Array> {
  yield* first.own;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    const file = next.value;
    if (!("own" in file)) throw mixed("hoglet", "another", file.name);
    // The file before may end without a line end.
    yield LINE_END;
    yield* file.own;
  }
}

interface OwnJob {
  own: Bytes;
  reader: SourceReader;
  options: ParsedOptions;
  lines: LineOptions;
}

/** Imports hoglet's own format: lines are stored as they are, all or nothing. */
export async function importOwn(
  ctx: Context,
  project: Project,
  job: OwnJob,
): Promise<ImportCounts & { sample?: object[] }> {
  const { own, reader, options, lines } = job;
  if (options.from !== "auto" && options.from !== "hoglet") {
    throw invalid("from", `This looks like a hoglet export: --from hoglet. It was read as ${options.from}.`);
  }
  const foreign = (
    ["map", "rows", "columns", "delimiter", "timeFormat", "timezone", "only", "exclude", "after", "before"] as const
  ).find((key) => options[key] !== undefined);
  if (foreign !== undefined) throw invalid(foreign, "Not for hoglet's own format, whose lines name everything.");
  const { inputs: files, sizeBytes } = reader;
  options.onRecognised?.({ from: "hoglet", kind: "hoglet export", files, sizeBytes, map: null });
  if (options.dryRun) return { ...noCounts(), sample: await readSample(own) };
  const confirmed = options.confirm === undefined ? own : await confirmFirst(own, options.confirm, files);
  const onProgress: LineOptions["onProgress"] = (counts) => {
    options.signal?.throwIfAborted();
    const done =
      counts.projects +
      counts.persons +
      counts.events +
      counts.groups +
      counts.cohorts +
      counts.actions +
      (counts.feature_flags ?? 0);
    options.onStep?.({ phase: "reading", done, total: null, readBytes: reader.readBytes(), sizeBytes });
    lines.onProgress?.(counts);
  };
  const counts = await importLines(ctx, project.id, confirmed, { ...lines, skipBad: options.skipBad, onProgress });
  for (const { line, reason } of counts.bad ?? []) options.onBad?.({ file: "", line, reason });
  return counts;
}

/** Bytes of the beginning from which events are shown; a longer first line shows none. */
const HEAD_BYTES = 256 * 1024;

/** Shows the beginning of the lines before they are read. */
async function confirmFirst(own: Bytes, confirm: NonNullable<ParsedOptions["confirm"]>, files: number): Promise<Bytes> {
  const { head, all } = await peek(own, HEAD_BYTES);
  const end = head.length < HEAD_BYTES ? head.length : head.lastIndexOf("\n");
  const sample = await readSample(onlyBytes(head.subarray(0, Math.max(0, end))));
  const unknown = { events: null, persons: null, made: 0, skipped: {}, bad_records: 0, passed_over: [] };
  await confirm({ from: "hoglet", kind: "hoglet export", files, ...unknown, sample });
  return all;
}

async function* onlyBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Events of a dry run that are shown. */
const SAMPLE = 10;

async function readSample(own: Bytes): Promise<object[]> {
  const sample: object[] = [];
  const { pieces } = toText(Buffer.alloc(0), own, "");
  for await (const row of readNdjson(pieces, {})) {
    if ("reason" in row) throw invalid(null, `Line ${row.number}: ${row.reason}`, "bad_line");
    if (parseLine(row.fields).kind === "event") sample.push(row.fields);
    if (sample.length === SAMPLE) break;
  }
  return sample;
}
