import { corrupt } from "../base/errors.ts";
import type { Db } from "../storage/index.ts";
import { damagedRow, damagedTable, hasAllRows, rowFault, sound } from "../storage/index.ts";

/** A project's event names; events hold their ids. */
export interface EventNames {
  /**
   * Undefined = no event has the name. A name missing in the index is searched in the table, 1 µs a name: otherwise
   * damage could make answers zero.
   * @throws corrupt when its row, the index or another row is damaged
   */
  idOf(name: string): number | undefined;
  /** @throws corrupt when the row of the id is damaged or lost */
  nameOf(id: number): string;
  /** All names with their ids, in no order. @throws corrupt when the row of one is damaged */
  all(): [id: number, name: string][];
}

/** Looks up names of events. */
export function eventNames(db: Pick<Db, "sql">, projectId: number): EventNames {
  return {
    idOf: (name) => findId(db, projectId, name),
    nameOf: (id) => readEventName(db, projectId, id),
    all: () =>
      db
        .sql(`SELECT id, ${sound("event_names", "n", "name")} FROM event_names n WHERE project_id = ?`)
        .raw(true)
        .all(projectId) as [number, string][],
  };
}

/** Looks a name up by the index event_names_by_name. */
function findId(db: Pick<Db, "sql">, projectId: number, name: string): number | undefined {
  const id = db.sql<number>(BY_NAME).pluck().get(projectId, name);
  if (id === undefined) requireAbsent(db, projectId, name);
  else requireRow(db, id, name);
  return id;
}

const BY_NAME = "SELECT id FROM event_names WHERE project_id = ? AND name = ?";

function requireRow(db: Pick<Db, "sql">, id: number, name: string): void {
  const isDamaged = db
    .sql<number>(
      `SELECT ${rowFault("event_names", "n")} OR n.name IS NOT @name FROM event_names n NOT INDEXED WHERE n.id = @id`,
    )
    .pluck()
    .get({ id, name });
  if (isDamaged !== 0) throw damagedRow("event_names", id);
}

function requireAbsent(db: Pick<Db, "sql">, projectId: number, name: string): void {
  const found = db
    .sql<{ id: number; fault: number }>(
      `SELECT id, fault FROM (SELECT n.id, ${rowFault("event_names", "n")} AS fault, n.project_id = @projectId AND n.name = @name AS is_wanted
         FROM event_names n NOT INDEXED) WHERE fault OR is_wanted LIMIT 1`,
    )
    .get({ projectId, name });
  if (found === undefined) {
    if (!hasAllRows(db, "event_names")) throw damagedTable("event_names");
    return;
  }
  if (found.fault !== 0) throw damagedRow("event_names", found.id);
  throw corrupt("The index of event names is damaged. Stop hoglet, and run `hoglet doctor <file> --repair`.");
}

function readEventName(db: Pick<Db, "sql">, projectId: number, id: number): string {
  const name = db
    .sql<string>(
      `SELECT ${sound("event_names", "n", "name")} FROM event_names n NOT INDEXED WHERE n.project_id = ? AND n.id = ?`,
    )
    .pluck()
    .get(projectId, id);
  if (name === undefined) throw damagedRow("event_names", id);
  return name;
}
