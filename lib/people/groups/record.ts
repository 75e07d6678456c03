import { toIso } from "../../base/clock.ts";
import { parseStored, requireGroup } from "../../storage/index.ts";
import type { groups } from "../../storage/tables/index.ts";

/** A group as clients see it. */
export interface GroupRecord {
  /** 0 to 4. */
  group_type_index: number;
  group_key: string;
  group_properties: Record<string, unknown>;
  /** ISO text. */
  created_at: string;
}

export type GroupRow = typeof groups.$inferSelect;

/** Converts a row for clients. @throws corrupt when it is damaged */
export function toGroupRecord(row: GroupRow): GroupRecord {
  requireGroup(row);
  return {
    group_type_index: row.groupTypeIndex,
    group_key: row.groupKey,
    group_properties: parseStored<Record<string, unknown>>("group", null, row.properties),
    created_at: toIso(row.createdAt),
  };
}
