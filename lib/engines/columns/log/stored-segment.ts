import type { LogRange } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import { fromHourBytes } from "./hours.ts";
import { keepSegment } from "./keep-segment.ts";
import type { Memory } from "./keep-segment.ts";
import { segmentName } from "./log-segment.ts";
import { readElements, readProperty, readSegment } from "./read-log.ts";
import type { Distances, Run, Segment } from "./segment.ts";
import { isIntact, readRow } from "./segment-table.ts";
import type { StoredRow } from "./segment-table.ts";
import {
  checksumsOf,
  isDamage,
  MISSING,
  readChecked,
  readDistances,
  readNumbers,
  readTimes,
  toCoded,
} from "./stored-column.ts";

/**
 * Opens the stored segment of a full block. A damaged column is reported to `memory.onDamage` and read from the log,
 * with the same rows in the same order.
 * @returns undefined = not stored yet, or its row is damaged
 */
export function openStoredSegment(db: Db, memory: Memory, place: LogRange, block: number): Segment | undefined {
  const { projectId } = place;
  const tell = (column: string | null) => memory.onDamage?.({ projectId, block, column });
  const opened = openRow(db, { projectId, block });
  if (opened === null) tell(null);
  if (opened === null || opened === undefined) return undefined;
  const { row, runs, wideKeys, leftOut, checksums } = opened;
  const { id, rows, min_ms: minMs, max_ms: maxMs } = row;
  const range: LogRange = { ...place, leftOut };

  /** Falls back to the log when the column is damaged. */
  const read = <T>(name: string, fromTable: () => T, fromLog: () => T): T => {
    try {
      return fromTable();
    } catch (error) {
      if (!isDamage(error)) throw error;
      tell(name);
      return fromLog();
    }
  };
  const bytes = (name: string) => readChecked(db, id, name, checksums).data;
  const readSeqs = () =>
    read<Distances>(
      "seq",
      () => readDistances(bytes("seq"), rows),
      () => readSegment(db, range).seqs,
    );
  const has = (name: string) => checksums.has(name);
  const coded = (name: string, fromLog: () => ReturnType<typeof toCoded>) =>
    read(name, () => toCoded(readChecked(db, id, name, checksums), rows), fromLog);

  const elementsFromLog = () => readElements(db, range, readSeqs());

  return keepSegment(memory, {
    projectId,
    firstSeq: range.firstSeq,
    // Differs from the name of the same range read from the log.
    name: `${segmentName(range)} stored`,
    head: { rows, minMs, maxMs, runs },
    isFresh: true,
    times: () =>
      read(
        "time",
        () => readTimes(bytes("time"), rows, maxMs - minMs),
        () => readSegment(db, range).core.times,
      ),
    ids: () =>
      read(
        "actor",
        () => readNumbers(bytes("actor"), rows),
        () => readSegment(db, range).core.ids,
      ),
    seqs: readSeqs,
    hours: () =>
      has("hour")
        ? read(
            "hour",
            () => fromHourBytes(bytes("hour")),
            () => null,
          )
        : null,
    property(key) {
      const fromLog = () => readProperty(db, range, readSeqs(), key);
      if (wideKeys.has(key)) return fromLog();
      return has(`p:${key}`) ? coded(`p:${key}`, fromLog) : MISSING;
    },
    keys: () => [...keysOf(checksums.keys()), ...wideKeys],
    isWide: (key) => wideKeys.has(key),
    elements() {
      return has("elements") ? coded("elements", elementsFromLog) : elementsFromLog();
    },
  });
}

interface OpenedRow {
  row: StoredRow;
  runs: Run[];
  wideKeys: Set<string>;
  leftOut: number[];
  checksums: ReturnType<typeof checksumsOf>;
}

/** Reads a segment's row; undefined = none, null = damaged. */
function openRow(db: Db, place: { projectId: number; block: number }): OpenedRow | null | undefined {
  try {
    const row = readRow(db, place);
    if (row === undefined) return undefined;
    if (!isIntact(row, place)) return null;
    return {
      row,
      runs: parseRuns(row.directory),
      wideKeys: new Set(JSON.parse(row.wide_keys) as string[]),
      leftOut: JSON.parse(row.left_out) as number[],
      checksums: checksumsOf(row),
    };
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function parseRuns(directory: string): Run[] {
  const runs = JSON.parse(directory) as [number, number, number][];
  return runs.map(([eventNameId, start, end]) => ({ eventNameId, start, end }));
}

/** Property columns are named `p:` and the key. */
function keysOf(names: Iterable<string>): string[] {
  return [...names].filter((name) => name.startsWith("p:")).map((name) => name.slice(2));
}
