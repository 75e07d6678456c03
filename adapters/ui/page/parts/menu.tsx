import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Pixels between a menu and the window's edge, and its width, as in the style sheet. */
const [MARGIN, WIDTH] = [8, 220];

interface PopupProps {
  /** The menu's name for screen readers. */
  label: string;
  /** The place of the element that opened the menu. */
  at: DOMRect;
  close: () => void;
  children: ComponentChildren;
}

/**
 * Actions that float beside an element: the browser's own popover, which closes with Escape or a click elsewhere and gives the focus
 * back. It opens below the element, or above it where there is no room below.
 */
export function Popup({ label, at, close, children }: PopupProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    const { current } = element;
    current?.showPopover();
    current?.querySelector<HTMLElement>("button:enabled, a")?.focus();
    setIsAbove(at.bottom + (current?.offsetHeight ?? 0) + MARGIN > innerHeight && at.top > innerHeight / 2);
  }, []);
  const left = Math.max(MARGIN, Math.min(at.left, innerWidth - WIDTH - MARGIN));
  return (
    <div
      ref={element}
      popover="auto"
      class="menu"
      role="group"
      aria-label={label}
      style={{ left: `${left}px`, ...(isAbove ? { bottom: `${innerHeight - at.top}px` } : { top: `${at.bottom}px` }) }}
      onToggle={(event) => event.newState === "closed" && close()}
    >
      {children}
    </div>
  );
}

/** A button with three dots that opens the rarer actions of a view. A chosen action closes the menu. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const [at, setAt] = useState<DOMRect>();
  const wasOpen = useRef(false);
  const close = () => setAt(undefined);
  // A press outside closes a popover before its click arrives, which would open it again.
  const toggle = (event: MouseEvent) => {
    if (wasOpen.current) close();
    else setAt((event.currentTarget as Element).getBoundingClientRect());
    wasOpen.current = false;
  };
  return (
    <>
      <button
        type="button"
        class="menu-button"
        aria-label={label}
        aria-haspopup="true"
        aria-expanded={at !== undefined}
        onPointerDown={() => (wasOpen.current = at !== undefined)}
        onClick={toggle}
      >
        ⋯
      </button>
      {at !== undefined && (
        <Popup label={label} at={at} close={close}>
          {/* Its parent, so that every action closes the menu, by mouse and by keyboard; a choice in a list does not. */}
          <div class="menu-actions" onClick={({ target }) => (target as Element).closest("button, a") && close()}>
            {children}
          </div>
        </Popup>
      )}
    </>
  );
}
