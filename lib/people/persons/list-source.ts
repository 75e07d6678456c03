import type { Context } from "../context.ts";
import { isAscii, sound } from "../../storage/index.ts";

type Db = Context["db"];

/** The highest id of a person in any project. */
export function lastId(db: Db): number {
  return Number(db.sql("SELECT coalesce(max(id), 0) FROM persons").pluck().get());
}

/** The conditions of a list that SQL tests; an empty text counts as absent. */
interface Wanted {
  distinct_id?: string;
  email?: string;
  search?: string;
}

/** `FROM … WHERE …` of the wanted persons, up to an id, without property filters. */
export interface Source {
  sql: string;
  values: (string | number)[];
  /** The conditions alone. */
  where: string;
  projectId: number;
  maxId: number;
  /** Only the project and `maxId` is a condition. */
  isWhole: boolean;
}

const OF_DISTINCT_ID = `(SELECT ${sound("distinct_ids", "d", "person_id")} FROM distinct_ids d WHERE project_id = ? AND distinct_id = ?)`;
const EMAIL = "properties ->> '$.email'";

// LIKE ignores letter case only for ASCII. A search text beyond ASCII can only be in emails beyond ASCII, so only these
// few are converted to lower case.
const EMAIL_LIKE = `${EMAIL} LIKE ? ESCAPE '\\'`;
const ANY_EMAIL_LIKE = `(${EMAIL} GLOB '*[^\u0001-\u007f]*' AND hoglet_lower(${EMAIL}) LIKE ? ESCAPE '\\')`;

// The index that finds the rows: distinct_ids_by_text and the primary key; persons_by_email, searched by an exact email
// and read from end to end by a search (it holds all columns that the search and the order need);
// persons_by_created_at. Named, because without statistics SQLite may prefer the index of the order and test every
// person.
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
