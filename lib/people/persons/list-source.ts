import type { Context } from "../context.ts";
import { isAscii, sound } from "../../storage/index.ts";

type Db = Context["db"];

/** The highest person id of any project. */
export function lastId(db: Db): number {
  return Number(db.sql("SELECT coalesce(max(id), 0) FROM persons").pluck().get());
}

/** Tested by SQL; an empty text counts as absent. */
interface Wanted {
  distinct_id?: string;
  email?: string;
  search?: string;
}

/** The wanted persons up to an id, without property filters. */
export interface Source {
  sql: string;
  values: (string | number)[];
  /** The conditions alone. */
  where: string;
  projectId: number;
  maxId: number;
  /** True if the project and `maxId` are the only conditions. */
  isWhole: boolean;
}

const OF_DISTINCT_ID = `(SELECT ${sound("distinct_ids", "d", "person_id")} FROM distinct_ids d WHERE project_id = ? AND distinct_id = ?)`;
const EMAIL = "properties ->> '$.email'";

// LIKE ignores case only for ASCII. A text beyond ASCII is only in emails beyond ASCII, so only these are converted.
const EMAIL_LIKE = `${EMAIL} LIKE ? ESCAPE '\\'`;
const ANY_EMAIL_LIKE = `(${EMAIL} GLOB '*[^\u0001-\u007f]*' AND hoglet_lower(${EMAIL}) LIKE ? ESCAPE '\\')`;

// The index for the rows: distinct_ids_by_text and the primary key; persons_by_email, searched exactly or read from end
// to end (it covers search and order); persons_by_created_at. Named, because SQLite without statistics may prefer the
// index of the order and test every person.
export function toSource(projectId: number, query: Wanted, maxId: number): Source {
  const conditions = ["project_id = ?", "id <= ?"];
  const values: Source["values"] = [projectId, maxId];
  if (query.distinct_id) {
    conditions.push(`id = ${OF_DISTINCT_ID}`);
    values.push(projectId, query.distinct_id);
  }
  if (query.email) {
    conditions.push(`${EMAIL} = ?`);
    values.push(query.email);
  }
  if (query.search) {
    const part = query.search.toLowerCase();
    conditions.push(
      `(${isAscii(part) ? EMAIL_LIKE : ANY_EMAIL_LIKE}
        OR id IN (${OF_DISTINCT_ID}, (SELECT id FROM persons WHERE project_id = ? AND uuid = ?)))`,
    );
    values.push(
      `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      projectId,
      query.search,
      projectId,
      query.search.toLowerCase(),
    );
  }
  const byEmail = query.email || query.search ? " INDEXED BY persons_by_email" : " INDEXED BY persons_by_created_at";
  const hint = query.distinct_id ? " NOT INDEXED" : byEmail;
  const where = conditions.join(" AND ");
  return {
    sql: `FROM persons${hint} WHERE ${where}`,
    where,
    values,
    projectId,
    maxId,
    isWhole: !query.distinct_id && !query.email && !query.search,
  };
}
