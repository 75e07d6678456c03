/** Receives the instant (epoch ms) of a request, inside its transaction. */
export type RequestListener = (requestedAtMs: number) => void;

/** The deletions of a handle: its runs, one after the other, and those who hear of its requests. */
export interface DeletionState {
  /** Settles when the last run has ended. */
  last: Promise<unknown>;
  /** The erasing of the engine's copy that runs now. */
  erasing: Promise<void> | null;
  /** Aborts when the handle closes. */
  stop: AbortController;
  listeners: Set<RequestListener>;
  /** Called for each person that goes, and for each request, inside the transaction. */
  removalListeners: Set<() => void>;
}

/** Creates the state of a handle that runs no deletion. */
export function createDeletionState(): DeletionState {
  return {
    last: Promise.resolve(),
    erasing: null,
    stop: new AbortController(),
    listeners: new Set(),
    removalListeners: new Set(),
  };
}
