import type { Project } from "../admin/projects/index.ts";
import { invalid } from "../base/errors.ts";
import { importLines, noCounts, parseLine } from "../transfer/index.ts";
import type { ImportCounts, ImportOptions as LineOptions } from "../transfer/index.ts";
import type { Context } from "./context.ts";
import type { ParsedOptions } from "./options.ts";
import { peek } from "./read/bytes.ts";
import type { Bytes } from "./read/bytes.ts";
import { readNdjson } from "./read/ndjson.ts";
import { toTextFile } from "./read/text.ts";
import { piecesOf } from "./reader/reading.ts";
import type { Read, Reading } from "./reader/reading.ts";

interface OwnJob {
  reading: Reading;
  first: Read;
  options: ParsedOptions;
  lines: LineOptions;
}

/** Imports hoglet's own format: lines are stored as they are, all or nothing. */
export async function importOwn(
  ctx: Context,
  project: Project,
  job: OwnJob,
): Promise<ImportCounts & { sample?: object[] }> {
  const { reading, first, options, lines } = job;
  if (options.from !== "auto" && options.from !== "hoglet") {
    throw invalid("from", `This looks like a hoglet export: --from hoglet. It was read as ${options.from}.`);
  }
  const foreign = (
    [
      "map",
      "rows",
      "columns",
      "delimiter",
      "quote",
      "escape",
      "comment",
      "nullWords",
      "decimal",
      "timeFormat",
      "timezone",
      "only",
      "exclude",
      "after",
      "before",
    ] as const
  ).find((key) => options[key] !== undefined);
  if (foreign !== undefined) throw invalid(foreign, "Not for hoglet's own format, whose lines name everything.");
  const { inputs: files, sizeBytes } = first.kind === "own" ? first : { inputs: 1, sizeBytes: null };
  let readBytes = 0;
  const own = piecesOf(reading, first, (bytes) => (readBytes = bytes));
  options.onRecognised?.({ from: "hoglet", kind: "hoglet export", files, sizeBytes, map: null });
  if (options.dryRun) return { ...noCounts(), sample: await readSample(own) };
  const confirmed = options.confirm === undefined ? own : await confirmFirst(own, options.confirm, files);
  let done = 0;
  const onProgress: LineOptions["onProgress"] = (counts) => {
    options.signal?.throwIfAborted();
    const { projects, persons, events, groups, cohorts, actions, feature_flags = 0 } = counts;
    done = projects + persons + events + groups + cohorts + actions + feature_flags;
    options.onStep?.({ phase: "reading", done, total: null, readBytes, sizeBytes });
    lines.onProgress?.(counts);
  };
  const counts = await importLines(ctx, project.id, confirmed, {
    ...lines,
    skipBad: options.skipBad,
    onProgress,
    onStaged: () => options.onStep?.({ phase: "storing", done: 0, total: done, readBytes, sizeBytes }),
  });
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

/** Events in the sample of a dry run. */
const SAMPLE = 10;

async function readSample(own: Bytes): Promise<object[]> {
  const sample: object[] = [];
  const { pieces } = toTextFile(Buffer.alloc(0), own, "");
  for await (const row of readNdjson(pieces, {})) {
    if ("reason" in row) throw invalid(null, `Line ${row.number}: ${row.reason}`, "bad_line");
    if (parseLine(row.fields).kind === "event") sample.push(row.fields);
    if (sample.length === SAMPLE) break;
  }
  return sample;
}
