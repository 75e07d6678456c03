import type { Json, Properties as RowProperties } from "../../../events/filters/index.ts";
import { damagedEvent, parseOfEvent, walkRange } from "../../../log/index.ts";
import type { LogRange } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import { Dictionary } from "./dictionary.ts";
import { narrowCodes, toTimes } from "./segment.ts";
import type { CoreColumns, CodedColumn, Distances, Run, SegmentHead } from "./segment.ts";
import { sortLog } from "./sort-log.ts";

/** A segment made from the log. */
export interface LogSegment {
  head: SegmentHead;
  core: CoreColumns;
  /** Distance of each row's `seq` from the range's first. */
  seqs: Uint32Array;
}

/** Properties are read on demand. @throws corrupt naming an event whose head is damaged */
export function readSegment(db: Db, range: LogRange): LogSegment {
  const numbers = walkRange(db, range).heads();
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

/** Reads one property from the rows' JSON. @throws corrupt naming a damaged event */
export function readProperty(db: Db, range: LogRange, seqs: Distances, key: string): CodedColumn {
  const dictionary = new Dictionary();
  const codes = new Uint32Array(seqs.length);
  readTexts(db, range, seqs, (row, seq, text) => {
    const properties = parseOfEvent<RowProperties>(db, seq, text);
    // Own keys only, as in `storedValue`.
    if (Object.hasOwn(properties, key)) codes[row] = dictionary.codeOf(properties[key] as Json);
  });
  return toCoded(dictionary, codes);
}

/** Reads elements as stored in the log. @throws corrupt naming a damaged event */
export function readElements(db: Db, range: LogRange, seqs: Distances): CodedColumn {
  const dictionary = new Dictionary();
  const codes = new Uint32Array(seqs.length);
  readTexts(db, range, seqs, (row, _, __, elements) => {
    if (elements !== null) codes[row] = dictionary.codeOf(elements);
  });
  return toCoded(dictionary, codes);
}

function readTexts(
  db: Db,
  range: LogRange,
  seqs: Distances,
  see: (row: number, seq: number, properties: string, elements: string | null) => void,
): void {
  const rowOf = toRows(range, seqs);
  let rows = 0;
  const walk = walkRange(db, range);
  walk.texts((seq, properties, elements, fault) => {
    if (fault !== null) throw damagedEvent(db, seq, new RangeError(fault));
    see(rowOf[seq - range.firstSeq]!, seq, properties, elements);
    rows += 1;
  });
  if (rows < seqs.length) walk.requireAll(rows);
}

export interface Properties {
  columns: Map<string, CodedColumn>;
  /** Texts as stored in the log; null = too many for a column. */
  elements: CodedColumn | null;
  /** Keys with too many values, or after too many other keys. */
  wideKeys: Set<string>;
}

/** The items of paths, which would read every event of the log: most events of a shop or blog have an address of their own. */
const ADDRESSES: ReadonlySet<string> = new Set(["$current_url", "$screen_name"]);

/** Length of a block's distinct addresses as JSON text: 128 each where all differ. */
const MOST_OF_ADDRESSES = 8 * 1024 * 1024;

export interface Limits {
  maxKeys: number;
  /** Distinct values of a key. */
  maxValues: number;
  /** Length of a key's distinct values as JSON text. */
  maxSize: number;
}

/** Reads several properties at once. @param only these keys, without elements. @default all */
export function readProperties(
  db: Db,
  range: LogRange,
  seqs: Uint32Array,
  limits: Limits,
  only: ReadonlySet<string> | null = null,
): Properties {
  const collector = collectProperties(range, seqs, limits, only);
  collector.read(db, range);
  return collector.finish(db);
}

/** Makes columns of all properties, part by part of the range. */
export interface PropertyCollector {
  /**
   * Call it once for each part.
   * @param onBad called for each damaged event, which then has no properties; the error names it
   * @throws corrupt for the first damaged event, without `onBad`
   */
  read(db: Db, part: LogRange, onBad?: (seq: number, error: unknown) => void): void;
  /** @throws corrupt when rows are missing */
  finish(db: Db): Properties;
}

/** @param only as in `readProperties` */
export function collectProperties(
  range: LogRange,
  seqs: Uint32Array,
  limits: Limits,
  only: ReadonlySet<string> | null = null,
): PropertyCollector {
  const { maxKeys, maxValues, maxSize } = limits;
  const rowOf = toRows(range, seqs);
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
  // Sessions are needed all the time, so their column is kept at any size.
  const isKept = (key: string, dictionary: Dictionary) =>
    key === "$session_id" || (ADDRESSES.has(key) && dictionary.size <= MOST_OF_ADDRESSES) || isNarrow(dictionary);
  const isNarrow = ({ size, values }: Dictionary) => values.length <= maxValues && size <= maxSize;
  const addElements = (row: number, elements: string) => {
    const known = chains.dictionary.values.length;
    const code = chains.dictionary.codeOf(elements);
    // Parsed here, where an error can name the event.
    if (code === known && elements.startsWith("[")) JSON.parse(elements);
    chains.codes[row] = code;
  };
  const addValue = (row: number, key: string, value: Json) => {
    const column = openColumn(key);
    if (column === undefined) return;
    const { dictionary, codes } = column;
    codes[row] = dictionary.codeOf(value);
    if (isKept(key, dictionary)) return;
    open.delete(key);
    wideKeys.add(key);
  };
  let rows = 0;
  const add = (seq: number, text: string, elements: string | null, fault: string | null) => {
    rows += 1;
    if (fault !== null) throw new RangeError(fault);
    const row = rowOf[seq - range.firstSeq]!;
    if (elements !== null && only === null && isNarrow(chains.dictionary)) addElements(row, elements);
    const properties = JSON.parse(text) as RowProperties;
    if (typeof properties !== "object") throw new TypeError("It is no object.");
    if (only === null) for (const [key, value] of Object.entries(properties)) addValue(row, key, value);
    else for (const key of only) if (Object.hasOwn(properties, key)) addValue(row, key, properties[key] as Json);
  };
  return {
    read(db, part, onBad) {
      walkRange(db, part).texts((seq, text, elements, fault) => {
        try {
          add(seq, text, elements, fault);
        } catch (error) {
          const named = damagedEvent(db, seq, error);
          if (onBad === undefined) throw named;
          onBad(seq, named);
        }
      });
    },
    finish(db) {
      if (rows < seqs.length) walkRange(db, range).requireAll(rows);
      const columns = new Map<string, CodedColumn>();
      for (const [key, { dictionary, codes }] of open) {
        columns.set(key, toCoded(dictionary, codes));
      }
      const elements = only === null && isNarrow(chains.dictionary) ? toCoded(chains.dictionary, chains.codes) : null;
      return { columns, elements, wideKeys };
    },
  };
}

function toCoded({ values }: Dictionary, codes: Uint32Array): CodedColumn {
  return { codes: narrowCodes(codes, values.length), values };
}

/** The row of each `seq`, by distance from the first. */
function toRows({ firstSeq, lastSeq }: LogRange, seqs: Distances): Uint32Array {
  const rowOf = new Uint32Array(lastSeq - firstSeq + 1);
  for (let row = 0; row < seqs.length; row++) rowOf[seqs[row]!] = row;
  return rowOf;
}
