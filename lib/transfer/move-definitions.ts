import { sound, textsSum, toJson } from "../storage/index.ts";
import type { ActionLine, CohortLine, GroupLine, Line, ProjectLine } from "./line.ts";
import type { MoveJob } from "./move-job.ts";
import { takenReason } from "./taken-reason.ts";
import type { RowOf } from "../storage/index.ts";
import type { groups } from "../storage/tables/index.ts";

export function moveProject(job: MoveJob): void {
  for (const { body } of staged<ProjectLine>(job, "project")) {
    job.ctx.db
      .sql(
        `UPDATE projects SET timezone = coalesce(?, timezone), test_account_filters = coalesce(?, test_account_filters),
           path_cleaning_filters = coalesce(?, path_cleaning_filters) WHERE id = ?`,
      )
      .run(
        body.timezone ?? null,
        body.test_account_filters === undefined ? null : toJson(body.test_account_filters),
        body.path_cleaning_filters === undefined ? null : toJson(body.path_cleaning_filters),
        job.projectId,
      );
  }
}

export function moveGroups(job: MoveJob): void {
  const { ctx, projectId } = job;
  const { db } = ctx;
  for (const { body } of staged<GroupLine>(job, "group")) {
    nameGroupType(job, body);
    const stored = db
      .sql<RowOf<typeof groups, "id" | "properties">>(
        `SELECT id, ${sound("groups", "g", "properties")} AS properties
         FROM groups g WHERE project_id = ? AND group_type_index = ? AND group_key = ?`,
      )
      .get(projectId, body.group_type_index, body.group_key);
    if (stored === undefined) {
      const text = toJson(body.properties);
      db.sql(
        `INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at, text_sum)
         VALUES (?, ?, ?, ?, ?, ?)`,
      ).run(
        projectId,
        body.group_type_index,
        body.group_key,
        text,
        body.created_at ?? ctx.clock.now(),
        textsSum(body.group_key, text),
      );
    } else {
      const text = toJson({ ...(JSON.parse(stored.properties) as object), ...body.properties });
      db.sql("UPDATE groups SET properties = ?, text_sum = ?, created_at = coalesce(?, created_at) WHERE id = ?").run(
        text,
        textsSum(body.group_key, text),
        body.created_at ?? null,
        stored.id,
      );
    }
  }
}

/**
 * An index without a type gets the line's name or `group_<index>`, with underscores when another index has that name.
 */
function nameGroupType({ ctx, projectId }: MoveJob, { group_type_index: index, group_type }: GroupLine): void {
  const { db } = ctx;
  const known = db.sql("SELECT 1 FROM group_types WHERE project_id = ? AND group_type_index = ?");
  if (known.get(projectId, index) !== undefined) return;
  const taken = db.sql("SELECT 1 FROM group_types WHERE project_id = ? AND group_type = ?");
  let name = group_type ?? `group_${index}`;
  while (taken.get(projectId, name) !== undefined) name += "_";
  db.sql("INSERT INTO group_types (project_id, group_type_index, group_type) VALUES (?, ?, ?)").run(
    projectId,
    index,
    name,
  );
}

/** Adds cohorts under their ids; their members follow after all persons. */
export function moveCohorts(job: MoveJob): void {
  const { ctx, projectId } = job;
  for (const { line, body } of staged<CohortLine>(job, "cohort")) {
    if (isRefused(job, line, body)) continue;
    ctx.db
      .sql(
        `INSERT INTO cohorts (id, project_id, name, description, groups, is_static, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        body.id,
        projectId,
        body.name,
        body.description ?? "",
        toJson(body.groups),
        body.is_static ? 1 : 0,
        ctx.clock.now(),
      );
  }
}

/** Persons with the listed distinct ids become members of the new static cohorts. */
export function moveMembers(job: MoveJob): void {
  for (const { body } of staged<CohortLine>(job, "cohort")) {
    job.ctx.db
      .sql(
        `INSERT OR IGNORE INTO cohort_members (cohort_id, person_id)
         SELECT ?, ${sound("distinct_ids", "d", "person_id")} FROM json_each(?) m
           CROSS JOIN distinct_ids d ON d.project_id = ? AND d.distinct_id = m.value
         WHERE d.person_id IS NOT NULL`,
      )
      .run(body.id, toJson(body.members ?? []), job.projectId);
  }
}

/** Adds actions under their ids. */
export function moveActions(job: MoveJob): void {
  const { ctx, projectId } = job;
  for (const { line, body } of staged<ActionLine>(job, "action")) {
    if (isRefused(job, line, body)) continue;
    ctx.db
      .sql("INSERT INTO actions (id, project_id, name, description, steps, created_at) VALUES (?, ?, ?, ?, ?, ?)")
      .run(body.id, projectId, body.name, body.description ?? "", toJson(body.steps), ctx.clock.now());
  }
}

/** The id was free when the line was read, but another writer may have taken it since. */
function isRefused(job: MoveJob, line: number, body: CohortLine | ActionLine): boolean {
  return isLeftOut(job, { line, kind: body.kind }, takenReason(job.ctx, body));
}

/** Leaves a staged line out, if there is a reason for it. */
export function isLeftOut(
  { staging, tally }: MoveJob,
  { line, kind }: { line: number; kind: Line["kind"] },
  reason: string | null,
): boolean {
  if (reason === null) return false;
  tally.reject(line, reason);
  tally.count(kind, -1);
  staging.sql("DELETE FROM staging.definitions WHERE line = ?").run(line);
  return true;
}

/** The staged lines of a kind, in the order of the file. */
export function* staged<T extends Line>({ staging }: MoveJob, kind: T["kind"]): Generator<{ line: number; body: T }> {
  const next = staging.sql(
    "SELECT line, body FROM staging.definitions WHERE kind = ? AND line > ? ORDER BY line LIMIT 1",
  );
  let row = next.get(kind, 0) as { line: number; body: string } | undefined;
  while (row !== undefined) {
    yield { line: row.line, body: JSON.parse(row.body) as T };
    row = next.get(kind, row.line) as { line: number; body: string } | undefined;
  }
}
