import * as v from "valibot";
import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";
import { eq, query } from "../../storage/queries/index.ts";
import { groupTypes } from "../../storage/tables/index.ts";
import { TypeIndex } from "./type-index.ts";

/** A kind of group. The names are PostHog's and always null: events name types by `group_type`. */
export const GroupType = v.pipe(
  v.object({
    group_type: v.string(),
    /** 0 to 4. */
    group_type_index: TypeIndex,
    name_singular: v.null(),
    name_plural: v.null(),
  }),
  v.examples([{ group_type: "company", group_type_index: 0, name_singular: null, name_plural: null }]),
);
export interface GroupTypeRecord extends v.InferOutput<typeof GroupType> {}

const groupTypesOf = query((db, given: { projectId: number }) =>
  db.select().from(groupTypes).where(eq(groupTypes.projectId, given.projectId)).orderBy(groupTypes.groupTypeIndex),
);

/** The group types of a project by index: five at most. */
export function listGroupTypes({ db }: Pick<Context, "db">, project: Project): GroupTypeRecord[] {
  const rows = groupTypesOf.all(db, { projectId: project.id });
  return rows.map(({ groupType, groupTypeIndex }) => ({
    group_type: groupType,
    group_type_index: groupTypeIndex,
    name_singular: null,
    name_plural: null,
  }));
}
