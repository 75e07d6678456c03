import { and, eq } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { pick } from "./insert-into.ts";
import { query } from "./query.ts";
import type { Query } from "./query.ts";

interface InProject {
  id: number;
  projectId: number;
}

/** Changes these columns of a project's row by id. */
export function changeRow<
  Table extends SQLiteTable & Record<keyof InProject, SQLiteColumn>,
  Key extends keyof Table["$inferSelect"] & string,
>(table: Table, keys: readonly Key[]): Query<Pick<Table["$inferSelect"], Key> & InProject, unknown, unknown> {
  return query((db, given: Pick<Table["$inferSelect"], Key> & InProject) =>
    db
      .update<SQLiteTable>(table)
      .set(pick(given, keys))
      .where(and(eq(table.id, given.id), eq(table.projectId, given.projectId))),
  );
}
