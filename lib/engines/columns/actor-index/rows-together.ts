import type { ActorsRows } from "../kernels/best-tally.ts";
import type { Arena } from "../log/arena.ts";
import { EntitySpan } from "./entity-span.ts";
import { Rows } from "./gathered-rows.ts";

/** Takes the rows of many actors at once, where that is faster. */
export interface SeeMany {
  /** Must rows of one moment be in the order of arrival? */
  isByArrival: boolean;
  /** Does it read the places of rows? Then actors whose rows had to be sorted are seen one by one. @default false */
  hasPlaces?: boolean;
  /** Most rows of an actor. */
  maxRows: number;
  /** Can it take rows from this memory? */
  fits(rows: ActorsRows): boolean;
  /**
   * Takes the actors of the stretches `first` to `until − 1`, all of whose rows are here.
   * @param span of the same rows, for their places
   */
  add(rows: ActorsRows, first: number, until: number, span: EntitySpan): void;
}

/** Rows and actors that are gathered before they are shown. */
const MAX_ROWS = 4096;
const MAX_ACTORS = 512;

export interface RowsTogether {
  rows: Rows;
  /** The rows of the next actor begin here. */
  total: number;
  /** Makes room for an actor; null = show it by itself. */
  open(count: number): RowsTogether | null;
  /** Keeps the actor whose rows end here. */
  keep(actor: number, end: number): void;
  /** Shows what is left. */
  end(): void;
}

/** Opens a place for rows of several actors, if `many` takes them. */
export function openTogether(arena: Arena, many: SeeMany): RowsTogether | null {
  // Only an actor index has places.
  if (many.hasPlaces === true) return null;
  const rows = new Rows(arena, MAX_ROWS, true);
  const actors = arena.takeForKernels(Uint32Array, MAX_ACTORS);
  const ends = arena.takeForKernels(Uint32Array, MAX_ACTORS);
  const gathered = { actors, ends, times: rows.times, values: rows.values };
  if (!many.fits(gathered)) return null;
  const span = new EntitySpan(rows);
  let count = 0;
  const together: RowsTogether = {
    rows,
    total: 0,
    open(own) {
      if (own > MAX_ROWS) return null;
      if (count === MAX_ACTORS || together.total + own > MAX_ROWS) together.end();
      return together;
    },
    keep(actor, end) {
      actors[count] = actor;
      ends[count++] = end;
      together.total = end;
    },
    end() {
      if (count > 0) many.add(gathered, 0, count, span);
      count = 0;
      together.total = 0;
    },
  };
  return together;
}
