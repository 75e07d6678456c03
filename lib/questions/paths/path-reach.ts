import type { PathEdge } from "./plan.ts";

/**
 * The edges that a path from a first item can reach, in their order: limits take edges away, and the edges behind these
 * would hang in the air.
 */
export function reachableEdges(edges: PathEdge[]): PathEdge[] {
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) {
    const known = targets.get(source);
    if (known === undefined) targets.set(source, [target]);
    else known.push(target);
  }
  const seen = new Set([...targets.keys()].filter((source) => source.startsWith("1_")));
  // A loop over a set visits members added meanwhile.
  for (const source of seen) for (const target of targets.get(source) ?? []) seen.add(target);
  return edges.filter(({ source }) => seen.has(source));
}
