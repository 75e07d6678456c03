import { useMemo } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import type { Dashboard, SavedInsight } from "../../../../../lib/index.ts";
import { NotesContext } from "../../parts/notes/use-notes.ts";
import { InsightChart } from "../insights/insight-chart.tsx";
import { kindOf, KINDS } from "../insights/kinds.ts";
import { SavedRows } from "../insights/saved-rows.tsx";
import { describeQuestion } from "./describe-question.ts";
import { toShownQuestion } from "./shown-question.ts";
import { TextBody } from "./text-tile.tsx";
import { TileCorner } from "./tile-corner.tsx";
import type { TileCornerProps } from "./tile-corner.tsx";
import { TileTools } from "./tile-tools.tsx";
import type { TileToolsProps } from "./tile-tools.tsx";

export interface TileProps extends TileToolsProps, TileCornerProps {
  /** The dashboard's id. */
  dashboard: number;
  /** Filters over the tile's insight. */
  filters: Dashboard["filters"];
  /** Asks again when it grows. */
  turn: number;
  isArranging: boolean;
  /** Is another tile dragged over this tile? */
  isTarget: boolean;
  drag: () => void;
  dragOver: () => void;
  drop: () => void;
  dragEnd: () => void;
}

/** An insight or a text on a dashboard. */
export function TileCard(props: TileProps) {
  const { tile, cells, isArranging, isTarget, dragOver, drop } = props;
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
    <li
      class={`tile panel${isTarget ? " target" : ""}`}
      style={{
        "--columns": `${cells.x + 1} / span ${cells.w}`,
        "--rows": `${cells.y + 1} / span ${cells.h}`,
      }}
      {...takes}
    >
      {tile.insight === null ? (
        <>
          {isArranging && <TileHead {...props} name="Text" />}
          {isArranging && <TileTools {...props} name="the text" />}
          <TextBody body={tile.text?.body ?? ""} />
        </>
      ) : (
        <InsightTile {...props} insight={tile.insight} />
      )}
      {isArranging && <TileCorner {...props} />}
    </li>
  );
}

function InsightTile({ insight, ...props }: TileProps & { insight: SavedInsight }) {
  const { dashboard, filters, turn, isArranging } = props;
  const question = useMemo(
    () => toShownQuestion(insight, filters),
    [JSON.stringify(insight.question), JSON.stringify(filters)],
  );
  const kindName = insight.question === null ? "Table" : KINDS[kindOf(question)].name;
  const name = insight.name || `${kindName} without a name`;
  return (
    <>
      <TileHead
        {...props}
        name={name}
        title={
          <Link href={`/insights/${insight.id}`} draggable={false}>
            {name}
          </Link>
        }
      >
        <span class="hint">{insight.question === null ? kindName : describeQuestion(question)}</span>
      </TileHead>
      {isArranging && <TileTools {...props} name={name} />}
      <div class="tile-body">
        {insight.question === null ? (
          <SavedRows key={`${turn} ${JSON.stringify(filters)}`} id={insight.id} dashboard={dashboard} />
        ) : (
          <NotesContext.Provider value={{ insight: insight.id, dashboard }}>
            <InsightChart question={question} turn={turn} compact />
          </NotesContext.Provider>
        )}
      </div>
    </>
  );
}

interface TileHeadProps extends Pick<TileProps, "isArranging" | "drag" | "dragEnd"> {
  name: string;
  /** @default the name */
  title?: ComponentChildren;
  children?: ComponentChildren;
}

/** The head of a tile, by which it is dragged. */
function TileHead({ isArranging, drag, dragEnd, name, title = name, children }: TileHeadProps) {
  const drags = isArranging && {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer?.setData("text/plain", name);
      drag();
    },
    onDragEnd: dragEnd,
  };
  return (
    <div class={`tile-head${isArranging ? " grab" : ""}`} {...drags}>
      <h2 title={name}>{title}</h2>
      {children}
    </div>
  );
}
