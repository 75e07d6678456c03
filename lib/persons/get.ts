import type { Context } from "../context.ts";
import { invalid, notFound } from "../errors.ts";
import { isUuid } from "../ids.ts";
import type { Project } from "../projects/index.ts";
import { PERSON_COLUMNS, toRecord } from "./record.ts";
import type { PersonRecord, PersonRow } from "./record.ts";

/**
 * The person with this id: the integer, or the UUID.
 * @throws notFound; invalid when the id is neither form
 */
export function getPerson(ctx: Pick<Context, "db">, project: Project, id: string | number): PersonRecord {
  const row = isUuid(String(id)) ? findByUuid(ctx, project, String(id)) : findById(ctx, project, toInteger(id));
  if (row === undefined) throw notFound();
  return toRecord(ctx, row, project.person_display_name_properties);
}

function findById({ db }: Pick<Context, "db">, project: Project, id: number): PersonRow | undefined {
  return db.sql(`SELECT ${PERSON_COLUMNS} FROM persons WHERE project_id = ? AND id = ?`).get(project.id, id) as
    | PersonRow
    | undefined;
}

function findByUuid({ db }: Pick<Context, "db">, project: Project, uuid: string): PersonRow | undefined {
  return db
    .sql(`SELECT ${PERSON_COLUMNS} FROM persons WHERE project_id = ? AND uuid = ?`)
    .get(project.id, uuid.toLowerCase()) as PersonRow | undefined;
}

function toInteger(id: string | number): number {
  if (/^\d{1,15}$/.test(String(id))) return Number(id);
  throw invalid(
    null,
    "The ID provided does not look like a personID. If you are using a distinctId, please use " +
      `/persons?distinct_id=${id} instead.`,
  );
}
