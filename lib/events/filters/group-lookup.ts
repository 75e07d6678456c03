import { damagedTable, hasAllRows, parseStored, sound } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import type { Properties } from "./property-text.ts";

/**
 * Properties of a group, of a type from 0 to 4; {} without `$groupidentify`.
 * @throws corrupt when its row is damaged, or when damage hides groups
 */
export type GroupLookup = (groupTypeIndex: number, groupKey: string) => Properties;

/** Reads each group of a project once: make one for each question. */
export function groupLookup(db: Db, projectId: number): GroupLookup {
  const known = new Map<string, Properties>();
  return (groupTypeIndex, groupKey) => {
    const name = `${groupTypeIndex} ${groupKey}`;
    const properties = known.get(name) ?? readGroup(db, { projectId, groupTypeIndex, groupKey });
    known.set(name, properties);
    return properties;
  };
}

/** Connections that compared the groups with their index. */
const compared = new WeakSet<Db["sqlite"]>();

/** Reads a group by the index groups_by_key. */
function readGroup(db: Db, group: { projectId: number; groupTypeIndex: number; groupKey: string }): Properties {
  const read = db.sql<string>(
    `SELECT ${sound("groups", "g", "properties")} FROM groups g
     WHERE project_id = @projectId AND group_type_index = @groupTypeIndex AND group_key = @groupKey`,
  );
  const text = read.pluck().get(group);
  if (text !== undefined) return parseStored<Properties>("group", null, text);
  if (!compared.has(db.sqlite) && !hasAllRows(db, "groups")) throw damagedTable("groups");
  compared.add(db.sqlite);
  return {};
}
