import type { PathEdge } from "./plan.ts";

/**
 * The edges that some path can be followed to: those of which the source is the first item of a path, or the target of such an
 * edge, and so on. Limits take edges away, which would leave others hanging in the air. Order stays.
 */
export function reachableEdges(edges: PathEdge[]): PathEdge[] {
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) {
    const known = targets.get(source);
    if (known === undefined) targets.set(source, [target]);
    else known.push(target);
  }
  const seen = new Set([...targets.keys()].filter((source) => source.startsWith("1_")));
  // A loop over a set also visits members that are added during the loop.
  for (const source of seen) for (const target of targets.get(source) ?? []) seen.add(target);
  return edges.filter(({ source }) => seen.has(source));
}
