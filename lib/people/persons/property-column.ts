import type { Json } from "../../events/filters/index.ts";

/** A property of a project's persons: distinct values, and a code for each person. */
export interface PropertyColumn {
  readonly projectId: number;
  readonly key: string;
  /** A number for each person id: 0 = the project has no such person, else the position of its value in `values`. */
  codes: Uint32Array;
  /** Position 0 is unused; 1 is `undefined`, for a missing property. */
  readonly values: (Json | undefined)[];
}

/** Special positions. */
export const NOBODY = 0;
export const MISSING = 1;

/** A column to which persons are added one by one. */
export interface GrowingColumn extends PropertyColumn {
  /** The position of a value by its JSON text. */
  readonly places: Map<string, number>;
  /** Bytes of the dictionary. */
  sizeBytes: number;
  /** Number of persons with a code. */
  persons: number;
}

/** Bytes of a dictionary entry besides its text: the map's entry, the string's header, the parsed value. */
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

/** `text` is JSON; null = no value. */
export function setCode(column: GrowingColumn, id: number, text: string | null): void {
  if (id >= column.codes.length) {
    const grown = new Uint32Array(Math.ceil(id * 1.25) + 1);
    grown.set(column.codes);
    column.codes = grown;
  }
  if (column.codes[id] === NOBODY) column.persons += 1;
  column.codes[id] = text === null ? MISSING : toPlace(column, text);
}

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
