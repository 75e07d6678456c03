import { useEffect, useState } from "preact/hooks";

/** A number that grows when the colours change, for drawings that use them. */
export function useThemeTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const change = () => setTurn((last) => last + 1);
    const system = matchMedia("(prefers-color-scheme: dark)");
    const page = new MutationObserver(change);
    page.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    system.addEventListener("change", change);
    return () => {
      page.disconnect();
      system.removeEventListener("change", change);
    };
  }, []);
  return turn;
}

/** Reads the current colours of tokens within an element: a canvas cannot use `var()`. */
export function colourReader(element: HTMLElement): (token: string) => string {
  const probe = document.createElement("span");
  return (token) => {
    probe.style.color = `var(${token})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
