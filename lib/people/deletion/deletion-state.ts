/** Receives a request's instant (epoch ms), inside its transaction. */
export type RequestListener = (requestedAtMs: number) => void;

/** A handle's deletions: runs, one by one, and listeners. */
export interface DeletionState {
  /** Settles when the last run has ended. */
  last: Promise<unknown>;
  /** The running erasure of the engine's copy. */
  erasing: Promise<void> | null;
  /** Aborts when the handle closes. */
  stop: AbortController;
  listeners: Set<RequestListener>;
  /** Called inside the transaction, for each removed person and each request. */
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
