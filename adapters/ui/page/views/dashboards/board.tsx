import type { SharedDashboard, Tile } from "../../../../../lib/index.ts";
import type { ColourBook } from "../../parts/chart-lines.ts";
import { toClock } from "../../parts/clock.ts";
import { describeRange } from "../../parts/date-ranges.ts";
import { ordered, sizeOf } from "./arrange.ts";
import { describeQuestion } from "./describe-question.ts";
import { fillGrid, packTiles } from "./pack-tiles.ts";
import type { Placed } from "./pack-tiles.ts";
import { toShownQuestion } from "./shown-question.ts";
import { TextBody } from "./text-tile.tsx";
import { TileDrawing } from "./tile-drawing.tsx";
import type { BoardClock } from "./tile-drawing.tsx";
import { openStyleBook, toHtml } from "./to-html.ts";

/**
 * A dashboard with its answers as a document, to send as a file or to show by a link: drawn by the page's own components, without their
 * state. It has no scripts and no links to persons. The server loads this file of the built page; see `adapters/ui/board.ts`.
 * @returns the markup within `body`, and the rules of its styles
 */
export function drawBoard({ project, dashboard }: SharedDashboard, nowMs: number): { body: string; sheet: string } {
  const styles = openStyleBook();
  const clock: BoardClock = { nowMs, timeZone: project.timezone };
  // A shared tile carries its answer.
  const tiles = ordered(dashboard.tiles as Tile[]) as SharedTile[];
  const places = new Map(fillGrid(packTiles((tiles as Tile[]).map(sizeOf))).map((place) => [place.id, place]));
  const book: ColourBook = new Map();
  const body = (
    <>
      <header>
        <h1>{dashboard.name}</h1>
        {dashboard.description !== "" && <p class="hint">{dashboard.description}</p>}
        {dashboard.filters.date_from !== undefined && <p class="hint">{describeRange(dashboard.filters)}</p>}
      </header>
      <main>
        <ul class="tiles">
          {tiles.map((tile) => (
            <BoardTile
              tile={tile}
              place={places.get(tile.id) ?? { x: 0, y: 0, ...sizeOf(tile as Tile) }}
              clock={clock}
              book={book}
              filters={Object.keys(tile.filters_overrides).length > 0 ? tile.filters_overrides : dashboard.filters}
            />
          ))}
        </ul>
      </main>
      <footer class="hint">
        {project.name} · as of {toClock(new Date(nowMs).toISOString(), project.timezone)} ({project.timezone}) · hoglet
      </footer>
    </>
  );
  return { body: toHtml(body, styles), sheet: styles.sheet() };
}

type SharedTile = SharedDashboard["dashboard"]["tiles"][number];

interface BoardTileProps {
  tile: SharedTile;
  place: Placed;
  clock: BoardClock;
  book: ColourBook;
  filters: SharedDashboard["dashboard"]["filters"];
}

function BoardTile({ tile: { insight, text }, place, clock, book, filters }: BoardTileProps) {
  const { x, y, w, h } = place;
  const style = { "--columns": `${x + 1} / span ${w}`, "--rows": `${y + 1} / span ${h}` };
  if (insight === null)
    return (
      <li class="tile panel" style={style}>
        <TextBody body={text?.body ?? ""} />
      </li>
    );
  const question = insight.question === null ? null : toShownQuestion(insight, filters);
  return (
    <li class="tile panel" style={style}>
      <div class="tile-head">
        <h2 title={insight.name}>{insight.name || "Insight without a name"}</h2>
        <span class="hint">{question === null ? "Table" : describeQuestion(question)}</span>
      </div>
      <div class="tile-body" tabIndex={0}>
        <TileDrawing insight={insight} question={question} place={place} clock={clock} book={book} />
      </div>
    </li>
  );
}
