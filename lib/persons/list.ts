import * as v from "valibot";
import type { Context } from "../context.ts";
import { pageEntries } from "../page.ts";
import type { Page } from "../page.ts";
import type { Project } from "../projects/index.ts";
import { PERSON_COLUMNS, toRecord } from "./record.ts";
import type { PersonRecord, PersonRow } from "./record.ts";

const Text = v.pipe(v.string(), v.maxLength(1000));

/** Filters of the person list; those given are AND-ed. */
export const PersonListQuery = v.object({
  ...pageEntries,
  /** Exact; matches any of a person's ids. */
  distinct_id: v.exactOptional(Text),
  /** The `email` property, exact. */
  email: v.exactOptional(Text),
  /** Part of the `email` property in any letter case, or a whole distinct id, or the UUID. */
  search: v.exactOptional(Text),
});
export type PersonListQuery = v.InferOutput<typeof PersonListQuery>;
export type PersonListInput = v.InferInput<typeof PersonListQuery>;

/** Persons of a project, newest first. */
export function listPersons(ctx: Pick<Context, "db">, project: Project, query: PersonListQuery): Page<PersonRecord> {
  const where = toConditions(project.id, query);
  const count = ctx.db
    .sql(`SELECT count(*) FROM persons WHERE ${where.sql}`)
    .pluck()
    .get(...where.values) as number;
  const rows = ctx.db
    .sql(`SELECT ${PERSON_COLUMNS} FROM persons WHERE ${where.sql} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`)
    .all(...where.values, query.limit, query.offset) as PersonRow[];
  return { count, results: rows.map((row) => toRecord(ctx, row, project.person_display_name_properties)) };
}

// Each filter and the index that serves it: distinct_ids_by_text, persons_by_email; `search` reads every email of the
// project from persons_by_email.
const WITH_DISTINCT_ID = "id IN (SELECT person_id FROM distinct_ids WHERE project_id = ? AND distinct_id = ?)";
const WITH_EMAIL = "properties ->> '$.email' = ?";
const MATCHING = `(properties ->> '$.email' LIKE ? OR uuid = ? OR ${WITH_DISTINCT_ID})`;

function toConditions(
  projectId: number,
  { distinct_id, email, search }: PersonListQuery,
): { sql: string; values: (string | number)[] } {
  const conditions = ["project_id = ?"];
  const values: (string | number)[] = [projectId];
  if (distinct_id) {
    conditions.push(WITH_DISTINCT_ID);
    values.push(projectId, distinct_id);
  }
  if (email) {
    conditions.push(WITH_EMAIL);
    values.push(email);
  }
  if (search) {
    conditions.push(MATCHING);
    values.push(`%${search}%`, search.toLowerCase(), projectId, search);
  }
  return { sql: conditions.join(" AND "), values };
}
