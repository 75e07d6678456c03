import type { Json, Properties as RowProperties } from "../../../events/filters/index.ts";
import { damagedEvent, parseOfEvent } from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import { Dictionary } from "./dictionary.ts";
import { narrowCodes } from "./segment.ts";
import { toTimes } from "./segment.ts";
import type { CoreColumns, CodedColumn, Run, SegmentHead } from "./segment.ts";
import { sortLog } from "./sort-log.ts";

/** Events of one project between two places of the log, inclusive. */
export interface Stretch {
  projectId: number;
  firstSeq: number;
  lastSeq: number;
  /** The `seq` of unreadable events, which are treated as absent. @default none */
  leftOut?: readonly number[];
}

/** A segment made from the log. */
export interface LogSegment {
  head: SegmentHead;
  core: CoreColumns;
  /** `seq` of each row, as a distance from the stretch's first. */
  seqs: Uint32Array;
}

/** Makes a segment from the log; properties are read on demand. */
export function readSegment(db: Db, { projectId, firstSeq, lastSeq, leftOut = [] }: Stretch): LogSegment {
  // NOT INDEXED = by the primary key: the planner would choose to walk the whole project by another index. As one text:
  // parsing it costs half as much as creating an object for each row.
  const text = db
    .sql(
      `SELECT '[' || group_concat((seq - ?) || ',' || event_name_id || ',' || distinct_id_id || ',' || timestamp, ',') || ']'
         FROM events NOT INDEXED
        WHERE seq BETWEEN ? AND ? AND project_id = ?
          ${leftOut.length === 0 ? "" : `AND seq NOT IN (${leftOut.map(Number).join(", ")})`}`,
    )
    .pluck()
    .get(firstSeq, firstSeq, lastSeq, projectId) as string | null;
  const numbers = text === null ? [] : (JSON.parse(text) as number[]);
  const sorted = sortLog(numbers);
  const rows = sorted.length;
  const timestamps = new Float64Array(rows);
  const ids = new Uint32Array(rows);
  const seqs = new Uint32Array(rows);
  const runs: Run[] = [];
  let run: Run | undefined;
  let minMs = Infinity;
  let maxMs = -Infinity;
  for (let row = 0; row < rows; row++) {
    const at = sorted[row]!;
    const name = numbers[at + 1]!;
    const time = numbers[at + 3]!;
    seqs[row] = numbers[at]!;
    ids[row] = numbers[at + 2]!;
    timestamps[row] = time;
    if (time < minMs) minMs = time;
    if (time > maxMs) maxMs = time;
    if (run?.eventNameId !== name) runs.push((run = { eventNameId: name, start: row, end: row }));
    run.end = row + 1;
  }
  if (rows === 0) minMs = maxMs = 0;
  return {
    head: { rows, minMs, maxMs, runs },
    core: { times: toTimes(timestamps, minMs, maxMs), ids },
    seqs,
  };
}

/** Reads one property of a segment's rows from their JSON. */
export function readProperty(db: Db, stretch: Stretch, seqs: Uint32Array, key: string): CodedColumn {
  const dictionary = new Dictionary();
  const codes = new Uint32Array(seqs.length);
  const rowOf = toRows(stretch, seqs);
  walkProperties(db, stretch, (seq, text) => {
    const row = rowOf[seq - stretch.firstSeq]!;
    const properties = parseOfEvent<RowProperties>(db, seq, text);
    // Own keys only, as in `storedValue`.
    if (Object.hasOwn(properties, key)) codes[row] = dictionary.codeOf(properties[key] as Json);
  });
  return toCoded(dictionary, codes);
}

/** Reads the elements of a segment's rows: texts as stored in the log. */
export function readElements(db: Db, stretch: Stretch, seqs: Uint32Array): CodedColumn {
  const dictionary = new Dictionary();
  const codes = new Uint32Array(seqs.length);
  const rowOf = toRows(stretch, seqs);
  // By the primary key, as above.
  const rows = db
    .sql<[number, string]>(
      `SELECT seq, elements FROM events NOT INDEXED
        WHERE seq BETWEEN ? AND ? AND project_id = ? AND elements IS NOT NULL`,
    )
    .raw(true)
    .iterate(stretch.firstSeq, stretch.lastSeq, stretch.projectId);
  for (const [seq, text] of rows) {
    if (stretch.leftOut?.includes(seq) !== true) codes[rowOf[seq - stretch.firstSeq]!] = dictionary.codeOf(text);
  }
  return toCoded(dictionary, codes);
}

/** The properties of a segment's rows. */
export interface Properties {
  columns: Map<string, CodedColumn>;
  /** Texts as stored in the log; null = too many for a column. */
  elements: CodedColumn | null;
  /** Keys with too many values for a column, or after too many other keys. */
  wideKeys: Set<string>;
}

/** The limits of columns. */
export interface Limits {
  maxKeys: number;
  /** Distinct values of a key. */
  maxValues: number;
  /** Total length of a key's distinct values as JSON text. */
  maxSize: number;
}

/** Reads all properties of a segment's rows at once. */
export function readProperties(db: Db, stretch: Stretch, seqs: Uint32Array, limits: Limits): Properties {
  const collector = collectProperties(stretch, seqs, limits);
  collector.read(db, stretch);
  return collector.finish();
}

/** Makes columns of all properties, one part of the stretch at a time. */
export interface PropertyCollector {
  /**
   * Reads the rows of a part; call it once for each part.
   * @param watch receives the texts of each row
   * @throws corrupt for the first unreadable event, without `onBad`
   */
  read(db: Db, part: Stretch, watch?: RowWatch): void;
  finish(): Properties;
}

/** Receives the rows that a collector reads. */
export interface RowWatch {
  see(properties: string, elements: string | null): void;
  /** Called for each unreadable event, which then has no properties. @param error names it */
  onBad?: ((seq: number, error: unknown) => void) | undefined;
}

/** Starts columns for the rows of a stretch. */
export function collectProperties(stretch: Stretch, seqs: Uint32Array, limits: Limits): PropertyCollector {
  const { maxKeys, maxValues, maxSize } = limits;
  const rowOf = toRows(stretch, seqs);
  const open = new Map<string, { dictionary: Dictionary; codes: Uint32Array }>();
  const chains = { dictionary: new Dictionary(), codes: new Uint32Array(seqs.length) };
  const wideKeys = new Set<string>();
  const openColumn = (key: string) => {
    const column = open.get(key);
    if (column !== undefined || wideKeys.has(key)) return column;
    if (open.size >= maxKeys) {
      wideKeys.add(key);
      return undefined;
    }
    const fresh = { dictionary: new Dictionary(), codes: new Uint32Array(seqs.length) };
    open.set(key, fresh);
    return fresh;
  };
  // Sessions are needed all the time, and count as data that grows in proportion to the log.
  const isKept = (key: string, dictionary: Dictionary) => key === "$session_id" || isNarrow(dictionary);
  const isNarrow = ({ size, values }: Dictionary) => values.length <= maxValues && size <= maxSize;
  const addElements = (row: number, elements: string) => {
    const known = chains.dictionary.values.length;
    const code = chains.dictionary.codeOf(elements);
    // Each text is parsed once here: a question would parse it later and could not name its event.
    if (code === known && elements.startsWith("[")) JSON.parse(elements);
    chains.codes[row] = code;
  };
  const add = (seq: number, text: string, elements: string | null) => {
    const row = rowOf[seq - stretch.firstSeq]!;
    if (elements !== null && isNarrow(chains.dictionary)) addElements(row, elements);
    const properties = JSON.parse(text) as RowProperties;
    if (typeof properties !== "object") throw new TypeError("It is no object.");
    for (const [key, value] of Object.entries(properties)) {
      const column = openColumn(key);
      if (column === undefined) continue;
      const { dictionary, codes } = column;
      codes[row] = dictionary.codeOf(value);
      if (isKept(key, dictionary)) continue;
      open.delete(key);
      wideKeys.add(key);
    }
  };
  return {
    read(db, part, watch) {
      walkProperties(db, part, (seq, text, elements) => {
        watch?.see(text, elements);
        try {
          add(seq, text, elements);
        } catch (error) {
          const named = damagedEvent(db, seq, error);
          if (watch?.onBad === undefined) throw named;
          watch.onBad(seq, named);
        }
      });
    },
    finish() {
      const columns = new Map<string, CodedColumn>();
      for (const [key, { dictionary, codes }] of open) {
        columns.set(key, toCoded(dictionary, codes));
      }
      const elements = isNarrow(chains.dictionary) ? toCoded(chains.dictionary, chains.codes) : null;
      return { columns, elements, wideKeys };
    },
  };
}

function toCoded({ values }: Dictionary, codes: Uint32Array): CodedColumn {
  return { codes: narrowCodes(codes, values.length), values };
}

/** The row of each `seq`, by its distance from the stretch's first. */
function toRows({ firstSeq, lastSeq }: Stretch, seqs: Uint32Array): Uint32Array {
  const rowOf = new Uint32Array(lastSeq - firstSeq + 1);
  for (let row = 0; row < seqs.length; row++) rowOf[seqs[row]!] = row;
  return rowOf;
}

/** Walks over the texts of a stretch's events, in the order of arrival. */
export function walkProperties(
  db: Db,
  { projectId, firstSeq, lastSeq, leftOut = [] }: Stretch,
  see: (seq: number, properties: string, elements: string | null) => void,
): void {
  // By the primary key, as above.
  const rows = db
    .sql<[number, string, string | null]>(
      "SELECT seq, properties, elements FROM events NOT INDEXED WHERE seq BETWEEN ? AND ? AND project_id = ?",
    )
    .raw(true)
    .iterate(firstSeq, lastSeq, projectId);
  for (const [seq, properties, elements] of rows) {
    if (leftOut.length === 0 || !leftOut.includes(seq)) see(seq, properties, elements);
  }
}
