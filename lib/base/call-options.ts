/** Names the project of a call. @default the first project */
export interface InProject {
  project?: number;
}

/** The caller may cancel a call. */
export interface Stoppable {
  /** Stops the work when it aborts; the call then rejects with 499 `cancelled`, whose cause is the signal's reason. */
  signal?: AbortSignal;
}

/** The options of every question besides its fields. */
export type Asking = InProject & Stoppable;
