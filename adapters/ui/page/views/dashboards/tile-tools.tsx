import { LEAST_ROWS, MOST_ROWS, nextWidth, sizeOf } from "./arrange.ts";
import type { Tile } from "../../../../../lib/index.ts";

/** The props of a tile's buttons. */
export interface TileToolsProps {
  tile: Tile;
  place: { isFirst: boolean; isLast: boolean };
  /** −1 = earlier, 1 = later. */
  move: (step: number) => void;
  /** Size in cells. */
  resize: (size: { w: number; h: number }) => void;
  remove: () => void;
  /** Opens the tile's text. */
  edit: () => void;
}

/** The buttons to move a tile, change its size, and remove it. */
export function TileTools({ tile, name, place, move, resize, remove, edit }: TileToolsProps & { name: string }) {
  const { w, h } = sizeOf(tile);
  const [narrower, wider] = [nextWidth(w, "narrower"), nextWidth(w, "wider")];
  const size = (label: string, text: string, isOff: boolean, next: { w: number; h: number }) => (
    <Tool label={`Make ${name} ${label}`} text={text} isOff={isOff} run={() => resize(next)} />
  );
  return (
    <div class="tile-tools" role="group" aria-label={`Arrange ${name}`}>
      <Tool label={`Move ${name} earlier`} text="←" isOff={place.isFirst} run={() => move(-1)} />
      <Tool label={`Move ${name} later`} text="→" isOff={place.isLast} run={() => move(1)} />
      <span class="tile-width">
        {size("narrower", "Narrower", narrower === w, { w: narrower, h })}
        {size("wider", "Wider", wider === w, { w: wider, h })}
        {size("lower", "Lower", h <= LEAST_ROWS, { w, h: h - 1 })}
        {size("higher", "Higher", h >= MOST_ROWS, { w, h: h + 1 })}
      </span>
      {tile.text !== null && <Tool label="Edit the text" text="Edit …" isOff={false} run={edit} />}
      <Tool label={`Remove ${name} from the dashboard`} text="Remove" isOff={false} run={remove} />
    </div>
  );
}

interface ToolProps {
  label: string;
  text: string;
  isOff: boolean;
  run: () => void;
}

/** A disabled tool keeps the focus, so that a user who moves a tile step by step keeps it at the end. */
function Tool({ label, text, isOff, run }: ToolProps) {
  const press = (event: MouseEvent) => {
    if (isOff) return;
    const button = event.currentTarget as HTMLElement;
    run();
    // A tile that moves is removed and inserted again, which loses the focus.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <button type="button" class="small" aria-label={label} aria-disabled={isOff} onClick={press}>
      {text}
    </button>
  );
}
