import { closest, distance } from "fastest-levenshtein";

// fastest-levenshtein: one function, typed, no dependencies.

/** A word that differs by more than a third of its letters is not meant. */
const SHARE = 3;
/** Even of short names: two neighbours that changed places. */
const LEAST = 2;
/** Characters of a name that is compared: comparing takes the product of both lengths. */
const MAX_CHARS = 60;

/** The word that was probably meant, in any letter case; undefined = none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_CHARS || known.length === 0) return undefined;
  const typed = name.toLowerCase();
  const words = new Map(known.map((word) => [word.toLowerCase(), word]));
  const near = closest(typed, [...words.keys()]);
  const away = distance(typed, near);
  return away <= Math.max(LEAST, name.length / SHARE) && away < name.length ? words.get(near) : undefined;
}

/** ` Did you mean "x"?`, or empty when no known word is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
