import { authorOf } from "../../admin/activity/index.ts";
import { requireProject } from "../../admin/auth/index.ts";
import {
  DeletionListQuery,
  EventDeletionInput,
  listDeletions,
  nextDeletionRun,
  queueDeletion,
  runDeletions,
} from "../../people/deletion/index.ts";
import { toEnvelope } from "../envelopes.ts";
import { Deletion, DeletionList, FinishedDeletions } from "../responses/deletion.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const DELETIONS = "/api/projects/:project_id/deletions";

/** Waiting deletions, and their results; the status of a person is at `persons/deletion_status`. */
export const deletionRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: DELETIONS,
    summary:
      "Deletions of a project, newest first, with the receipts of finished deletions the time of the next run and how many wait for it.",
    scopes: ["person:read"],
    input: DeletionListQuery,
    status: 200,
    response: DeletionList,
    run(ctx, { project, input, target }) {
      const { results, ...envelope } = toEnvelope(target, input, listDeletions(ctx, project.id, input));
      const { count: waiting } = listDeletions(ctx, project.id, { status: "pending", limit: 1, offset: 0 });
      return { ...envelope, next_run_at: nextDeletionRun(ctx), waiting, results };
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: DELETIONS,
    summary:
      "Queues a deletion of events for the next run: of a person (also of a deleted person), of a name, before a date, or one event.",
    scopes: ["person:write"],
    input: EventDeletionInput,
    example: { kind: "events_by_name", key: "debug" },
    status: 201,
    response: Deletion,
    run: (ctx, { project, key, input }) => queueDeletion(ctx, project, input, authorOf(key)),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${DELETIONS}/run`,
    summary:
      "Runs all waiting deletions, in all projects, and returns the finished deletions; for keys of all projects.",
    scopes: ["person:write"],
    input: null,
    status: 200,
    response: FinishedDeletions,
    async run(ctx, { key }) {
      // One run handles the waiting deletions of every project.
      requireProject(key, null);
      return { results: await runDeletions(ctx) };
    },
  }),
];
