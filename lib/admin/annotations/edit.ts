import * as v from "valibot";
import { activityOf, changesOf, recorderOf, SYSTEM } from "../activity/index.ts";
import type { Author, Change } from "../activity/index.ts";
import { invalid } from "../../base/errors.ts";
import { parseInstant } from "../../base/instant.ts";
import type { Project } from "../projects/index.ts";
import { StoredFlag, StoredText, write } from "../../storage/index.ts";
import { changeRow, insertInto } from "../../storage/queries/index.ts";
import { annotations } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import type { AnnotationRecord } from "./annotation.ts";
import { getAnnotation } from "./get.ts";

type Writes = Pick<Context, "db" | "clock" | "log">;

const record = recorderOf("Annotation");

const MAX_CONTENT = 8192;

const SCOPES = ["dashboard_item", "dashboard", "project", "organization"] as const;

const DateMarker = v.nullable(
  v.pipe(
    v.string(),
    v.check((text) => parseInstant(text) !== null, "Expected an ISO date-time such as 2024-03-01T08:15:30Z."),
  ),
);

const RowId = v.nullable(v.pipe(v.number(), v.integer()));

const entries = {
  /** At most 8,192 characters. @default null */
  content: v.exactOptional(v.nullable(v.pipe(StoredText, v.maxLength(MAX_CONTENT)))),
  /** ISO text. @default null */
  date_marker: v.exactOptional(DateMarker),
  /** @default "USR" */
  creation_type: v.exactOptional(v.picklist(["USR", "GIT"], "Expected USR or GIT.")),
  /** @default "dashboard_item" */
  scope: v.exactOptional(v.picklist(SCOPES, `Expected one of ${SCOPES.join(", ")}.`)),
  /** Id of a saved insight. @default null */
  dashboard_item: v.exactOptional(RowId),
  /** @default null */
  dashboard_id: v.exactOptional(RowId),
};

/** Other fields, such as those of an annotation that was read, are ignored. */
export const AnnotationInput = v.object(entries);

/** The input of `updateAnnotation`; absent fields stay. */
export const AnnotationUpdate = v.object({
  ...entries,
  /** True = deleted, false = restored. */
  deleted: v.exactOptional(StoredFlag),
});
type AnnotationUpdate = v.InferOutput<typeof AnnotationUpdate>;

/** The fields of an annotation that is created. */
export interface AnnotationCreateInput extends v.InferInput<typeof AnnotationInput> {}

/** The fields of an annotation that change; absent fields stay. */
export interface AnnotationUpdateInput extends v.InferInput<typeof AnnotationUpdate> {}

/** A change's place and author. */
export interface AnnotationEdit {
  project: Project;
  /** @default the system */
  by?: Author;
}

const SENT = ["content", "dateMarker", "creationType", "scope", "insightId", "dashboardId"] as const;

const insertAnnotation = insertInto(annotations, ["projectId", ...SENT, "createdAt", "createdBy", "updatedAt"]);

const changeAnnotation = changeRow(annotations, [...SENT, "updatedAt", "deleted"]);

/** @throws invalid naming the field */
export async function createAnnotation(
  ctx: Writes,
  edit: AnnotationEdit,
  wanted: v.InferOutput<typeof AnnotationInput>,
): Promise<AnnotationRecord> {
  const { project, by = SYSTEM } = edit;
  return write(ctx.db, () => {
    requireParts(ctx, project.id, wanted);
    const nowMs = ctx.clock.now();
    const { lastInsertRowid } = insertAnnotation.run(ctx.db, {
      ...toColumns({ ...DEFAULTS, ...wanted }),
      projectId: project.id,
      createdAt: nowMs,
      createdBy: by.kind === "key" ? by.label : null,
      updatedAt: nowMs,
    });
    const created = getAnnotation(ctx, project.id, Number(lastInsertRowid));
    record(ctx, edit, named(created), "created");
    return created;
  });
}

const DEFAULTS = {
  content: null,
  date_marker: null,
  creation_type: "USR",
  scope: "dashboard_item",
  dashboard_item: null,
  dashboard_id: null,
} as const;

/** A deleted one can be changed too. @throws notFound; invalid naming the field */
export async function updateAnnotation(
  ctx: Writes,
  edit: AnnotationEdit,
  id: number | string,
  wanted: AnnotationUpdate,
): Promise<AnnotationRecord> {
  const { project } = edit;
  return write(ctx.db, () => {
    const before = getAnnotation(ctx, project.id, id);
    requireParts(ctx, project.id, wanted);
    const after = { ...before, ...wanted };
    changeAnnotation.run(ctx.db, {
      ...toColumns(after),
      id: before.id,
      projectId: project.id,
      updatedAt: ctx.clock.now(),
      deleted: Number(after.deleted),
    });
    const now = getAnnotation(ctx, project.id, before.id);
    record(ctx, edit, named(now), activityOf(before, now), toChanges(before, now));
    return now;
  });
}

/** @throws invalid for another project's insight or dashboard */
function requireParts({ db }: Writes, projectId: number, wanted: AnnotationUpdate): void {
  const { dashboard_item: insight, dashboard_id: dashboard } = wanted;
  if (typeof insight === "number") {
    const found = db.sql("SELECT 1 FROM saved_insights WHERE id = ? AND project_id = ?").get(insight, projectId);
    if (found === undefined) throw invalid("dashboard_item", `There is no insight ${insight}.`, "does_not_exist");
  }
  if (typeof dashboard === "number") {
    const found = db.sql("SELECT 1 FROM dashboards WHERE id = ? AND project_id = ?").get(dashboard, projectId);
    if (found === undefined) throw invalid("dashboard_id", `There is no dashboard ${dashboard}.`, "does_not_exist");
  }
}

function toColumns(given: Omit<AnnotationRecord, "id"> | Required<AnnotationCreateInput>) {
  return {
    content: given.content,
    dateMarker: given.date_marker === null ? null : parseInstant(given.date_marker),
    creationType: given.creation_type,
    scope: given.scope,
    insightId: given.dashboard_item,
    dashboardId: given.dashboard_id,
  };
}

function toChanges(before: AnnotationRecord, after: AnnotationRecord): Change[] {
  const fields = ["content", "date_marker", "scope", "dashboard_item", "dashboard_id", "deleted"] as const;
  return changesOf(before, after, fields);
}

function named({ id, content }: AnnotationRecord): { id: number; name: string | null } {
  return { id, name: content?.slice(0, 100) ?? null };
}
