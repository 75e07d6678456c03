import { useEffect, useState } from "preact/hooks";
import { viewOnDemand } from "../on-demand.tsx";

const Palette = viewOnDemand(async () => (await import("./palette.tsx")).Palette);
const KeyHelp = viewOnDemand(async () => (await import("./key-help.tsx")).KeyHelp);

/** A dialog that keys of the whole page open. */
export type Opened = "palette" | "help" | undefined;

/** Ctrl+K (⌘K) opens the palette, `?` the list of keys; both are loaded when they are first opened. */
export function PageKeys({ opened, open }: { opened: Opened; open: (next: Opened) => void }) {
  // A dialog that is open keeps its keys.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = toOpened(event);
      if (key === undefined || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      open(key);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [open]);
  const close = () => open(undefined);
  if (opened === "palette") return <Palette close={close} showKeys={() => open("help")} />;
  return opened === "help" ? <KeyHelp close={close} /> : null;
}

/** The state of what the keys open. */
export function useOpened(): [Opened, (next: Opened) => void] {
  return useState<Opened>();
}

function toOpened({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Opened {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") return "palette";
  return key === "?" && !ctrlKey && !metaKey && !isField(target) ? "help" : undefined;
}

/** A question mark that is typed into a field is text. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}
