import type { LogRange } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import { keepSegment } from "./keep-segment.ts";
import type { Memory, SegmentSource } from "./keep-segment.ts";
import { readElements, readProperties, readProperty, readSegment } from "./read-log.ts";
import type { LogSegment, Properties } from "./read-log.ts";
import type { CodedColumn, Segment } from "./segment.ts";

/** A property beyond these limits is read on demand, by itself. */
const LIMITS = { maxKeys: 200, maxValues: 20_000, maxSize: 1024 * 1024 };

/** A segment made from the log, when it is not in memory. */
export function openLogSegment(db: Db, memory: Memory, range: LogRange): Segment {
  const cache = memory.cache.part();
  const name = segmentName(range);
  const read = () => cache.get(`${name} log`, () => readSegment(db, range), sizeOfLogged);
  let first: ReadonlySet<string> | null = null;
  const readAll = () => {
    first = new Set();
    cache.drop([`${name} some`]);
    return cache.get(`${name} all`, () => readProperties(db, range, read().seqs, LIMITS), sizeOfAll);
  };
  // All keys cost twice as much as a few: only the first question reads just its own.
  const readFor = (key: string) => {
    first ??= memory.expectedKeys;
    const only = first;
    if (!only.has(key)) return readAll();
    return cache.get(`${name} some`, () => readProperties(db, range, read().seqs, LIMITS, only), sizeOfAll);
  };
  const { head } = read();
  const source: SegmentSource = {
    projectId: range.projectId,
    firstSeq: range.firstSeq,
    name,
    head,
    isFresh: false,
    times: () => read().core.times,
    ids: () => read().core.ids,
    seqs: () => read().seqs,
    // No stretches by hours: the segment's times are in memory.
    hours: () => null,
    property(key) {
      const { columns, wideKeys } = readFor(key);
      if (wideKeys.has(key)) return readProperty(db, range, read().seqs, key);
      return columns.get(key) ?? { codes: new Uint8Array(0), values: [undefined] };
    },
    keys() {
      const { columns, wideKeys } = readAll();
      return [...columns.keys(), ...wideKeys];
    },
    isWide: (key) => readFor(key).wideKeys.has(key),
    elements: () => readAll().elements ?? readElements(db, range, read().seqs),
  };
  return keepSegment(memory, source, cache);
}

/** The range's name in the cache; its end distinguishes states of a growing range. */
export function segmentName({ projectId, firstSeq, lastSeq }: LogRange): string {
  return `${projectId}:${firstSeq}:${lastSeq}`;
}

function sizeOfLogged({ core, seqs }: LogSegment): number {
  return core.times.byteLength + core.ids.byteLength + seqs.byteLength;
}

function sizeOfAll({ columns, elements }: Properties): number {
  const all = [...columns.values(), ...(elements === null ? [] : [elements])];
  return all.reduce((sum, { codes, values }: CodedColumn) => sum + codes.byteLength + values.length * 60, 0);
}
