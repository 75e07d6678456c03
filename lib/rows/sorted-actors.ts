import type { ActorKind, Actors } from "../insights/index.ts";

/** Puts the actors (or groups) that were found into the port's order. */
export function toActors(kind: ActorKind, found: Iterable<number | string>): Actors {
  const all = [...new Set(found)];
  if (kind.by === "groups") {
    return { by: "groups", groupTypeIndex: kind.groupTypeIndex, keys: all.map(String).toSorted(compareUnits) };
  }
  const ids = all.map(Number);
  const persons = ids.filter((id) => id > 0).toSorted((a, b) => a - b);
  const personless = ids.filter((id) => id < 0).toSorted((a, b) => b - a);
  return { by: "persons", ids: Float64Array.from([...persons, ...personless]) };
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
