import { sankey, sankeyLinkHorizontal } from "d3-sankey";
import type { PathEdge } from "../../../../../lib/index.ts";
import { splitKey } from "./path-names.ts";

/** A node of the diagram: an item at its position in the path. */
export interface PathNode {
  key: string;
  /** The item without its position. */
  name: string;
  /** The step of the path, from 0. */
  column: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Number of sessions through the item. */
  value: number;
}

export interface PathLink {
  edge: PathEdge;
  /** The path data of its middle line (SVG). */
  d: string;
  width: number;
}

export interface PathLayout {
  nodes: PathNode[];
  links: PathLink[];
  height: number;
}

const NODE_WIDTH = 10;
/** Pixels between two items of a column: the height of a line of text. */
const GAP = 18;
/** Height in pixels for each item of the longest column. */
const ROW = 46;
const MIN_HEIGHT = 220;

/** Lays out paths as a Sankey diagram of this width; the position of an item is its column. */
export function layPaths(edges: readonly PathEdge[], width: number): PathLayout {
  const keys = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const perColumn: number[] = [];
  for (const { column } of keys.map(splitKey)) perColumn[column] = (perColumn[column] ?? 0) + 1;
  const longest = Math.max(1, ...perColumn.map((count = 0) => count));
  const height = Math.max(MIN_HEIGHT, longest * ROW);
  const columns = Math.max(2, ...keys.map((key) => splitKey(key).column + 1));
  const lay = sankey<{ key: string }, { edge: PathEdge }>()
    .nodeId(({ key }) => key)
    .nodeAlign(({ key }, layers) => Math.min(splitKey(key).column, layers - 1))
    .nodeWidth(NODE_WIDTH)
    .nodePadding(GAP)
    .extent([
      [0, 8],
      [width, height - 8],
    ]);
  const graph = lay({
    nodes: keys.map((key) => ({ key })),
    links: edges.map((edge) => ({ source: edge.source, target: edge.target, value: edge.value, edge })),
  });
  for (const node of graph.nodes) {
    // With gaps between paths there are fewer layers than columns; the last names need space too.
    node.x0 = (splitKey(node.key).column * width) / columns;
    node.x1 = node.x0 + NODE_WIDTH;
  }
  const toLine = sankeyLinkHorizontal<{ key: string }, { edge: PathEdge }>();
  return {
    nodes: graph.nodes.map(({ key, x0 = 0, x1 = 0, y0 = 0, y1 = 0, value = 0 }) => ({
      key,
      ...splitKey(key),
      x: x0,
      y: y0,
      width: x1 - x0,
      height: Math.max(1, y1 - y0),
      value,
    })),
    links: graph.links.map((link) => ({ edge: link.edge, d: toLine(link) ?? "", width: Math.max(1, link.width ?? 1) })),
    height,
  };
}
