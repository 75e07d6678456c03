import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { isUuid, personUuid } from "../../base/ids.ts";
import { sound } from "../../storage/index.ts";
import type { ProjectRef } from "../../events/project-ref.ts";

type Db = Context["db"];

/** The wanted actor in clients' words; absent or empty = no condition. */
export interface Who {
  distinct_id?: string;
  /** Integer id or UUID of a person, or the UUID that a personless event shows as its `person_id`. */
  person_id?: number | string;
}

/**
 * Ordinals of distinct ids; null = no condition, empty = no match.
 * @throws invalid when `person_id` has neither form of an id
 */
export async function findOrdinals(
  { db }: Pick<Context, "db">,
  project: ProjectRef,
  { distinct_id: distinctId, person_id: personId }: Who,
): Promise<number[] | null> {
  const named = distinctId ? ofDistinctId(db, project.id, distinctId) : null;
  const owned = personId === undefined || personId === "" ? null : await ofPerson(db, project.id, String(personId));
  if (named === null || owned === null) return named ?? owned;
  return named.filter((ordinal) => owned.includes(ordinal));
}

function ofDistinctId(db: Db, projectId: number, distinctId: string): number[] {
  return db
    .sql<number>(
      `SELECT ${sound("distinct_ids", "d", "id")} FROM distinct_ids d WHERE project_id = ? AND distinct_id = ?`,
    )
    .pluck()
    .all(projectId, distinctId);
}

async function ofPerson(db: Db, projectId: number, id: string): Promise<number[]> {
  if (/^\d{1,15}$/.test(id)) return ofPersonId(db, projectId, Number(id));
  if (!isUuid(id)) throw invalid("person_id", "Expected the integer id or the UUID of a person.");
  const uuid = id.toLowerCase();
  const known = db.sql("SELECT id FROM persons WHERE project_id = ? AND uuid = ?").pluck().get(projectId, uuid);
  return known === undefined ? ofPersonless(db, projectId, uuid) : ofPersonId(db, projectId, Number(known));
}

// Index distinct_ids_by_person.
function ofPersonId(db: Db, projectId: number, personId: number): number[] {
  return db
    .sql<number>(
      `SELECT ${sound("distinct_ids", "d", "id")} FROM distinct_ids d WHERE person_id = ? AND project_id = ? ORDER BY id`,
    )
    .pluck()
    .all(personId, projectId);
}

/** Ids tested between two turns of the event loop: a few ms. */
const CHUNK = 1000;

// A personless id's UUID is a hash that is stored nowhere (capture would pay): tries all ids, about 3 s for a million.
// Index distinct_ids_by_person, which ends with the id.
async function ofPersonless(db: Db, projectId: number, uuid: string): Promise<number[]> {
  const next = db.sql(
    `SELECT id, ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id FROM distinct_ids d
     WHERE person_id IS NULL AND id > ? AND project_id = ? AND is_personless = 1 ORDER BY id LIMIT ?`,
  );
  for (let last = 0; ; await nextTurn()) {
    const rows = next.all(last, projectId, CHUNK) as { id: number; distinct_id: string }[];
    const found = rows.find((row) => personUuid(projectId, row.distinct_id) === uuid);
    if (found !== undefined) return [found.id];
    const end = rows.at(-1);
    if (end === undefined) return [];
    last = end.id;
  }
}
