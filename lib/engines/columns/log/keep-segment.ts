import type { Cache, CachePart } from "./cache.ts";
import { shareValues } from "./share-values.ts";
import type { People } from "../units/people.ts";
import type { CodedColumn, CoreColumns, PropertyColumn, SegmentHead, Segment } from "./segment.ts";
import type { SharedValues } from "./shared-values.ts";

/** What segments keep in memory. */
export interface Memory {
  cache: Cache;
  shared: SharedValues;
  /** Hears of what is not as it was stored. */
  onDamage?: ((damage: Damage) => void) | undefined;
}

/** A stored segment that is damaged. */
export interface Damage {
  projectId: number;
  block: number;
  /** The name of the column; null = the segment's own row. */
  column: string | null;
}

/** Where the columns of a segment come from, each read anew whenever it is asked for. */
export interface SegmentSource {
  projectId: number;
  /** Of the stretch that it is of. */
  firstSeq: number;
  /** No other segment has it, nor this one when it comes from elsewhere. */
  name: string;
  head: SegmentHead;
  times(): CoreColumns["times"];
  ids(): CoreColumns["ids"];
  /** Below `BLOCK_SIZE`. */
  seqs(): Uint32Array;
  property(key: string): CodedColumn;
  keys(): string[];
  isWide(key: string): boolean;
  elements(): CodedColumn;
}

/** The actors of a segment's rows, and whether people have changed since. */
interface Resolved {
  version: number;
  column: Uint32Array;
}

/**
 * Makes a segment that reads its columns when they are asked for, and keeps them as long as there is room.
 * @param cache where it keeps them. @default a part of the memory's own
 */
export function keepSegment(
  { cache: whole, shared }: Memory,
  source: SegmentSource,
  cache: CachePart = whole.part(),
): Segment {
  const { name, projectId, firstSeq, head } = source;
  // Times are looked at by nearly every question, ids only when persons have changed.
  const core: CoreColumns = {
    get times() {
      return cache.get(`${name} times`, source.times, sizeOfList);
    },
    get ids() {
      return cache.get(`${name} ids`, source.ids, sizeOfList, "brief");
    },
  };
  const missing: PropertyColumn = { codes: new Uint8Array(head.rows), values: [undefined], terms: null };
  const read = (key: string, coded: CodedColumn) =>
    coded.values.length === 1 ? missing : shareValues(coded, shared.of(projectId, key));
  return {
    ...head,
    firstSeq,
    core: () => core,
    seqs: () => cache.get(`${name} seq`, () => new Uint16Array(source.seqs()), sizeOfList),
    property: (key) => cache.get(`${name}:${key}`, () => read(`:${key}`, source.property(key)), sizeOfColumn),
    keys: source.keys,
    forget: cache.drop,
    isWide: source.isWide,
    elements: () => cache.get(`${name} elements`, () => read("elements", source.elements()), sizeOfColumn),
    actors(people) {
      const resolved = cache.get(`${name} actors`, () => startResolved(head.rows), sizeOfResolved);
      if (resolved.version !== people.version) {
        resolve(core.ids, people.actors, resolved.column);
        resolved.version = people.version;
      }
      return resolved.column;
    },
  };
}

function startResolved(rows: number): Resolved {
  return { version: -1, column: new Uint32Array(rows) };
}

function resolve(ids: Uint32Array, actors: People["actors"], column: Uint32Array): void {
  for (let row = 0; row < ids.length; row++) column[row] = actors[ids[row]!]!;
}

function sizeOfResolved({ column }: Resolved): number {
  return column.byteLength;
}

function sizeOfList({ byteLength }: ArrayBufferView): number {
  return byteLength;
}

/** Values of one's own are objects of the engine, about 60 bytes each beside the codes; of shared ones there are two numbers. */
export function sizeOfColumn({ codes, values, terms }: PropertyColumn): number {
  return codes.byteLength + values.length * (terms === null ? 60 : 12);
}
