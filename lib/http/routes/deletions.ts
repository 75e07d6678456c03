import * as v from "valibot";
import { Count, Instant, Link } from "../../base/answer-scalars.ts";
import { Truth } from "../../base/truth.ts";
import { requireProject } from "../../admin/auth/index.ts";
import { Deletion, DeletionListQuery, listDeletions, nextDeletionRun } from "../../people/deletion/index.ts";
import { toEnvelope } from "../envelopes.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const DeletionList = v.pipe(
  v.object({
    count: Count,
    next: Link,
    previous: Link,
    next_run_at: v.nullable(Instant),
    waiting: Count,
    results: v.array(Deletion),
  }),
  v.examples([
    {
      count: 1,
      next: null,
      previous: null,
      next_run_at: "2024-05-05T05:00:00Z",
      waiting: 1,
      results: [...v.getExamples(Deletion)],
    },
  ]),
);

/** The list of deletions, which has more than a page: the time of the next run, and how many wait for it. */
export const deletionRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: "/api/projects/:project_id/deletions",
    summary:
      "Deletions of a project, newest first, with the receipts of finished ones, the time of the next run, and how many wait for it.",
    scopes: ["person:read"],
    input: v.object({
      ...DeletionListQuery.entries,
      /** Lists all projects, also deleted projects; for keys of all projects. @default false */
      all_projects: v.exactOptional(Truth),
    }),
    status: 200,
    response: DeletionList,
    run(ctx, { project, key, input: { all_projects: isAll, ...input }, target }) {
      if (isAll === true) requireProject(key, null);
      const owner = isAll === true ? null : project.id;
      const { results, ...envelope } = toEnvelope(target, input, listDeletions(ctx, owner, input));
      const { count: waiting } = listDeletions(ctx, owner, { status: "pending", limit: 1, offset: 0 });
      return { ...envelope, next_run_at: nextDeletionRun(ctx), waiting, results };
    },
  }),
];
