import { parseStored, sound } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import type { Properties } from "./property-text.ts";

/** The properties of a group; {} for a group without `$groupidentify`. */
export type GroupLookup = (groupTypeIndex: number, groupKey: string) => Properties;

/**
 * Looks up the groups of one project as they are now (index groups_by_key). The lookup caches what it reads: create a
 * new lookup for each question.
 */
export function groupLookup(db: Db, projectId: number): GroupLookup {
  const known = new Map<string, Properties>();
  const read = db
    .sql(
      `SELECT ${sound("groups", "g", "properties")} FROM groups g
       WHERE project_id = ? AND group_type_index = ? AND group_key = ?`,
    )
    .pluck();
  return (groupTypeIndex, groupKey) => {
    const name = `${groupTypeIndex} ${groupKey}`;
    let properties = known.get(name);
    if (properties === undefined) {
      const text = read.get(projectId, groupTypeIndex, groupKey) as string | undefined;
      properties = parseStored<Properties>("group", null, text ?? "{}");
      known.set(name, properties);
    }
    return properties;
  };
}
