import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { sortDistinctIds, toName } from "./name.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { Properties } from "./person.ts";
import { parseStored, sound } from "../../storage/index.ts";

/** A person as clients see it. */
export interface PersonRecord {
  id: number;
  /** The first display-name property with a value; else a distinct id. */
  name: string;
  /** Non-anonymous ids first. */
  distinct_ids: string[];
  properties: Properties;
  /** ISO text. */
  created_at: string;
  uuid: string;
  /** hoglet's own field, beyond the contract. */
  is_identified: boolean;
}

/** The columns of `toRecord`, for a SELECT from `persons`. */
export const PERSON_COLUMNS = `persons.id, persons.uuid, ${sound("persons", "persons", "properties")} AS properties,
  persons.is_identified, persons.created_at`;

export interface PersonRow {
  id: number;
  uuid: string;
  properties: string;
  is_identified: number;
  created_at: number;
}

/** Reads the distinct ids of a row and converts it for clients. */
export function toRecord({ db }: Pick<Context, "db">, row: PersonRow, nameProperties: readonly string[]): PersonRecord {
  const distinctIds = db
    .sql<string>(
      `SELECT ${sound("distinct_ids", "d", "distinct_id")} FROM distinct_ids d WHERE person_id = ? ORDER BY id`,
    )
    .pluck()
    .all(row.id);
  const properties = parseStored<Properties>("person", row.id, row.properties);
  return {
    id: row.id,
    name: toName({ id: row.id, properties, distinctIds }, nameProperties),
    distinct_ids: sortDistinctIds(distinctIds),
    properties,
    created_at: toIso(row.created_at),
    uuid: row.uuid,
    is_identified: row.is_identified === 1,
  };
}

/** The records of these persons, in the order of the ids; unknown ids are left out. */
export function readRecords(db: Context["db"], project: Project, ids: readonly number[]): PersonRecord[] {
  const read = db.sql(`SELECT ${PERSON_COLUMNS} FROM persons WHERE id = ? AND project_id = ?`);
  return ids.flatMap((id) => {
    const row = read.get(id, project.id) as PersonRow | undefined;
    return row === undefined ? [] : [toRecord({ db }, row, project.person_display_name_properties)];
  });
}
