import { storedGroup } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import type { Properties } from "./property-text.ts";

/** The properties of a group; {} for a group without `$groupidentify`. */
export type GroupLookup = (groupTypeIndex: number, groupKey: string) => Properties;

/** Looks up the groups of one project as they are now, each once: create a new lookup for each question. */
export function groupLookup(db: Db, projectId: number): GroupLookup {
  const known = new Map<string, Properties>();
  return (groupTypeIndex, groupKey) => {
    const name = `${groupTypeIndex} ${groupKey}`;
    const properties = known.get(name) ?? storedGroup<Properties>(db, { projectId, groupTypeIndex, groupKey });
    known.set(name, properties);
    return properties;
  };
}
