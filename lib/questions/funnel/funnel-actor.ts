import * as v from "valibot";
import type { Context } from "../context.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { isUuid } from "../../base/ids.ts";
import { parse } from "../../base/parse.ts";
import type { FunnelPlan } from "./plan.ts";
import { sound } from "../../storage/index.ts";
import type { RowOf } from "../../storage/index.ts";
import type { distinctIds } from "../../storage/tables/index.ts";

const Text = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);

export const actorEntries = {
  /** Integer id or UUID. */
  person_id: v.nullish(Text),
  distinct_id: v.nullish(Text),
  /** For a funnel of groups. */
  group_key: v.nullish(Text),
};
const ActorFields = v.object(actorEntries);

/**
 * The actor of an explanation: the person by `person_id` (integer or UUID) or `distinct_id`, in a funnel of groups the
 * group by `group_key`.
 * @throws HogletError 400 when none is named, 404 when there is no such person
 */
export function toFunnelActor(
  { db }: Pick<Context, "db">,
  input: Record<string, unknown>,
  { projectId, actors }: Pick<FunnelPlan, "projectId" | "actors">,
): number | string {
  const { person_id: personId, distinct_id: distinctId, group_key: groupKey } = parse(ActorFields, input);
  if (actors.by === "groups") {
    if (groupKey) return groupKey;
    throw invalid("group_key", "An explanation is about one group: name it by group_key.", "required");
  }
  const actor = personId
    ? byPersonId(db, projectId, personId)
    : distinctId
      ? byDistinctId(db, projectId, distinctId)
      : null;
  if (actor === null) {
    throw invalid("person_id", "An explanation is about one person: name it by person_id or distinct_id.", "required");
  }
  if (actor === undefined) throw notFound("There is no such person.");
  return actor;
}

/** Undefined = there is none. (Primary key; index persons_by_uuid.) */
function byPersonId(db: Context["db"], projectId: number, text: string): number | undefined {
  const sql = isUuid(text)
    ? db.sql("SELECT id FROM persons WHERE project_id = ? AND uuid = ?")
    : db.sql("SELECT id FROM persons WHERE project_id = ? AND id = ?");
  return sql.pluck().get(projectId, isUuid(text) ? text.toLowerCase() : Number(text)) as number | undefined;
}

/** The person of a distinct id, or its personless actor. (Index distinct_ids_by_text.) */
function byDistinctId(db: Context["db"], projectId: number, text: string): number | undefined {
  const row = db
    .sql<RowOf<typeof distinctIds, "id" | "person_id" | "is_personless">>(
      `SELECT id, ${sound("distinct_ids", "d", "person_id")} AS person_id, is_personless
       FROM distinct_ids d WHERE project_id = ? AND distinct_id = ?`,
    )
    .get(projectId, text);
  if (row === undefined) return undefined;
  return row.person_id ?? (row.is_personless ? -row.id : undefined);
}
