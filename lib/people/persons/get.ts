import type { Context } from "../context.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { toUuid } from "../../base/ids.ts";
import type { Project } from "../../admin/projects/index.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { persons } from "../../storage/tables/index.ts";
import { findRecord } from "./record.ts";
import type { PersonRecord } from "./record.ts";

// Primary key.
const idById = query((db, given: { projectId: number; id: number }) =>
  db
    .select({ id: persons.id })
    .from(persons)
    .where(and(eq(persons.id, given.id), eq(persons.projectId, given.projectId))),
);

// Index persons_by_uuid.
const idByUuid = query((db, given: { projectId: number; uuid: string }) =>
  db
    .select({ id: persons.id })
    .from(persons)
    .where(and(eq(persons.projectId, given.projectId), eq(persons.uuid, given.uuid))),
);

/**
 * The person with this id: the integer, or the UUID.
 * @throws notFound; invalid when the id is neither form
 */
export function getPerson(ctx: Pick<Context, "db">, project: Project, id: string | number): PersonRecord {
  const found = findPersonId(ctx, project.id, id);
  const record = found === undefined ? undefined : findRecord(ctx.db, project, found);
  if (record === undefined) throw notFound();
  return record;
}

/**
 * The integer id of the person with this integer id or UUID; undefined = the project has no such person.
 * @throws invalid when the id is neither form
 */
export function findPersonId({ db }: Pick<Context, "db">, projectId: number, id: string | number): number | undefined {
  const uuid = toUuid(String(id));
  const found =
    uuid === null ? idById.get(db, { projectId, id: toInteger(id) }) : idByUuid.get(db, { projectId, uuid });
  return found?.id;
}

function toInteger(id: string | number): number {
  if (/^\d{1,15}$/.test(String(id))) return Number(id);
  throw invalid(
    null,
    "The ID provided does not look like a personID. If you are using a distinctId, please use " +
      `/persons?distinct_id=${id} instead.`,
  );
}
