import { NEW_FLAG } from "../flags/evaluation/index.ts";
import { toJson } from "../storage/index.ts";
import { columnKeys, insertInto, toColumns } from "../storage/queries/index.ts";
import { featureFlags } from "../storage/tables/index.ts";
import type { FeatureFlagLine } from "./line.ts";
import { isLeftOut, staged } from "./move-definitions.ts";
import type { MoveJob } from "./move-job.ts";
import { takenReason } from "./taken-reason.ts";

/** Flags of a project, as many as the API takes: each request for flags evaluates all of them. */
const MAX_FLAGS = 5000;

const addFlag = insertInto(featureFlags, [
  "id",
  "projectId",
  "key",
  "filters",
  ...columnKeys(NEW_FLAG),
  "createdAt",
  "updatedAt",
]);

/** Adds feature flags under their ids. A deleted flag gives its key away, as it does over the API. */
export function moveFlags(job: MoveJob): void {
  const { db, clock } = job.ctx;
  for (const { line, body } of staged<FeatureFlagLine>(job, "feature_flag")) {
    if (isLeftOut(job, { line, kind: body.kind }, reasonAgainst(job, body))) continue;
    db.sql("DELETE FROM feature_flags WHERE project_id = ? AND key = ? AND deleted = 1").run(job.projectId, body.key);
    addFlag.run(db, {
      ...toColumns({ ...NEW_FLAG, ...body }, NEW_FLAG),
      id: body.id,
      projectId: job.projectId,
      key: body.key,
      filters: toJson(body.filters ?? { groups: [{ properties: [], rollout_percentage: null }] }),
      createdAt: clock.now(),
      updatedAt: clock.now(),
    });
  }
}

/** Why a flag cannot be added; null = it can. */
function reasonAgainst({ ctx, projectId }: MoveJob, body: FeatureFlagLine): string | null {
  const { db } = ctx;
  const taken = db.sql("SELECT 1 FROM feature_flags WHERE project_id = ? AND key = ? AND deleted = 0");
  if (taken.get(projectId, body.key) !== undefined) return `key: There is already a feature flag "${body.key}".`;
  const count = db.sql("SELECT count(*) FROM feature_flags WHERE project_id = ?").pluck().get(projectId) as number;
  if (count >= MAX_FLAGS) return `A project has at most ${MAX_FLAGS} feature flags.`;
  return takenReason(ctx, body);
}
