import type { Context } from "../context.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { isUuid } from "../../base/ids.ts";
import type { Project } from "../../admin/projects/index.ts";
import { PERSON_COLUMNS, toRecord } from "./record.ts";
import type { PersonRecord, PersonRow } from "./record.ts";

/**
 * The person with this id: the integer, or the UUID.
 * @throws notFound; invalid when the id is neither form
 */
export function getPerson(ctx: Pick<Context, "db">, project: Project, id: string | number): PersonRecord {
  const found = findPersonId(ctx, project.id, id);
  if (found === undefined) throw notFound();
  const row = ctx.db
    .sql(`SELECT ${PERSON_COLUMNS} FROM persons WHERE id = ? AND project_id = ?`)
    .get(found, project.id);
  return toRecord(ctx, row as PersonRow, project.person_display_name_properties);
}

/**
 * The integer id of the person with this integer id or UUID; undefined = the project has no such person. (Primary key,
 * index persons_by_uuid.)
 * @throws invalid when the id is neither form
 */
export function findPersonId({ db }: Pick<Context, "db">, projectId: number, id: string | number): number | undefined {
  const uuid = toUuid(String(id));
  const found =
    uuid === null
      ? db.sql("SELECT id FROM persons WHERE id = ? AND project_id = ?").pluck().get(toInteger(id), projectId)
      : db.sql("SELECT id FROM persons WHERE project_id = ? AND uuid = ?").pluck().get(projectId, uuid);
  return found as number | undefined;
}

/**
 * The usual form of a UUID in any of the forms that PostHog accepts (reference/rest.md 4.1): upper case, without
 * dashes, in braces, after `urn:uuid:`. Null = not a UUID.
 */
export function toUuid(text: string): string | null {
  const bare = text
    .toLowerCase()
    .replace(/^urn:uuid:/, "")
    .replace(/^\{(.*)\}$/, "$1");
  const dashed = bare.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/, "$1-$2-$3-$4-$5");
  return isUuid(dashed) ? dashed : null;
}

function toInteger(id: string | number): number {
  if (/^\d{1,15}$/.test(String(id))) return Number(id);
  throw invalid(
    null,
    "The ID provided does not look like a personID. If you are using a distinctId, please use " +
      `/persons?distinct_id=${id} instead.`,
  );
}
