import { useEffect } from "preact/hooks";

/** Longest time in ms in which a view that is gone back to may load; a user scrolls by hand before. */
const PATIENCE_MS = 4000;

/**
 * Gives back the place in a long view after "back" and "forward". The browser's own memory does not reach it, because the
 * view is empty until its data are there.
 */
export function useScrollMemory(): void {
  useEffect(() => {
    history.scrollRestoration = "manual";
    const places = new Map<string, number>();
    let isRestoring = false;
    const note = () => {
      if (!isRestoring) places.set(location.hash, scrollY);
    };
    let stop: () => void = () => undefined;
    const restore = () => {
      stop();
      const place = places.get(location.hash) ?? 0;
      isRestoring = true;
      const grown = new ResizeObserver(() => {
        scrollTo(0, place);
        if (scrollY >= place - 1) end();
      });
      const end = () => {
        grown.disconnect();
        clearTimeout(timer);
        removeEventListener("wheel", end);
        isRestoring = false;
      };
      const timer = setTimeout(end, PATIENCE_MS);
      addEventListener("wheel", end, { passive: true });
      stop = end;
      // The next view is drawn first, else the last one is measured.
      requestAnimationFrame(() => isRestoring && grown.observe(document.body));
    };
    addEventListener("scroll", note, { passive: true });
    // A link that was just scrolled to: the scroll is reported after the click has changed the address.
    addEventListener("click", note, true);
    addEventListener("popstate", restore);
    return () => {
      stop();
      removeEventListener("scroll", note);
      removeEventListener("click", note, true);
      removeEventListener("popstate", restore);
    };
  }, []);
}
