import {
  DeletionInput,
  DeletionListQuery,
  finishedBy,
  lastRequest,
  listDeletions,
  nextDeletionRun,
  onRequest,
  queueDeletion,
  runDeletions,
} from "../people/deletion/index.ts";
import type { DeletionListInput, DeletionRecord, RunOptions } from "../people/deletion/index.ts";
import type { Page } from "../base/page.ts";
import { parseKnown } from "./known.ts";
import type { InProject, Scope } from "./scope.ts";

export interface DeletionsHandle {
  /**
   * Queues a deletion: the events of a person, all of a name, all before a date, one by its uuid, or the project. What
   * arrives later is kept.
   * @example
   * await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
   */
  request(input: DeletionInput & InProject): Promise<DeletionRecord>;
  /** Newest first; `project: null` = of all projects, deleted ones included. */
  list(query?: DeletionListInput & { project?: number | null }): Promise<Page<DeletionRecord>>;
  /** Epoch ms of the newest request, in all projects and by any process; null = there was none. */
  lastRequest(): Promise<number | null>;
  /**
   * Calls `listener` with the instant (epoch ms) of each request of this process, until the returned function is called. For
   * what keeps copies of events outside the database, as the page does with the last requests.
   */
  onRequest(listener: (requestedAtMs: number) => void): () => void;
  /** ISO text of when the schedule runs what waits; a past instant = as soon as it has its turn, null = never by itself. */
  nextRun(): Promise<string | null>;
  /** Runs the batch if its hour has come on the handle's clock, else does nothing; gives what was finished. */
  runDue(): Promise<DeletionRecord[]>;
  /** Runs everything that waits, in all projects, and resolves with what was finished. */
  runNow(options?: RunOptions): Promise<DeletionRecord[]>;
}

/** @param runDue gives the scheduled deletions their turn */
export function deletionsHandle({ open, project }: Scope, runDue: () => Promise<unknown>): DeletionsHandle {
  return {
    request: async ({ project: id, ...input }) => queueDeletion(open(), project(id), parseKnown(DeletionInput, input)),
    list: async ({ project: id, ...query } = {}) =>
      listDeletions(open(), id === null ? null : project(id).id, parseKnown(DeletionListQuery, query)),
    lastRequest: async () => lastRequest(open().db),
    onRequest: (listener) => onRequest(open().db, listener),
    nextRun: async () => nextDeletionRun(open()),
    runDue: async () => finishedBy(open(), runDue),
    runNow: async (options) => runDeletions(open(), options),
  };
}
