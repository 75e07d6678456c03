import * as v from "valibot";
import { requireProject } from "../admin/auth/index.ts";
import {
  Deletion,
  DeletionInput,
  DeletionListQuery,
  EventDeletionInput,
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
import type { InProject } from "../base/call-options.ts";
import { parseKnown } from "./known.ts";
import { methodsOf } from "./methods.ts";
import { operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";
import type { Scope } from "./scope.ts";

export interface DeletionsHandle {
  /**
   * Queues a deletion: the events of a person, all events of a name, all events before a date, one event by its uuid,
   * or the project. Later events are kept.
   * @example
   * await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
   */
  request(input: DeletionInput & InProject): Promise<DeletionRecord>;
  /** Lists deletions, newest first; `project: null` = of all projects, including deleted projects. */
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

const DELETIONS = "/api/projects/:project_id/deletions";

/** Requests to delete data; the status of a person is at `persons/deletion_status`. */
export const deletions = {
  request: operation({
    summary:
      "Queues a deletion of events for the next run: of a person (also of a deleted person), of a name, before a date, or one event.",
    http: ["POST", DELETIONS],
    scopes: ["person:write"],
    input: DeletionInput,
    wireInput: EventDeletionInput,
    status: 201,
    response: Deletion,
    errors: { conflict: { "": "It is the only project." } },
    example: { kind: "events_by_name", key: "debug" },
    run: (ctx, { project, input, by }) => queueDeletion(ctx, project, input, by),
  }),
} satisfies OperationsOf<Pick<DeletionsHandle, "request">>;

const [EXAMPLE] = v.getExamples(Deletion);

/** Further requests about deletions. */
export const deletionRequests = {
  run: operation({
    summary:
      "Runs all waiting deletions, in all projects, and returns the finished deletions; for keys of all projects.",
    http: ["POST", `${DELETIONS}/run`],
    scopes: ["person:write"],
    response: v.pipe(v.object({ results: v.array(Deletion) }), v.examples([{ results: [EXAMPLE] }])),
    async run(ctx, { key }) {
      // One run handles the waiting deletions of every project.
      requireProject(key, null);
      return { results: await runDeletions(ctx) };
    },
  }),
};

/** @param runDue runs the scheduled deletions when they are due */
export function deletionsHandle(scope: Scope, runDue: () => Promise<unknown>): DeletionsHandle {
  const { open, project } = scope;
  return {
    ...methodsOf<Pick<DeletionsHandle, "request">>(scope, deletions),
    list: async ({ project: id, ...query } = {}) =>
      listDeletions(open(), id === null ? null : project(id).id, parseKnown(DeletionListQuery, query)),
    lastRequest: async () => lastRequest(open().db),
    onRequest: (listener) => onRequest(open(), listener),
    nextRun: async () => nextDeletionRun(open()),
    runDue: async () => finishedBy(open(), runDue),
    runNow: async (options) => runDeletions(open(), options),
  };
}
