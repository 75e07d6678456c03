import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";

/** A kind of group. The names are PostHog's and always null: events name types by `group_type`. */
export interface GroupTypeRecord {
  group_type: string;
  /** 0 to 4. */
  group_type_index: number;
  name_singular: null;
  name_plural: null;
}

/** The group types of a project by index: five at most. */
export function listGroupTypes({ db }: Pick<Context, "db">, project: Project): GroupTypeRecord[] {
  const rows = db
    .sql("SELECT group_type, group_type_index FROM group_types WHERE project_id = ? ORDER BY group_type_index")
    .all(project.id) as { group_type: string; group_type_index: number }[];
  return rows.map(({ group_type, group_type_index }) => ({
    group_type,
    group_type_index,
    name_singular: null,
    name_plural: null,
  }));
}
