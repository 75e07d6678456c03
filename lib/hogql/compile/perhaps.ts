import { nearest } from "../../base/nearest.ts";

/** `. Perhaps you meant 'x'?` for the nearest known word; a dot where none is near. */
export function perhaps(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? "." : `. Perhaps you meant '${meant}'?`;
}
