import type { PathEdge } from "../../../../../lib/index.ts";

/** A way into an item of paths, or out of it. */
export interface PathFlow {
  edge: PathEdge;
  /** The item at its other end, with its position. */
  key: string;
  /** Sessions that took this way. */
  value: number;
}

/** The ways into an item and out of it, and the number of sessions that end there. */
export interface PathNodeFlow {
  /** The ways into the item and out of it, the most frequent first. */
  ins: PathFlow[];
  outs: PathFlow[];
  /** Sessions that came by a drawn link, and that went on by a drawn link. */
  came: number;
  went: number;
  /** Sessions that came and did not go on; null = the item is the first of its paths, and the links do not say. */
  ended: number | null;
}

/** The links of an item at its position. */
export function toNodeFlow(edges: readonly PathEdge[], key: string): PathNodeFlow {
  const ins = edges
    .filter(({ target }) => target === key)
    .map((edge) => ({ edge, key: edge.source, value: edge.value }));
  const outs = edges
    .filter(({ source }) => source === key)
    .map((edge) => ({ edge, key: edge.target, value: edge.value }));
  const came = sum(ins);
  const went = sum(outs);
  return {
    ins: sorted(ins),
    outs: sorted(outs),
    came,
    went,
    ended: ins.length === 0 ? null : Math.max(0, came - went),
  };
}

function sum(flows: readonly PathFlow[]): number {
  return flows.reduce((total, { value }) => total + value, 0);
}

function sorted(flows: readonly PathFlow[]): PathFlow[] {
  return flows.toSorted((a, b) => b.value - a.value);
}
