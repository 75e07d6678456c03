import { useMemo } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Dashboard } from "../../../../../lib/index.ts";
import { describeRange } from "../../parts/date-ranges.ts";
import { NotesContext } from "../../parts/notes/use-notes.ts";
import { InsightChart } from "../insights/insight-chart.tsx";
import { kindOf, KINDS } from "../insights/kinds.ts";
import { SavedRows } from "../insights/saved-rows.tsx";
import { toShownQuestion } from "./shown-question.ts";
import { TileTools } from "./tile-tools.tsx";
import type { TileToolsProps } from "./tile-tools.tsx";

export interface TileProps extends TileToolsProps {
  /** The dashboard's id. */
  dashboard: number;
  filters: Dashboard["filters"];
  isArranging: boolean;
  /** Is another tile dragged over it? */
  isTarget: boolean;
  drag: () => void;
  dragOver: () => void;
  drop: () => void;
  dragEnd: () => void;
}

/** One insight on a dashboard. */
export function TileCard(props: TileProps) {
  const { tile, dashboard, filters, isArranging, isTarget, drag, dragOver, drop, dragEnd } = props;
  const { insight, width } = tile;
  const question = useMemo(
    () => toShownQuestion(insight, filters),
    [JSON.stringify(insight.question), JSON.stringify(filters)],
  );
  const kindName = insight.question === null ? "Table" : KINDS[kindOf(question)].name;
  const name = insight.name || `${kindName} without a name`;
  const drags = isArranging && {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer?.setData("text/plain", name);
      drag();
    },
    onDragEnd: dragEnd,
  };
  const takes = isArranging && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      dragOver();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drop();
    },
  };
  return (
    <li class={`tile panel${isTarget ? " target" : ""}`} style={{ "--width": String(width) }} {...takes}>
      <div class={`tile-head${isArranging ? " grab" : ""}`} {...drags}>
        <h2>
          <Link href={`/insights/${insight.id}`} draggable={false}>
            {name}
          </Link>
        </h2>
        <span class="hint">{insight.question === null ? kindName : describeQuestion(question)}</span>
      </div>
      {isArranging && <TileTools {...props} name={name} />}
      <div class="tile-body">
        {insight.question === null ? (
          <SavedRows key={JSON.stringify(filters)} id={insight.id} dashboard={dashboard} />
        ) : (
          <NotesContext.Provider value={{ insight: insight.id, dashboard }}>
            <InsightChart question={question} compact />
          </NotesContext.Provider>
        )}
      </div>
    </li>
  );
}

/** The kind of insight, and its dates. */
function describeQuestion(question: Parameters<typeof kindOf>[0]): string {
  const kind = kindOf(question);
  const name = KINDS[kind].name;
  if (kind !== "retention") return `${name} · ${describeRange(question)}`;
  return question.date_to ? `${name} · up to ${question.date_to}` : name;
}
