import type { Json } from "../../events/filters/index.ts";

/** One property of every person of a project: a dictionary of the distinct values, and a code for each person. */
export interface PropertyColumn {
  readonly projectId: number;
  readonly key: string;
  /** By person id: 0 = no such person in the project, else the place of its value in `values`. */
  codes: Uint32Array;
  /** Place 0 is nobody's; place 1 is `undefined`, for persons without the property. */
  readonly values: (Json | undefined)[];
}

/** The places that have a meaning of their own. */
export const NOBODY = 0;
export const MISSING = 1;

/** A column that persons can be put into, one by one. */
export interface GrowingColumn extends PropertyColumn {
  /** JSON text of a value → its place. */
  readonly places: Map<string, number>;
  /** What the dictionary takes. */
  sizeBytes: number;
  /** Who have a code. */
  persons: number;
}

/** Overhead of a dictionary entry beside its text: the map's entry, the string's header, the parsed value. */
const ENTRY_BYTES = 120;

/** A column without persons, with room for ids up to `lastId`. */
export function createColumn(projectId: number, key: string, lastId: number): GrowingColumn {
  return {
    projectId,
    key,
    codes: new Uint32Array(1 + lastId),
    values: [undefined, undefined],
    places: new Map(),
    sizeBytes: 0,
    persons: 0,
  };
}

/** Gives a person its value, as JSON text; null = it has none. */
export function setCode(column: GrowingColumn, id: number, text: string | null): void {
  if (id >= column.codes.length) {
    const grown = new Uint32Array(Math.ceil(id * 1.25) + 1);
    grown.set(column.codes);
    column.codes = grown;
  }
  if (column.codes[id] === NOBODY) column.persons += 1;
  column.codes[id] = text === null ? MISSING : toPlace(column, text);
}

/** Takes a person out. */
export function clearCode(column: GrowingColumn, id: number): void {
  if ((column.codes[id] ?? NOBODY) === NOBODY) return;
  column.persons -= 1;
  column.codes[id] = NOBODY;
}

function toPlace(column: GrowingColumn, text: string): number {
  const known = column.places.get(text);
  if (known !== undefined) return known;
  const place = column.values.push(JSON.parse(text) as Json) - 1;
  column.places.set(text, place);
  column.sizeBytes += ENTRY_BYTES + 2 * text.length;
  return place;
}
