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

/** The line by which Excel is told the delimiter. */
const SEP_LINE = /^\ufeff?"?sep=(.)"?(?:\r\n|\n|\r)/i;

/** The rows of a table of texts; the first is the header, unless the options name the columns. @throws invalid for a header that cannot be read */
export async function readCsv(name: string, text: TextFile, options: ReadOptions): Promise<RowFile> {
  const sep = SEP_LINE.exec(text.head);
  const head = text.head.slice(sep?.[0].length ?? 0);
  const { quote = '"', escape, comment } = options;
  const delimiter = options.delimiter ?? sep?.[1] ?? findDelimiter(head, comment);
  const bad: Row[] = [];
  const parser = parse({
    delimiter,
    quote: quote === "none" ? false : quote,
    escape: escape === "backslash" ? "\\" : quote === "none" ? null : quote,
    ...(comment !== undefined && { comment, comment_no_infix: true }),
    from_line: sep === null ? 1 : 2,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARS,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      bad.push({ number: Number(error?.["lines"] ?? 0), reason: toReason(error) });
    },
  });
  const source = Readable.from(text.pieces);
  source.on("error", (error) => parser.destroy(error));
  const records = (source.pipe(parser) as AsyncIterable<Parsed>)[Symbol.asyncIterator]();
  const columns = options.columns ?? (await readHeader(name, records, bad));
  return { name, format: "csv", columns, rows: toRows(records, columns, bad) };
}

/** The reason of a record that is no CSV, and the option by which it may be read. */
function toReason(error: CsvError | undefined): string {
  const reason = `Not CSV: ${error?.message.replace(/\.$/, "") ?? "unreadable"}.`;
  if (error?.code === "INVALID_OPENING_QUOTE") return `${reason} If quotes mean nothing in this file: --quote none.`;
  if (!/QUOTE/.test(error?.code ?? "")) return reason;
  return `${reason} If a backslash stands before quotes within quotes: --escape backslash. If quotes mean nothing: --quote none.`;
}

/** The option for a table whose first line looks like a comment. */
export function commentAdvice([first = ""]: readonly string[]): string {
  const mark = /^(?:#|--|\/\/|%)/.exec(first)?.[0];
  return mark === undefined ? "" : ` If lines that begin with ${mark} are comments: --comment "${mark}".`;
}

interface Parsed {
  info: Info;
  record: string[];
}

/** Columns without a name, such as the index of pandas and R, are named by their place. */
async function readHeader(name: string, records: AsyncIterator<Parsed>, [first]: Row[]): Promise<string[]> {
  const { value, done } = await records.next();
  const why = first !== undefined && "reason" in first ? ` ${first.reason}` : "";
  if (done === true) throw invalid(null, `${name || "The input"} has no header that can be read.${why}`);
  const columns = (value as Parsed).record.map(
    (column, index) => column.replace(/^\ufeff/, "").trim() || `column_${index + 1}`,
  );
  if (columns.length > MOST_COLUMNS)
    throw invalid(null, `${name || "The input"} has more than ${MOST_COLUMNS} columns.`);
  const seen = new Set<string>();
  const twice = columns.find((column) => seen.size === seen.add(column).size);
  if (twice !== undefined) throw invalid(null, `${name || "The input"} has two columns "${twice}".`);
  return columns;
}

async function* toRows(records: AsyncIterator<Parsed>, columns: string[], bad: Row[]): AsyncGenerator<Row> {
  try {
    for (let next = await records.next(); next.done !== true; next = await records.next()) {
      yield* bad.splice(0);
      const { info, record } = next.value;
      if (record.length === columns.length) yield { number: info.lines, fields: toFields(columns, record) };
      else
        yield {
          number: info.lines,
          reason: `It has ${record.length} cells; the header has ${columns.length}.${commentAdvice(columns)}`,
        };
    }
    yield* bad.splice(0);
  } finally {
    await records.return?.();
  }
}

/** The delimiter that gives the same number of cells, more than one, in the first lines; a comma if none does. */
function findDelimiter(head: string, comment: string | undefined): string {
  const lines = head.split(/\r\n|\n|\r/).slice(0, SAMPLE_LINES);
  // The last line may be cut off.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const counts = DELIMITERS.map((delimiter) =>
    countCells(
      whole.filter((line) => line !== "" && (comment === undefined || !line.startsWith(comment))),
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
