import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

interface PointCardProps {
  /** The point that it tells of, in pixels of the window. */
  at: { x: number; y: number };
  /** A touch or the focus holds the card: its buttons can be pressed. */
  isHeld: boolean;
  close: () => void;
  children: ComponentChildren;
}

/** Pixels between a card and its point, and the edge of the window. */
const [AWAY, EDGE] = [14, 8];

/**
 * A card beside a point of any drawing: above all else (sticky cells, dialogs), and always inside the window. A pointer that leaves the
 * point ends it; a touch holds it until another place is touched.
 */
export function PointCard({ at, isHeld, close, children }: PointCardProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: card } = element;
    if (card === null) return;
    if (!card.matches(":popover-open")) card.showPopover();
    const { offsetWidth: width, offsetHeight: height } = card;
    const right = at.x + AWAY + width + EDGE <= innerWidth;
    const left = right ? at.x + AWAY : at.x - AWAY - width;
    card.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
    card.style.top = `${Math.max(EDGE, Math.min(at.y - height / 2, innerHeight - height - EDGE))}px`;
  });
  useEffect(() => {
    const end = ({ target }: Event) => {
      if (!(target instanceof Node && element.current?.contains(target))) close();
    };
    addEventListener("scroll", end, { capture: true, passive: true });
    if (isHeld) addEventListener("pointerdown", end);
    return () => {
      removeEventListener("scroll", end, { capture: true });
      removeEventListener("pointerdown", end);
    };
  }, [isHeld]);
  return (
    <div ref={element} class={`point-card${isHeld ? " held" : ""}`} popover="manual">
      {children}
    </div>
  );
}

/** Did a finger press? Its first press shows the card, whose buttons go on from there. */
export function isTouch(event: MouseEvent): boolean {
  return (event as Partial<PointerEvent>).pointerType === "touch";
}

interface CardButtonProps {
  text: string;
  /** Without it, a pointer shows the card, and the press on the point itself does it. */
  isHeld: boolean;
  press: () => void;
}

/** A button of a card; a card that only follows the pointer shows it, and keys pass over it. */
export function CardButton({ text, isHeld, press }: CardButtonProps) {
  return (
    <button type="button" class="card-button" tabIndex={isHeld ? undefined : -1} onClick={press}>
      {text}
    </button>
  );
}
