import * as v from "valibot";

/**
 * A page beside a point between two rows of the list, newest first: rows of a larger `(createdAt, id)` are above.
 * Deleted and new persons do not move it, unlike an offset.
 */
export interface ListCursor extends Point {
  /** The first rows below the point, or the last above. */
  side: "after" | "before";
  /** Persons that came during reading are not in the list. */
  maxId: number;
}

export interface Point {
  createdAt: number;
  id: number;
}

const FORM = /^(after|before)\.(-?\d{1,16})\.(-?\d{1,15})\.(\d{1,15})$/;

/** Text of a cursor; empty text for none. */
export const CursorField = v.pipe(
  v.string(),
  v.check((text) => text === "" || FORM.test(text), "Expected a cursor of an earlier answer."),
  v.transform(readCursor),
);

function readCursor(text: string): ListCursor | null {
  const [, side, createdAt, id, maxId] = FORM.exec(text) ?? [];
  if (side === undefined) return null;
  return {
    side: side === "after" ? "after" : "before",
    createdAt: Number(createdAt),
    id: Number(id),
    maxId: Number(maxId),
  };
}

export function toCursorText({ side, createdAt, id, maxId }: ListCursor): string {
  return [side, createdAt, id, maxId].join(".");
}
