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
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

export interface DeletionsHandle {
  /**
   * Queues a deletion: the events of a person, all events of a name, all events before a date, one event by its uuid,
   * or the project. Later events are kept.
   * @example
   * await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
   */
  request(input: DeletionInput & InProject): Promise<DeletionRecord>;
  /** Newest first; `project: null` = of all projects, including deleted projects. */
  list(query?: DeletionListInput & { project?: number | null }): Promise<Page<DeletionRecord>>;
  /** Epoch ms of the newest request, in all projects and by any process; null = no request. */
  lastRequest(): Promise<number | null>;
  /**
   * Calls `listener` with the instant (epoch ms) of each request of this process, until the returned function is
   * called. For code that keeps copies of events outside the database, as the page does with the last requests.
   */
  onRequest(listener: (requestedAtMs: number) => void): () => void;
  /**
   * ISO text of the schedule's next run of waiting requests; a past instant = at the next turn, null = never automatic.
   */
  nextRun(): Promise<string | null>;
  /** Runs the batch if it is due on the handle's clock, else does nothing; returns the finished deletions. */
  runDue(): Promise<DeletionRecord[]>;
  /** Runs all waiting requests, in all projects, and resolves with the finished deletions. */
  runNow(options?: RunOptions): Promise<DeletionRecord[]>;
}

/** @param runDue runs the scheduled deletions when they are due */
export function deletionsHandle({ open, project }: Scope, runDue: () => Promise<unknown>): DeletionsHandle {
  return {
    request: async ({ project: id, ...input }) => queueDeletion(open(), project(id), parseKnown(DeletionInput, input)),
    list: async ({ project: id, ...query } = {}) =>
      listDeletions(open(), id === null ? null : project(id).id, parseKnown(DeletionListQuery, query)),
    lastRequest: async () => lastRequest(open().db),
    onRequest: (listener) => onRequest(open(), listener),
    nextRun: async () => nextDeletionRun(open()),
    runDue: async () => finishedBy(open(), runDue),
    runNow: async (options) => runDeletions(open(), options),
  };
}
