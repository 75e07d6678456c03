import { nextWidth } from "./arrange.ts";
import type { Tile } from "../../../../../lib/index.ts";

/** The props of a tile's buttons. */
export interface TileToolsProps {
  tile: Tile;
  place: { isFirst: boolean; isLast: boolean };
  /** −1 = earlier, 1 = later. */
  move: (step: number) => void;
  resize: (width: number) => void;
  remove: () => void;
}

/** The buttons to move a tile, change its width, and remove it. */
export function TileTools({ tile, name, place, move, resize, remove }: TileToolsProps & { name: string }) {
  const narrower = nextWidth(tile.width, "narrower");
  const wider = nextWidth(tile.width, "wider");
  return (
    <div class="tile-tools" role="group" aria-label={`Arrange ${name}`}>
      <Tool label={`Move ${name} earlier`} text="← Earlier" isOff={place.isFirst} run={() => move(-1)} />
      <Tool label={`Move ${name} later`} text="Later →" isOff={place.isLast} run={() => move(1)} />
      <span class="tile-width">
        <Tool
          label={`Make ${name} narrower`}
          text="Narrower"
          isOff={narrower === tile.width}
          run={() => resize(narrower)}
        />
        <Tool label={`Make ${name} wider`} text="Wider" isOff={wider === tile.width} run={() => resize(wider)} />
      </span>
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
