import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { CsvError, Info } from "csv-parse";
import { invalid } from "../../base/errors.ts";
import { toFields } from "./ndjson.ts";
import { MAX_RECORD_CHARS, MOST_COLUMNS } from "./rows.ts";
import type { ReadOptions, Row, RowFile } from "./rows.ts";
import type { TextFile } from "./text.ts";

// csv-parse (already here for cohorts; no dependencies, typed): quotes, line ends of all kinds, line numbers, a bound for records.

const DELIMITERS = [",", ";", "\t", "|"];
/** Lines by which the delimiter is found. */
const SAMPLE_LINES = 20;

/** The rows of a table of texts; the first is the header, unless the options name the columns. @throws invalid for a header that cannot be read */
export async function readCsv(name: string, text: TextFile, options: ReadOptions): Promise<RowFile> {
  const delimiter = options.delimiter ?? findDelimiter(text.head);
  const bad: Row[] = [];
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARS,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      bad.push({ number: Number(error?.["lines"] ?? 0), reason: `Not CSV: ${error?.message ?? "unreadable"}` });
    },
  });
  const source = Readable.from(text.pieces);
  source.on("error", (error) => parser.destroy(error));
  const records = (source.pipe(parser) as AsyncIterable<Parsed>)[Symbol.asyncIterator]();
  const columns = options.columns ?? (await readHeader(name, records));
  return { name, format: "csv", columns, rows: toRows(records, columns, bad) };
}

interface Parsed {
  info: Info;
  record: string[];
}

async function readHeader(name: string, records: AsyncIterator<Parsed>): Promise<string[]> {
  const { value, done } = await records.next();
  if (done === true) throw invalid(null, `${name || "The input"} has no header that can be read.`);
  const columns = (value as Parsed).record.map((column) => column.replace(/^\ufeff/, "").trim());
  if (columns.length > MOST_COLUMNS)
    throw invalid(null, `${name || "The input"} has more than ${MOST_COLUMNS} columns.`);
  const seen = new Set<string>();
  const twice = columns.find((column) => column !== "" && seen.size === seen.add(column).size);
  if (twice !== undefined) throw invalid(null, `${name || "The input"} has two columns "${twice}".`);
  return columns;
}

async function* toRows(records: AsyncIterator<Parsed>, columns: string[], bad: Row[]): AsyncGenerator<Row> {
  try {
    for (let next = await records.next(); next.done !== true; next = await records.next()) {
      yield* bad.splice(0);
      const { info, record } = next.value;
      if (record.length === columns.length) yield { number: info.lines, fields: toFields(columns, record) };
      else yield { number: info.lines, reason: `It has ${record.length} cells; the header has ${columns.length}.` };
    }
    yield* bad.splice(0);
  } finally {
    await records.return?.();
  }
}

/** The delimiter that gives the same number of cells, more than one, in the first lines; a comma if none does. */
function findDelimiter(head: string): string {
  const lines = head.split(/\r\n|\n|\r/).slice(0, SAMPLE_LINES);
  // The last line may be cut off.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const counts = DELIMITERS.map((delimiter) =>
    countCells(
      whole.filter((line) => line !== ""),
      delimiter,
    ),
  );
  const even = DELIMITERS.filter((_, index) => counts[index]?.isEven === true);
  const [first] = even.toSorted((a, b) => cellsOf(counts, b) - cellsOf(counts, a));
  if (first !== undefined) return first;
  const most = DELIMITERS.toSorted((a, b) => cellsOf(counts, b) - cellsOf(counts, a))[0] ?? ",";
  return cellsOf(counts, most) > 1 ? most : ",";
}

function cellsOf(counts: { cells: number }[], delimiter: string): number {
  return counts[DELIMITERS.indexOf(delimiter)]?.cells ?? 0;
}

/** Cells of the first line, and whether every line has as many; delimiters within quotes do not count. */
function countCells(lines: string[], delimiter: string): { cells: number; isEven: boolean } {
  const cells = lines.map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, "").split(delimiter).length);
  return { cells: cells[0] ?? 0, isEven: (cells[0] ?? 0) > 1 && cells.every((count) => count === cells[0]) };
}
