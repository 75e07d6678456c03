import * as v from "valibot";
import type { Context } from "../context.ts";
import { corrupt, invalid } from "../../base/errors.ts";
import type { Project } from "../projects/index.ts";
import { toJson, write } from "../../storage/index.ts";
import { and, eq, gte, query, sql } from "../../storage/queries/index.ts";
import { notes } from "../../storage/tables/index.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface Note {
  name: string;
  value: JsonValue;
}

/** The name of a note: 1 to 200 characters. */
export const NoteName = v.pipe(v.string(), v.minLength(1, "This field may not be blank."), v.maxLength(200));

type Db = Pick<Context, "db">;

interface Key {
  projectId: number;
  name: string;
}

const isNote = ({ projectId, name }: Key) => and(eq(notes.projectId, projectId), eq(notes.name, name));

const noteByName = query((db, key: Key) => db.select({ value: notes.value }).from(notes).where(isNote(key)));

const notesByPrefix = query((db, given: { projectId: number; prefix: string }) =>
  db
    .select({ name: notes.name, value: notes.value })
    .from(notes)
    // The primary key; no name sorts after the prefix with the largest code point.
    .where(
      and(
        eq(notes.projectId, given.projectId),
        gte(notes.name, given.prefix),
        sql`${notes.name} < ${given.prefix} || char(0x10ffff)`,
      ),
    )
    .orderBy(notes.name),
);

const putNote = query((db, given: typeof notes.$inferInsert) =>
  db
    .insert(notes)
    .values({ projectId: given.projectId, name: given.name, value: given.value })
    .onConflictDoUpdate({ target: [notes.projectId, notes.name], set: { value: sql`excluded.value` } }),
);

const removeNote = query((db, key: Key) => db.delete(notes).where(isNote(key)));

/** Null = no such note. */
export function getNote({ db }: Db, project: Project, name: string): JsonValue {
  const note = noteByName.get(db, { projectId: project.id, name });
  return note === undefined ? null : parseNote(name, note.value);
}

/** The notes whose names begin with `prefix`, by name. */
export function listNotes({ db }: Db, project: Project, prefix: string): Note[] {
  const rows = notesByPrefix.all(db, { projectId: project.id, prefix });
  return rows.map(({ name, value }) => ({ name, value: parseNote(name, value) }));
}

/** Writes a note; null deletes it. */
export async function setNote(ctx: Db, project: Project, name: string, value: JsonValue): Promise<void> {
  const text = toNoteText(value);
  await write(ctx.db, () => put(ctx, project, name, text));
}

/**
 * Replaces a value by the result of `change` (null = no note, or delete it) and returns it: one transaction, so that no
 * other process's change is lost. `change` must be synchronous.
 */
export async function updateNote(
  ctx: Db,
  project: Project,
  name: string,
  change: (value: JsonValue) => JsonValue,
): Promise<JsonValue> {
  const next: { value: JsonValue } = await write(ctx.db, () => {
    const value = change(getNote(ctx, project, name));
    put(ctx, project, name, toNoteText(value));
    return { value };
  });
  return next.value;
}

/** Deletes a note if it exists. */
export async function deleteNote(ctx: Db, project: Project, name: string): Promise<void> {
  await write(ctx.db, () => put(ctx, project, name, null));
}

/** Null = none. @throws invalid for values that JSON cannot hold */
function toNoteText(value: JsonValue): string | null {
  if (value === null) return null;
  const text = toJson(value) as string | undefined;
  if (text === undefined) throw invalid("value", "Expected a JSON value.");
  return text;
}

/** Inside the caller's transaction; null deletes. */
function put({ db }: Db, project: Project, name: string, text: string | null): void {
  const key = { projectId: project.id, name };
  if (text === null) removeNote.run(db, key);
  else putNote.run(db, { ...key, value: text });
}

/** @throws corrupt naming the note when its bytes are damaged */
function parseNote(name: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw corrupt(`The note ${JSON.stringify(name)} is damaged. Set it again, or delete it.`);
  }
}
