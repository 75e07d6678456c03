/** Names the project of a call. @default the first project */
export interface InProject {
  project?: number;
}

export interface Stoppable {
  /** Stops the work when it aborts; the call then rejects with 499 `cancelled`, whose cause is the signal's reason. */
  signal?: AbortSignal;
}

/** Options of every question. */
export type Asking = InProject & Stoppable;
