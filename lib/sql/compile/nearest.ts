import { closest, distance } from "fastest-levenshtein";

// fastest-levenshtein, as in `lib/query/query-fault.ts`.

/** A word that differs by more than a third of the name's letters is not meant. */
const SHARE = 3;
/** Characters of a name that is compared: comparing takes the product of both lengths. */
const MAX_CHARS = 60;

/** `. Perhaps you meant 'x'?` for the known word with the fewest edits; a dot when no word is near. */
export function nearest(name: string, known: readonly string[]): string {
  if (name.length > MAX_CHARS || known.length === 0) return ".";
  const lower = name.toLowerCase();
  const words = new Map(known.map((word) => [word.toLowerCase(), word]));
  const near = closest(lower, [...words.keys()]);
  const isNear = distance(lower, near) <= Math.max(1, Math.floor(name.length / SHARE));
  return isNear ? `. Perhaps you meant '${words.get(near)}'?` : ".";
}
