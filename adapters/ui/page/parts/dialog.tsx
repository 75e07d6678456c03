import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ErrorNote } from "./states.tsx";

interface DialogProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
  /** `side` = a panel at the right edge, for looking at one thing of a list. */
  place?: "middle" | "side";
}

/**
 * A dialog while it is drawn: the browser's own, which keeps the focus inside, closes by Escape, and gives the focus back to
 * what opened it.
 */
export function Dialog({ title, close, children, place = "middle" }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isDrawn = useRef(true);
  useEffect(() => {
    const { current } = element;
    current?.showModal();
    return () => {
      isDrawn.current = false;
      // Only a dialog that is closed gives the focus back; one that is taken away loses it.
      current?.close();
    };
  }, []);
  // The browser tells of that too, when the next dialog may be open already: it is not the one to be closed.
  const tellClosed = () => isDrawn.current && close();
  return (
    <dialog ref={element} class={`dialog ${place}`} aria-label={title} onClose={tellClosed}>
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

interface ConfirmProps {
  title: string;
  /** The word on the button, e.g. "Delete". */
  verb: string;
  run: () => Promise<unknown>;
  close: () => void;
  /** What will happen, plainly. */
  children: ComponentChildren;
}

/** Asks before something that cannot be undone; says what went wrong if it did. */
export function Confirm({ title, verb, run, close, children }: ConfirmProps) {
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
        <button type="button" class="danger" disabled={isRunning} onClick={() => void confirm()}>
          {verb}
        </button>
      </div>
    </Dialog>
  );
}
