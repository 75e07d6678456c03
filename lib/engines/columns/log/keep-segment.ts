import type { Cache, CachePart } from "./cache.ts";
import { lendColumns } from "./lend-columns.ts";
import { shareValues } from "./share-values.ts";
import type { People } from "../entities/people.ts";
import type {
  CodedColumn,
  CoreColumns,
  Distances,
  Hours,
  PropertyColumn,
  Run,
  SegmentHead,
  Segment,
  StoredCodes,
} from "./segment.ts";
import type { SharedValues } from "./shared-values.ts";

export interface Memory {
  cache: Cache;
  shared: SharedValues;
  /** Keys that the question names. It may read other properties too. */
  expectedKeys: ReadonlySet<string>;
  /** Called for damaged columns. */
  onDamage?: ((damage: Damage) => void) | undefined;
}

export interface Damage {
  projectId: number;
  block: number;
  /** Null = the segment's own row. */
  column: string | null;
}

export interface SegmentSource {
  projectId: number;
  /** First `seq` of the segment's range. */
  firstSeq: number;
  /** Differs between segments with different sources. */
  name: string;
  head: SegmentHead;
  /** Are columns of each call held by nothing else? */
  isFresh: boolean;
  times(): CoreColumns["times"];
  ids(): CoreColumns["ids"];
  seqs(): Distances;
  /** Null = there are none. */
  hours(): Hours | null;
  property(key: string): CodedColumn | StoredCodes;
  keys(): string[];
  isWide(key: string): boolean;
  elements(): CodedColumn | StoredCodes;
}

/** The actors of a segment's rows, and the version of people for which they hold. */
interface Resolved {
  version: number;
  /** Distinct ids in runs that no question has asked for. */
  column: Uint32Array;
  /** 1 = the run at this position is resolved. */
  isDone: Uint8Array;
}

/**
 * Creates a segment that reads its columns on demand, and keeps them while there is memory.
 * @param cache for its columns @default a part of the memory's own cache
 */
export function keepSegment(
  { cache: whole, shared }: Memory,
  source: SegmentSource,
  cache: CachePart = whole.part(),
): Segment {
  const { name, projectId, firstSeq, head } = source;
  // Kept texts have their hash already.
  const [timesKey, idsKey, seqKey, hourKey, actorsKey] = ["times", "ids", "seq", "hour", "actors"].map(
    (column) => `${name} ${column}`,
  ) as [string, string, string, string, string];
  // Nearly every question needs times; ids only when persons have changed.
  const core: CoreColumns = {
    get times() {
      return cache.get(timesKey, source.times, sizeOfList);
    },
    get ids() {
      return cache.get(idsKey, source.ids, sizeOfList, "brief");
    },
  };
  let missing: PropertyColumn | undefined;
  const toMissing = () => (missing ??= { codes: new Uint8Array(head.rows), values: [undefined], terms: null });
  const startResolved = ({ version }: People): Resolved => {
    const known = whole.find<Uint32Array>(idsKey, "brief");
    const column = known === undefined && source.isFresh ? source.ids() : new Uint32Array(known ?? source.ids());
    return { version, column, isDone: new Uint8Array(head.runs.length) };
  };
  const read = (key: string, coded: CodedColumn | StoredCodes) =>
    "values" in coded && coded.values.length === 1 ? toMissing() : shareValues(coded, shared.of(projectId, key));
  const property = (key: string, take: () => CodedColumn | StoredCodes) =>
    cache.get(`${name}:${key}`, () => read(`:${key}`, take()), sizeOfColumn);
  return {
    ...head,
    firstSeq,
    core: () => core,
    seqs: () => cache.get(seqKey, () => toNarrow(source.seqs()), sizeOfList),
    hours: () => cache.get(hourKey, source.hours, sizeOfHours),
    property: (key) => property(key, () => source.property(key)),
    hasProperty: (key) => whole.find(`${name}:${key}`) !== undefined,
    keepProperty: (key, coded) => void property(key, () => coded),
    keys: source.keys,
    lend: (use) =>
      lendColumns(source, use, {
        times: whole.find(timesKey),
        ids: whole.find(idsKey, "brief"),
        seqs: whole.find(seqKey),
      }),
    forget: () => cache.drop(),
    forgetIndexed: () => cache.drop([idsKey, seqKey]),
    isWide: source.isWide,
    elements: () => cache.get(`${name} elements`, () => read("elements", source.elements()), sizeOfColumn),
    actors(people, start, end) {
      const resolved = cache.get(actorsKey, () => startResolved(people), sizeOfResolved);
      // People that changed will change again: then the distinct ids are worth their memory.
      const ids = resolved.version === people.version ? resolved.column : core.ids;
      if (ids !== resolved.column) {
        resolved.column = new Uint32Array(ids);
        resolved.isDone.fill(0);
        resolved.version = people.version;
      }
      const { runs } = head;
      // No iterator: a question calls this for each segment, mostly before it is compiled.
      for (let index = firstBehind(runs, start); index < runs.length && runs[index]!.start < end; index++) {
        if (resolved.isDone[index] === 1) continue;
        resolve(resolved.column, people.actors, runs[index]!);
        resolved.isDone[index] = 1;
      }
      return resolved.column;
    },
  };
}

/** The first run that ends behind a row. */
function firstBehind(runs: readonly Run[], row: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runs[middle]!.end <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toNarrow(seqs: Distances): Uint16Array {
  return seqs instanceof Uint16Array ? seqs : new Uint16Array(seqs);
}

/** One run only, since most questions ask for few event names. */
function resolve(column: Uint32Array, actors: People["actors"], { start, end }: Run): void {
  for (let row = start; row < end; row++) column[row] = actors[column[row]!]!;
}

function sizeOfResolved({ column }: Resolved): number {
  return column.byteLength;
}

function sizeOfHours(known: Hours | null): number {
  return known === null ? 0 : known.rows.byteLength + known.hours.byteLength;
}

function sizeOfList({ byteLength }: ArrayBufferView): number {
  return byteLength;
}

/** Own values are objects of about 60 bytes; shared values cost a number. */
export function sizeOfColumn(column: PropertyColumn): number {
  const { codes, terms } = column;
  return codes.byteLength + (terms === null ? column.values.length * 60 : terms.places.byteLength);
}
