import * as v from "valibot";
import { recordActivity, SYSTEM } from "../../admin/activity/index.ts";
import type { Author, Change } from "../../admin/activity/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { By, Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { invalid } from "../../base/errors.ts";
import { LowerCaseTags, StoredFlag, StoredText, toJson, write } from "../../storage/index.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { definitionNotes } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";

/** The name of an event that a user defines. */
export const EventName = v.pipe(StoredText, v.nonEmpty("This field may not be blank."), v.maxLength(200));

/** A change of the remark on a name; absent fields stay. */
export const DefinitionUpdate = v.object({
  description: v.exactOptional(
    v.pipe(
      v.nullable(v.pipe(StoredText, v.maxLength(10_000))),
      v.transform((text) => text ?? ""),
    ),
  ),
  tags: v.exactOptional(LowerCaseTags),
  /** A user vouches for the name. */
  verified: v.exactOptional(StoredFlag),
  /** Not for use. */
  hidden: v.exactOptional(StoredFlag),
});

/** The fields of a remark on a property that can be changed, with the property's type. */
export const PropertyDefinitionUpdate = v.object({
  ...DefinitionUpdate.entries,
  property_type: v.exactOptional(
    v.nullable(
      v.picklist(
        ["DateTime", "String", "Numeric", "Boolean", "Duration"],
        "Expected DateTime, String, Numeric, Boolean or Duration.",
      ),
    ),
  ),
});
export type PropertyDefinitionUpdate = v.InferOutput<typeof PropertyDefinitionUpdate>;

/** The input of `definitions.updateEvent`. */
export interface DefinitionUpdateInput extends v.InferInput<typeof DefinitionUpdate> {}

/** A remark on a name of an event or a property. */
export const DefinitionNote = v.object({
  /** Empty = none. */
  description: v.string(),
  tags: v.array(v.string()),
  verified: v.boolean(),
  /** ISO text; null = not verified. */
  verified_at: v.nullable(Instant),
  verified_by: By,
  hidden: v.boolean(),
  /** ISO text; null = there is no remark. */
  updated_at: v.nullable(Instant),
  updated_by: By,
});
export interface DefinitionNote extends v.InferOutput<typeof DefinitionNote> {}

type Row = typeof definitionNotes.$inferSelect;

const notesOf = query((db, given: { projectId: number; kind: string }) =>
  db
    .select()
    .from(definitionNotes)
    .where(and(eq(definitionNotes.projectId, given.projectId), eq(definitionNotes.kind, given.kind))),
);

export function readNotes({ db }: Pick<Context, "db">, projectId: number, kind: string): Map<string, NoteRow> {
  return new Map(notesOf.all(db, { projectId, kind }).map((row) => [row.name, row]));
}

export type NoteRow = Omit<Row, "projectId">;

export function toNote(row: NoteRow): DefinitionNote {
  return {
    description: row.description,
    tags: JSON.parse(row.tags) as string[],
    verified: row.verifiedAt !== null,
    verified_at: row.verifiedAt === null ? null : toIso(row.verifiedAt),
    verified_by: toBy(row.verifiedBy),
    hidden: row.hidden === 1,
    updated_at: toIso(row.updatedAt),
    updated_by: toBy(row.updatedBy),
  };
}

function toBy(label: string | null): DefinitionNote["updated_by"] {
  return label === null ? null : { first_name: label, email: null };
}

/** The name on which a remark is written, and by whom. */
export interface NoteEdit {
  project: Project;
  /** `event`, or the noun of a property. */
  kind: string;
  id: string;
  name: string;
  /** @default the system */
  by?: Author;
  /** `created` = the remark defines the name, whether or not events have it. @default "updated" */
  activity?: "created" | "updated";
}

/**
 * Changes the remark on a name. A name is either verified or hidden: setting one clears the other.
 * @throws invalid naming the field
 */
export async function writeNote(
  ctx: Pick<Context, "db" | "clock" | "log">,
  { project, kind, id, name, by = SYSTEM, activity = "updated" }: NoteEdit,
  wanted: PropertyDefinitionUpdate,
): Promise<NoteRow> {
  const isEvent = kind === "event";
  if (wanted.verified === true && wanted.hidden === true) {
    throw invalid("hidden", `${isEvent ? "An event" : "A property"} cannot be both hidden and verified`);
  }
  const label = by.kind === "key" ? by.label : null;
  return write(ctx.db, () => {
    const nowMs = ctx.clock.now();
    const before = readNotes(ctx, project.id, kind).get(name) ?? { ...NO_NOTE, kind, name, updatedAt: nowMs };
    const isVerified = wanted.verified ?? (before.verifiedAt !== null && wanted.hidden !== true);
    const verified = isVerified
      ? { verifiedAt: before.verifiedAt ?? nowMs, verifiedBy: before.verifiedAt === null ? label : before.verifiedBy }
      : { verifiedAt: null, verifiedBy: null };
    const after: NoteRow = {
      ...before,
      ...verified,
      description: wanted.description ?? before.description,
      tags: wanted.tags === undefined ? before.tags : toJson(wanted.tags),
      hidden: Number(wanted.hidden ?? (before.hidden === 1 && wanted.verified !== true)),
      propertyType: wanted.property_type === undefined ? before.propertyType : wanted.property_type,
      updatedAt: nowMs,
      updatedBy: label,
      ...(activity === "created" && { createdAt: nowMs, deletedCount: null }),
    };
    store(ctx, project.id, after);
    const scope = isEvent ? "EventDefinition" : "PropertyDefinition";
    const changes = toChanges(toNote(before), toNote(after));
    const entry = { projectId: project.id, by, scope, itemId: id, activity } as const;
    recordActivity(ctx, { ...entry, detail: { name, changes } });
    return after;
  });
}

const NO_NOTE = {
  description: "",
  tags: "[]",
  verifiedAt: null,
  verifiedBy: null,
  hidden: 0,
  propertyType: null,
  updatedBy: null,
  createdAt: null,
  deletedCount: null,
};

/**
 * Deletes the definition of an event with the remark on it.
 * @param count the events that have the name: more of them bring the definition back
 */
export async function deleteNote(
  ctx: Pick<Context, "db" | "clock" | "log">,
  { project, kind, id, name, by = SYSTEM }: NoteEdit,
  count: number,
): Promise<void> {
  await write(ctx.db, () => {
    store(ctx, project.id, { ...NO_NOTE, kind, name, updatedAt: ctx.clock.now(), deletedCount: count });
    const entry = { projectId: project.id, by, scope: "EventDefinition", itemId: id, activity: "deleted" } as const;
    recordActivity(ctx, { ...entry, detail: { name } });
  });
}

function store({ db }: Pick<Context, "db">, projectId: number, row: NoteRow): void {
  db.sql(
    `INSERT OR REPLACE INTO definition_notes
       (project_id, kind, name, description, tags, verified_at, verified_by, hidden, property_type, updated_at, updated_by,
        created_at, deleted_count)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    projectId,
    row.kind,
    row.name,
    row.description,
    row.tags,
    row.verifiedAt,
    row.verifiedBy,
    row.hidden,
    row.propertyType,
    row.updatedAt,
    row.updatedBy,
    row.createdAt,
    row.deletedCount,
  );
}

function toChanges(before: DefinitionNote, after: DefinitionNote): Change[] {
  const fields = ["description", "tags", "verified", "hidden"] as const;
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ action: "changed", field, before: before[field], after: after[field] }));
}
