import { toIso } from "../../base/clock.ts";
import { parseStored } from "../../storage/index.ts";

/** A group as clients see it. */
export interface GroupRecord {
  /** 0 to 4. */
  group_type_index: number;
  group_key: string;
  group_properties: Record<string, unknown>;
  /** ISO text. */
  created_at: string;
}

/** The columns of `toRecord`, for a SELECT from `groups`. */
export const GROUP_COLUMNS = "group_type_index, group_key, properties, created_at";

export interface GroupRow {
  group_type_index: number;
  group_key: string;
  properties: string;
  created_at: number;
}

/** Converts a row for clients. */
export function toRecord(row: GroupRow): GroupRecord {
  return {
    group_type_index: row.group_type_index,
    group_key: row.group_key,
    group_properties: parseStored<Record<string, unknown>>("group", null, row.properties),
    created_at: toIso(row.created_at),
  };
}
