import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PathEdge } from "../../../../../lib/index.ts";
import { toUrl } from "../../api.ts";
import { useProject } from "../../project.ts";
import { Table } from "../../parts/table.tsx";
import { Behind } from "./behind.tsx";
import { Count } from "./count.tsx";
import { describeNumber, describeSeconds } from "./numbers.ts";
import { layPaths } from "./path-layout.ts";
import type { PathNode } from "./path-layout.ts";
import { PathNodePanel } from "./path-node-panel.tsx";
import { pathNames, shorten, splitKey } from "./path-names.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";
import { strongestPaths } from "./strongest-paths.ts";
import { toFields } from "./to-fields.ts";

interface PathDiagramProps {
  question: QuestionDraft;
  edges: readonly PathEdge[];
  open: OpenPeople;
  compact: boolean;
}

/** Least width of a step in pixels; a narrower diagram scrolls sideways. */
const COLUMN = 150;
/** Most items of a column on a dashboard, which has little space. */
const COMPACT_ROWS = 6;
/** Pixels of a letter, to fit a name beside its item. */
const LETTER = 6.6;

/** The sequences of persons' events, as a Sankey diagram. Choosing an item shows its persons, and what leads in and out. */
export function PathDiagram({ question, edges: all, open, compact }: PathDiagramProps) {
  const { P } = useProject();
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  // An item at its position.
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const resized = new ResizeObserver(() => setRoom(current.clientWidth));
    resized.observe(current);
    return () => resized.disconnect();
  }, []);
  const edges = useMemo(() => (compact ? strongestPaths(all, COMPACT_ROWS) : all), [all, compact]);
  const columns = edges.reduce((most, { target }) => Math.max(most, splitKey(target).column + 1), 2);
  const width = Math.max(room, columns * COLUMN);
  const { nodes, links, height } = useMemo(() => layPaths(edges, width), [edges, width]);
  const nameOf = useMemo(() => pathNames(edges), [edges]);
  const describeEdge = ({ source, target }: Pick<PathEdge, "source" | "target">) =>
    `${nameOf(splitKey(source).name)} → ${nameOf(splitKey(target).name)}`;
  const openEdge = ({ source, target }: PathEdge) => {
    const path = toUrl(`${P}/persons/path/`, { ...toFields(question), path_start_key: source, path_end_key: target });
    open({ title: describeEdge({ source, target }), path });
  };
  const letters = Math.floor((width / columns - 24) / LETTER);
  return (
    <>
      <div ref={frame} class="paths" role="region" aria-label="Paths" tabIndex={0}>
        {room > 0 && (
          <svg width={width} height={height} role="group" aria-label={`Paths of ${columns} steps at most`}>
            {links.map(({ edge, d, width: thickness }) => (
              <path
                key={`${edge.source} ${edge.target}`}
                class={`path-link${chosen === edge.source ? " out" : chosen === edge.target ? " in" : ""}`}
                d={d}
                stroke-width={thickness}
                onClick={() => openEdge(edge)}
              >
                <title>{`${describeEdge(edge)}: ${describeNumber(edge.value)}`}</title>
              </path>
            ))}
            {nodes.map((node) => (
              <PathItem
                key={node.key}
                node={node}
                whole={node.name || nameOf(node.name)}
                name={shorten(nameOf(node.name), letters - String(node.value).length)}
                isChosen={chosen === node.key}
                choose={compact ? undefined : () => setChosen(chosen === node.key ? undefined : node.key)}
              />
            ))}
          </svg>
        )}
      </div>
      {edges.length < all.length && (
        <p class="hint">
          The {edges.length} strongest of {all.length} links.
        </p>
      )}
      {!compact && chosen !== undefined && nodes.some(({ key }) => key === chosen) && (
        <PathNodePanel
          question={question}
          edges={edges}
          node={chosen}
          nameOf={nameOf}
          open={open}
          openEdge={openEdge}
          choose={setChosen}
          close={() => setChosen(undefined)}
        />
      )}
      {!compact && (
        <Behind name="the paths">{() => <PathTable edges={edges} nameOf={nameOf} openEdge={openEdge} />}</Behind>
      )}
    </>
  );
}

interface PathItemProps {
  node: PathNode;
  /** Its name, and as much of it as fits. */
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

interface PathTableProps {
  edges: readonly PathEdge[];
  nameOf: (item: string) => string;
  openEdge: (edge: PathEdge) => void;
}

function PathTable({ edges, nameOf, openEdge }: PathTableProps) {
  return (
    <Table
      caption="Steps of paths; times are sessions, of which a person may have several"
      rows={edges}
      rowKey={({ source, target }) => `${source} ${target}`}
      columns={[
        { name: "Step", isNumber: true, cell: ({ source }) => splitKey(source).column + 1 },
        { name: "From", cell: ({ source }) => nameOf(splitKey(source).name) },
        { name: "To", cell: ({ target }) => nameOf(splitKey(target).name) },
        {
          name: "Times",
          isNumber: true,
          cell: (edge) => <Count text={describeNumber(edge.value)} open={() => openEdge(edge)} />,
        },
        {
          name: "Average time",
          isNumber: true,
          cell: ({ average_conversion_time: ms }) => describeSeconds(ms / 1000),
        },
      ]}
    />
  );
}
