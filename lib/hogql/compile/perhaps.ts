import { nearest } from "../../base/nearest.ts";

/** `. Perhaps you meant 'x'?` for the known word that is near; a dot when none is. */
export function perhaps(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? "." : `. Perhaps you meant '${meant}'?`;
}
