import type { PathEdge } from "../../../../../lib/index.ts";
import { splitKey } from "./path-names.ts";

/**
 * The most frequent of these edges, so that no column of the diagram has more than `rows` items. Each edge starts at a
 * shown item.
 */
export function strongestPaths(edges: readonly PathEdge[], rows: number): PathEdge[] {
  const columns: Set<string>[] = [];
  const itemsBeside = (key: string) => (columns[splitKey(key).column] ??= new Set());
  const isShown = (key: string) => itemsBeside(key).has(key);
  const hasRoom = (key: string) => isShown(key) || itemsBeside(key).size < rows;
  const ordered = edges.toSorted((a, b) => columnOf(a) - columnOf(b) || b.value - a.value);
  const first = ordered[0] === undefined ? 0 : columnOf(ordered[0]);
  return ordered.filter((edge) => {
    const { source, target } = edge;
    const isKept = (columnOf(edge) === first ? hasRoom(source) : isShown(source)) && hasRoom(target);
    if (isKept) for (const key of [source, target]) itemsBeside(key).add(key);
    return isKept;
  });
}

function columnOf({ source }: PathEdge): number {
  return splitKey(source).column;
}
