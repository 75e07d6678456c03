import * as v from "valibot";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import type { Project } from "../projects/index.ts";
import { toJson, write } from "../../storage/index.ts";

/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A value and its name. */
export interface Note {
  name: string;
  value: JsonValue;
}

/** The name of a note: 1 to 200 characters. */
export const NoteName = v.pipe(v.string(), v.minLength(1, "This field may not be blank."), v.maxLength(200));

type Db = Pick<Context, "db">;

/** The value of a note; null = there is none. */
export function getNote({ db }: Db, project: Project, name: string): JsonValue {
  const text = db.sql("SELECT value FROM notes WHERE project_id = ? AND name = ?").pluck().get(project.id, name);
  return text === undefined ? null : (JSON.parse(String(text)) as JsonValue);
}

/** The notes whose names begin so, by name. */
export function listNotes({ db }: Db, project: Project, prefix: string): Note[] {
  // The primary key of notes; no name goes beyond the largest code point after the prefix.
  const rows = db
    .sql(
      "SELECT name, value FROM notes WHERE project_id = ? AND name >= ? AND name < ? || char(0x10ffff) ORDER BY name",
    )
    .all(project.id, prefix, prefix) as { name: string; value: string }[];
  return rows.map(({ name, value }) => ({ name, value: JSON.parse(value) as JsonValue }));
}

/** Writes a note; null deletes it. */
export async function setNote(ctx: Db, project: Project, name: string, value: JsonValue): Promise<void> {
  const text = toText(value);
  await write(ctx.db, () => put(ctx, project, name, text));
}

/**
 * Writes what `change` makes of the value (null = there is none, or delete it) and gives that: one transaction, so that
 * nothing that another process writes is lost. `change` must not wait for anything.
 */
export async function updateNote(
  ctx: Db,
  project: Project,
  name: string,
  change: (value: JsonValue) => JsonValue,
): Promise<JsonValue> {
  const next: { value: JsonValue } = await write(ctx.db, () => {
    const value = change(getNote(ctx, project, name));
    put(ctx, project, name, toText(value));
    return { value };
  });
  return next.value;
}

/** Deletes a note, if it is there. */
export async function deleteNote(ctx: Db, project: Project, name: string): Promise<void> {
  await write(ctx.db, () => put(ctx, project, name, null));
}

/** Null = none. @throws invalid for what JSON cannot hold */
function toText(value: JsonValue): string | null {
  if (value === null) return null;
  const text = toJson(value) as string | undefined;
  if (text === undefined) throw invalid("value", "Expected a JSON value.");
  return text;
}

/** Inside the caller's transaction; null deletes. */
function put({ db }: Db, project: Project, name: string, text: string | null): void {
  if (text === null) {
    db.sql("DELETE FROM notes WHERE project_id = ? AND name = ?").run(project.id, name);
    return;
  }
  db.sql(
    `INSERT INTO notes (project_id, name, value) VALUES (?, ?, ?)
     ON CONFLICT (project_id, name) DO UPDATE SET value = excluded.value`,
  ).run(project.id, name, text);
}
