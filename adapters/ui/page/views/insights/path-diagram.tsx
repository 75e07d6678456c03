import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PathEdge } from "../../../../../lib/index.ts";
import { toUrl } from "../../api.ts";
import { useProject } from "../../project.ts";
import { Table } from "../../parts/table.tsx";
import { Behind } from "./behind.tsx";
import { Count } from "./count.tsx";
import { describeNumber, describeSeconds } from "./numbers.ts";
import { PathNodePanel } from "./path-node-panel.tsx";
import { COMPACT_ROWS, describeEdge, PathDrawing } from "./path-drawing.tsx";
import { pathNames, splitKey } from "./path-names.ts";
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
  const nameOf = useMemo(() => pathNames(edges), [edges]);
  const openEdge = (edge: PathEdge) => {
    const { source, target } = edge;
    const path = toUrl(`${P}/persons/path/`, { ...toFields(question), path_start_key: source, path_end_key: target });
    open({ title: describeEdge(edge, nameOf), path });
  };
  return (
    <>
      <div ref={frame} class="paths" role="region" aria-label="Paths" tabIndex={0}>
        {room > 0 && (
          <PathDrawing
            all={all}
            width={room}
            compact={compact}
            chosen={chosen}
            choose={compact ? undefined : (key) => setChosen(chosen === key ? undefined : key)}
            openEdge={openEdge}
          />
        )}
      </div>
      {edges.length < all.length && (
        <p class="hint">
          The {edges.length} strongest of {all.length} links.
        </p>
      )}
      {!compact &&
        chosen !== undefined &&
        edges.some(({ source, target }) => source === chosen || target === chosen) && (
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
