import type { Db } from "./db.ts";
import { damagedTable, hasAllRows, sound } from "./row-sums.ts";
import { parseStored } from "./stored-json.ts";

/** A group. */
export interface GroupName {
  projectId: number;
  /** 0 to 4. */
  groupTypeIndex: number;
  groupKey: string;
}

/** The connections that compared the groups with their index. */
const compared = new WeakSet<Db["sqlite"]>();

/**
 * The properties of a group, by the index groups_by_key; {} for a group without `$groupidentify`.
 * @throws corrupt when its row is damaged, or when damage hides groups
 */
export function storedGroup<Properties extends object>(db: Db, group: GroupName): Properties {
  const read = db.sql<string>(
    `SELECT ${sound("groups", "g", "properties")} FROM groups g
     WHERE project_id = @projectId AND group_type_index = @groupTypeIndex AND group_key = @groupKey`,
  );
  const text = read.pluck().get(group);
  if (text !== undefined) return parseStored<Properties>("group", null, text);
  if (!compared.has(db.sqlite) && !hasAllRows(db, "groups")) throw damagedTable("groups");
  compared.add(db.sqlite);
  return {} as Properties;
}
