import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ErrorNote } from "./states.tsx";

interface DialogProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
  /** `side` = a panel at the right edge, for one item of a list. */
  place?: "middle" | "side";
}

/**
 * A dialog while it is drawn: the browser's own, which keeps the focus inside, closes with Escape, and returns the
 * focus to the element that opened it.
 */
export function Dialog({ title, close, children, place = "middle" }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isDrawn = useRef(true);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    current.showModal();
    const stop = focusFirstField(current);
    return () => {
      stop();
      isDrawn.current = false;
      // Only closing a dialog returns the focus; removing it loses the focus.
      current.close();
    };
  }, []);
  // The browser reports that too, when the next dialog may be open already, which must stay open.
  const reportClosed = () => isDrawn.current && close();
  return (
    <dialog ref={element} class={`dialog ${place}`} tabIndex={-1} aria-label={title} onClose={reportClosed}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <button type="button" aria-label="Close" onClick={() => element.current?.close()}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}

const FIELD = ":is(input:not([type=hidden]), select, textarea):not(:disabled)";

/**
 * Moves the focus to the first field, or to the chosen one of its radio buttons: the browser would focus the cross, so that
 * Enter would lose what was typed. A dialog whose fields are still loading holds the focus itself until they are there.
 * Returns the function that ends the wait.
 */
function focusFirstField(dialog: HTMLDialogElement): () => void {
  const focus = () => {
    const first = dialog.querySelector<HTMLInputElement>(FIELD);
    if (first === null) return false;
    const chosen =
      first.type === "radio"
        ? dialog.querySelector<HTMLInputElement>(`input[name="${CSS.escape(first.name)}"]:checked`)
        : null;
    (chosen ?? first).focus();
    return true;
  };
  if (focus()) return () => undefined;
  dialog.focus();
  const watcher = new MutationObserver(() => {
    if (document.activeElement !== dialog || focus()) watcher.disconnect();
  });
  watcher.observe(dialog, { childList: true, subtree: true });
  return () => watcher.disconnect();
}

interface ConfirmProps {
  title: string;
  /** The text of the button, e.g. "Delete". */
  verb: string;
  run: () => Promise<unknown>;
  close: () => void;
  /** False = a choice is missing, and the button cannot be pressed. @default true */
  isReady?: boolean;
  /** The consequences, in plain words. */
  children: ComponentChildren;
}

/** Asks before an action that cannot be undone; shows its error if it fails. */
export function Confirm({ title, verb, run, close, isReady = true, children }: ConfirmProps) {
  const [error, setError] = useState<Error>();
  const [isRunning, setIsRunning] = useState(false);
  const confirm = async () => {
    setIsRunning(true);
    try {
      await run();
      close();
    } catch (cause) {
      setError(cause as Error);
      setIsRunning(false);
    }
  };
  return (
    <Dialog title={title} close={close}>
      {children}
      {error !== undefined && <ErrorNote error={error} />}
      <div class="actions">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="danger" disabled={isRunning || !isReady} onClick={() => void confirm()}>
          {verb}
        </button>
      </div>
    </Dialog>
  );
}
