import type { PathEdge } from "../../../../../lib/index.ts";
import { describeNumber } from "./numbers.ts";
import { layPaths } from "./path-layout.ts";
import type { PathNode } from "./path-layout.ts";
import { shorten } from "../../parts/shorten.ts";
import { pathNames, splitKey } from "./path-names.ts";
import { strongestPaths } from "./strongest-paths.ts";

interface PathDrawingProps {
  all: readonly PathEdge[];
  /** Width of the room in pixels; a diagram of many steps is wider, and scrolls sideways. */
  width: number;
  compact: boolean;
  /** The item that is looked at. */
  chosen?: string | undefined;
  /** Undefined = items cannot be chosen, as on a dashboard. */
  choose?: ((key: string) => void) | undefined;
  /** Undefined = a document, where nothing can be pressed. */
  openEdge?: (edge: PathEdge) => void;
}

/** Least width of a step in pixels. */
const COLUMN = 150;
/** Most items of a column on a dashboard, which has little space. */
export const COMPACT_ROWS = 6;
/** Pixels of a letter, to fit a name beside its item. */
const LETTER = 7;

/** The sequences of persons' events, as a Sankey diagram. */
export function PathDrawing({ all, width: room, compact, chosen, choose, openEdge }: PathDrawingProps) {
  const edges = compact ? strongestPaths(all, COMPACT_ROWS) : all;
  const columns = edges.reduce((most, { target }) => Math.max(most, splitKey(target).column + 1), 2);
  const width = Math.max(room, columns * COLUMN);
  const { nodes, links, height } = layPaths(edges, width);
  const nameOf = pathNames(edges);
  const letters = Math.floor((width / columns - 30) / LETTER);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={`Paths of ${columns} steps at most`}
    >
      {links.map(({ edge, d, width: thickness }) => (
        <path
          key={`${edge.source} ${edge.target}`}
          class={`path-link${chosen === edge.source ? " out" : chosen === edge.target ? " in" : ""}`}
          d={d}
          stroke-width={thickness}
          onClick={openEdge && (() => openEdge(edge))}
        >
          <title>{`${describeEdge(edge, nameOf)}: ${describeNumber(edge.value)}`}</title>
        </path>
      ))}
      {nodes.map((node) => (
        <PathItem
          key={node.key}
          node={node}
          whole={node.name || nameOf(node.name)}
          name={shorten(nameOf(node.name), letters - String(node.value).length)}
          isChosen={chosen === node.key}
          choose={choose && (() => choose(node.key))}
        />
      ))}
    </svg>
  );
}

/** The diagram in a document. */
export function StillPaths(props: Pick<PathDrawingProps, "all" | "width">) {
  return (
    <div class="paths" role="region" aria-label="Paths" tabIndex={0}>
      <PathDrawing {...props} compact />
    </div>
  );
}

/** Such as "/ → /pricing". */
export function describeEdge(
  { source, target }: Pick<PathEdge, "source" | "target">,
  nameOf: (item: string) => string,
) {
  return `${nameOf(splitKey(source).name)} → ${nameOf(splitKey(target).name)}`;
}

interface PathItemProps {
  node: PathNode;
  /** The item's whole name, and as much of it as fits. */
  whole: string;
  name: string;
  isChosen: boolean;
  /** Undefined = it cannot be chosen, as on a dashboard. */
  choose: (() => void) | undefined;
}

/** An item at its position. */
function PathItem({ node, whole, name, isChosen, choose }: PathItemProps) {
  const count = describeNumber(node.value);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose?.();
  };
  const button = {
    role: "button" as const,
    // In SVG the attribute counts in lower case alone.
    tabindex: 0,
    "aria-pressed": isChosen,
    "aria-label": `${name} ${count}, step ${node.column + 1}`,
    onClick: choose,
    onKeyDown,
  };
  return (
    <g class="path-item" {...(choose !== undefined && button)}>
      <title>{`${whole}: ${count}`}</title>
      <rect class="path-node" x={node.x} y={node.y} width={node.width} height={node.height} />
      <text class="path-name" x={node.x + node.width + 4} y={node.y + node.height / 2} dy="0.32em">
        {name} <tspan class="path-count">{count}</tspan>
      </text>
    </g>
  );
}
